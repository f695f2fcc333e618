import type { UsagePosition, UsagesRow } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import type { Call } from "../http/calls.ts";
import type { Cursors } from "../reads/cursors.ts";
import { cursorPage } from "../reads/cursor-page.ts";
import type { Statements } from "../writes/statements.ts";

export interface UsagesDependencies {
  readonly statements: Pick<Statements, "read">;
  readonly cursors: Cursors;
}

export type Usages = ReturnType<typeof createUsages>;

/** References to records. */
export function createUsages({ statements, cursors }: UsagesDependencies) {
  return {
    /** One page of references to a record. @throws FORBIDDEN, VALIDATION_ERROR, NOT_FOUND */
    async list(call: Call, name: string, id: string, search: string): Promise<string> {
      call.engine.require(name, "read");
      const { input, bodyOf } = cursorPage<UsagePosition>(cursors, `usages ${name} ${id.toLowerCase()}`, search);
      const [row] = await statements.read<UsagesRow>(call, call.engine.usages(name, id, input));
      if (!row?.exists) throw new AppError("NOT_FOUND");
      return bodyOf(row);
    },
  };
}
