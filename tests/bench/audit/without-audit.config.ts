import site from "../bench.config.ts";

/** The same site without the audit log. */
export default { ...site, audit: false };
