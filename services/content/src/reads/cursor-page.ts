/** Pages of results from several entities: the requested page, and its body. */
import { parseQuery, type CursorPageRow } from "@colophon/engine";
import { invalid } from "@colophon/model/errors";
import type { Cursors } from "./cursors.ts";

/** The input for the engine. */
export interface CursorPageInput<Position> {
  readonly limit: number;
  readonly offset: number;
  readonly after: Position | null;
  readonly counts: boolean;
}
export interface CursorPage<Position> {
  readonly input: CursorPageInput<Position>;
  /** The body of the answer. */
  readonly bodyOf: (row: CursorPageRow) => string;
}

/** @param scope - the list: a cursor of another one is refused. @throws VALIDATION_ERROR */
export function cursorPage<Position>(cursors: Cursors, scope: string, search: string): CursorPage<Position> {
  const { limit, offset, cursor, count } = parseQuery(search, "page");
  const after = cursor ? cursors.open(scope, cursor) : null;
  if (cursor && !after) throw invalid([{ field: "cursor", message: "is not a cursor of this list" }], "The query is not valid");
  return {
    input: { limit, offset, after: after as Position | null, counts: count !== false }, // the scope determines what was sealed
    bodyOf(row) {
      const total = row.total === null ? "" : `"total":${row.total},`;
      const next = row.cursor === null ? "null" : JSON.stringify(cursors.seal(scope, row.cursor));
      const paged = cursor === null ? "" : `,"nextCursor":${next}`;
      return `{"data":${row.data},"meta":{${total}"limit":${limit},"offset":${offset}${paged}}}`;
    },
  };
}
