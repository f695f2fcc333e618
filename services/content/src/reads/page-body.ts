import type { ListPlan } from "@colophon/engine";
import type { Cursors } from "./cursors.ts";
import type { Total } from "./totals.ts";

/** The rows of a page as JSON text, and the position of the next one. */
export interface Page {
  readonly data: string;
  readonly cursor: string | null;
}

/** The body of a list's answer. */
export function pageBody(
  cursors: Cursors,
  { limit, offset, keyset }: Pick<ListPlan, "limit" | "offset" | "keyset">,
  { data, cursor }: Page,
  total: Total | null,
): string {
  const count = total ? `"total":${total.total},${total.estimated ? '"totalEstimated":true,' : ""}` : "";
  const nextCursor = keyset && cursor !== null ? JSON.stringify(cursors.seal(keyset.scope, cursor)) : "null";
  const next = keyset ? `,"nextCursor":${nextCursor}` : "";
  return `{"data":${data},"meta":{${count}"limit":${limit},"offset":${offset}${next}}}`;
}
