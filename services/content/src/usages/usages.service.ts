import { parseQuery, type UsagePlace, type UsagesRow } from "@colophon/engine";
import { AppError, invalid } from "@colophon/errors";
import type { Call } from "../http/calls.ts";
import type { Cursors } from "../records/cursors.ts";
import type { Statements } from "../writes/statements.ts";

export interface UsagesDependencies {
  readonly statements: Pick<Statements, "read">;
  readonly cursors: Cursors;
}

export type Usages = ReturnType<typeof createUsages>;

/** What refers to records. */
export function createUsages({ statements, cursors }: UsagesDependencies) {
  /** @throws VALIDATION_ERROR for what was given out for no page of this record */
  function placeOf(scope: string, cursor: string | null): UsagePlace | null {
    if (!cursor) return null;
    const place = cursors.open(scope, cursor);
    if (!place) throw invalid([{ field: "cursor", message: "is not a cursor of this list" }], "The query is not valid");
    return place as UsagePlace; // the scope says what was sealed
  }

  return {
    /** One page of what refers to a record. @throws FORBIDDEN, VALIDATION_ERROR, NOT_FOUND */
    async list(call: Call, name: string, id: string, search: string): Promise<string> {
      call.engine.require(name, "read");
      const { limit, offset, cursor, count } = parseQuery(search, "usages");
      const scope = `usages ${name} ${id.toLowerCase()}`;
      const plan = call.engine.usages(name, id, { limit, offset, after: placeOf(scope, cursor), counts: count !== false });
      const [row] = await statements.read<UsagesRow>(call, plan);
      if (!row?.isThere) throw new AppError("NOT_FOUND");
      const total = row.total === null ? "" : `"total":${row.total},`;
      const next = row.cursor === null ? "null" : JSON.stringify(cursors.seal(scope, row.cursor));
      const paged = cursor === null ? "" : `,"nextCursor":${next}`;
      return `{"data":${row.data},"meta":{${total}"limit":${limit},"offset":${offset}${paged}}}`;
    },
  };
}
