/** Every process that a deployment runs. */
export const ALL = ["gateway", "content", "auth", "asset", "search", "workers"] as const;
/** Those with connections to PostgreSQL. */
export const WITH_DATABASE = ["content", "auth", "asset", "search", "workers"] as const;
/** The launcher, which a person starts. */
export const START = "npm start";
/** The command line, which an operator calls. */
export const CMS = "cms";
/** Those that read and write files. */
export const WITH_STORAGE = ["asset", "workers", CMS] as const;
