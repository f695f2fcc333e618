import type { AnyQuery } from "../api/client.ts";
import type { ListSearch } from "../list-model/list-query.ts";

/** A multiple of two, three, four, six and eight, for full rows. */
const PAGE_SIZE = 48;
/** The default order of lists. */
export const DEFAULT_SORT = "-createdAt";
export const ORDERS = [DEFAULT_SORT, "createdAt", "filename", "-filename", "-size", "size"] as const;

/** A filter for assets whose name or alternative text contains the text. */
export function textFilter(entity: string, text: string | undefined): Pick<AnyQuery, "filter"> {
  if (!text) return {};
  const byName = { filename: { $contains: text } };
  return { filter: entity === "_image" ? { $or: [byName, { alt: { $contains: text } }] } : byName };
}

/** The query of the media library at this URL. */
export function mediaQueryOf(entity: string, { q, sort, cursor = "" }: ListSearch): AnyQuery {
  return { ...textFilter(entity, q), ...(sort && { sort }), can: true, limit: PAGE_SIZE, cursor };
}
