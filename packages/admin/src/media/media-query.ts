import type { AnyQuery } from "../api/client.ts";
import type { ListSearch } from "../lists/list-query.ts";

/** A multiple of two, three, four, six and eight, for full rows. */
const PAGE_SIZE = 48;
/** The default order of lists. */
export const USUAL_ORDER = "-createdAt";
export const ORDERS = [USUAL_ORDER, "createdAt", "filename", "-filename", "-size", "size"] as const;

/** A filter for assets whose name or alternative text contains the text. */
export function holdingText(entity: string, text: string | undefined): Pick<AnyQuery, "filter"> {
  if (!text) return {};
  const byName = { filename: { $contains: text } };
  return { filter: entity === "_image" ? { $or: [byName, { alt: { $contains: text } }] } : byName };
}

/** The query of the media library at this URL. */
export function mediaQueryOf(entity: string, { q, sort, cursor = "" }: ListSearch): AnyQuery {
  return { ...holdingText(entity, q), ...(sort && { sort }), can: true, limit: PAGE_SIZE, cursor };
}
