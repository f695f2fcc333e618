/** The tag of all cached pages. */
export const CONTENT = "content";
/**
 * Pages are cached in memory until Colophon's webhook says that something has changed (`pages/api/changed.ts`), or for a minute: the first
 * request after that gets the old page and starts a new rendering.
 */
export const FRESH = { maxAge: 60, swr: 600, tags: [CONTENT] };
