import type { AnyQuery } from "../api/client.ts";
import type { ListSearch } from "../lists/list-query.ts";

/** Fills rows of two, three, four, six and eight. */
const PAGE_SIZE = 48;
/** Newest first, as lists are without an order. */
export const USUAL_ORDER = "-createdAt";
export const ORDERS = [USUAL_ORDER, "createdAt", "filename", "-filename", "-size", "size"] as const;

/** Assets whose names, or alternative texts, hold the text. */
export function holdingText(entity: string, text: string | undefined): Pick<AnyQuery, "filter"> {
  if (!text) return {};
  const byName = { filename: { $contains: text } };
  return { filter: entity === "_image" ? { $or: [byName, { alt: { $contains: text } }] } : byName };
}

/** What the API is asked for the library at this address. */
export function mediaQueryOf(entity: string, { q, sort, cursor = "" }: ListSearch): AnyQuery {
  return { ...holdingText(entity, q), ...(sort && { sort }), can: true, limit: PAGE_SIZE, cursor };
}
