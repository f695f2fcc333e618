/** Pages are cached in memory for a minute; the first request after that gets the old page and starts a new rendering. */
export const FRESH = { maxAge: 60, swr: 600 };
