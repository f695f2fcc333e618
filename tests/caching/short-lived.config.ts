/** The same site; a cache asks for each answer again after a second. */
import site from "./caching.config.ts";

export default { ...site, cache: { public: { maxAge: 1 } } };
