/** Every process that a deployment runs. */
export const ALL = ["gateway", "content", "auth", "asset", "search", "email-worker", "asset-worker", "webhook-worker"] as const;
/** Those with connections to PostgreSQL. */
export const WITH_DATABASE = ["content", "auth", "asset", "search", "email-worker", "asset-worker", "webhook-worker"] as const;
/** Those with connections to Redis. */
export const WITH_REDIS = ALL.filter((name) => name !== "search");
/** Those that the gateway calls. */
export const CALLED = ["content", "auth", "asset", "search"] as const;
/** The launcher, which a person starts. */
export const START = "npm start";
/** The command line, which an operator calls. */
export const CMS = "cms";
/** Those that read and write files. */
export const WITH_STORAGE = ["asset", "asset-worker", CMS] as const;
