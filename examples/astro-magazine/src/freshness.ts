/** A page is served from memory for a minute; after that a request still gets the old one, and makes the new one. */
export const FRESH = { maxAge: 60, swr: 600 };
