import { createPreviewTable, type Database } from "@colophon/database";
import { hashOf, newToken } from "@colophon/runtime/credentials";
import { acceptedRow, entityOf, type DraftTargetRow, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Log } from "@colophon/runtime";
import { authorOf } from "../http/authors.ts";
import { dataBody } from "../http/answers.ts";
import type { Call } from "../http/calls.ts";
import type { Reads } from "../reads/reads.service.ts";
import { readNewest } from "../writes/read-newest.ts";
import type { Statements } from "../writes/statements.ts";
import { urlOf } from "./preview-links.ts";

export interface PreviewsDependencies {
  readonly schema: Schema;
  readonly database: Database;
  readonly statements: Statements;
  readonly reads: Reads;
  readonly log: Pick<Log, "error">;
}

export type Previews = ReturnType<typeof createPreviews>;

/** Preview links: they show a record's draft to callers with the token, with the permissions of the link's creator. */
export function createPreviews({ schema, database, statements, reads, log }: PreviewsDependencies) {
  const table = createPreviewTable(database);

  return {
    /** Creates a link to the draft, as a body. @throws NOT_FOUND, FORBIDDEN for callers who may not read the record's draft */
    async create(call: Call, name: string, id: string | null): Promise<string> {
      const author = authorOf(call.principal);
      if (author === null) throw new AppError("FORBIDDEN");
      const entity = entityOf(schema, name);
      const record = await readNewest(reads, call, entity, { id, draft: true });
      if (!record) throw new AppError("NOT_FOUND");
      const token = newToken();
      const expiresAt = await table.add({ entity: name, recordId: String(record["id"]) }, hashOf(token), author);
      const url = await urlOf({ schema, log }, entity, { record, token });
      return dataBody(JSON.stringify({ token, url, expiresAt }));
    },

    /** Ends all links to a record; its id as a body. @throws NOT_FOUND, FORBIDDEN for callers who may not update it */
    async endAll(call: Call, name: string, id: string | null): Promise<string> {
      const [row] = await statements.read<DraftTargetRow>(call, call.engine.draftTarget(name, id));
      const recordId = acceptedRow(row).id;
      await table.removeAll({ entity: name, recordId });
      return dataBody(JSON.stringify({ id: recordId }));
    },

    /** Removes expired links. */
    sweep: (): Promise<void> => table.sweep(),
  };
}
