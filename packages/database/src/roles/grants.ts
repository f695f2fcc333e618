/** Every service that connects to PostgreSQL, each with its own role. The migration is not one of them: it owns the tables. */
export const SERVICE_ROLES = ["content", "auth", "search", "asset", "email_worker", "asset_worker", "webhook_worker"] as const;
export type ServiceRole = (typeof SERVICE_ROLES)[number];

/** `read` is select; `append` is select and insert; `write` is select, insert, update and delete. */
export type Grant = "read" | "append" | "write";
/** The privileges of a grant, in SQL. */
export const PRIVILEGES: Readonly<Record<Grant, string>> = {
  read: "select",
  append: "select, insert",
  write: "select, insert, update, delete",
};

type Grants = Readonly<Partial<Record<ServiceRole, Grant>>>;

const EVERYBODY_READS = {
  content: "read",
  auth: "read",
  search: "read",
  asset: "read",
  email_worker: "read",
  asset_worker: "read",
  webhook_worker: "read",
} as const satisfies Grants;

/**
 * Privileges of services on system tables. No service has any on a table that is missing here: a test compares the two. Triggers run as the
 * service that writes, so all services that write records have privileges on the stamps.
 */
export const SYSTEM_TABLE_GRANTS: Readonly<Record<string, Grants>> = {
  users: { content: "write", auth: "write", search: "read", asset: "read", email_worker: "read", webhook_worker: "read" },
  sessions: { auth: "write", content: "write", email_worker: "write" },
  login_requests: { auth: "write", email_worker: "write" },
  user_origins: { auth: "write", email_worker: "write" },
  notices: { auth: "write", email_worker: "write" },
  api_keys: { auth: "write", content: "read", asset: "read", email_worker: "write", webhook_worker: "read" },
  images: { content: "write", search: "read", asset: "write", asset_worker: "write", webhook_worker: "read" },
  videos: { content: "write", search: "read", asset: "write", asset_worker: "write", webhook_worker: "read" },
  files: { content: "write", search: "read", asset: "write", asset_worker: "write", webhook_worker: "read" },
  derivatives: { content: "write", asset: "write", asset_worker: "write" },
  versions: { content: "write", asset: "read", webhook_worker: "read" },
  draft_claims: { content: "write" },
  schedules: { content: "write" },
  previews: { content: "write" },
  trash: { content: "write", search: "read", asset: "read", webhook_worker: "read" },
  removals: { content: "write", search: "read", asset: "read", webhook_worker: "read" },
  outbox: { content: "write", auth: "write", asset: "write", email_worker: "write", asset_worker: "write", webhook_worker: "write" },
  events: { webhook_worker: "write" },
  stream_events: { content: "write" },
  stream_snapshots: { content: "write" },
  webhooks: { content: "write", webhook_worker: "write" },
  webhook_deliveries: { content: "write", webhook_worker: "write" },
  jobs: { content: "write" },
  job_runs: { content: "write" },
  job_list: { content: "write" },
  audit: { content: "read" },
  audit_seals: { content: "append" },
  audit_dropped: { content: "read" },
  idempotency: { content: "write" },
  user_settings: { content: "write" },
  schema_state: EVERYBODY_READS,
  text_state: {},
  answer_suspensions: { content: "write", auth: "write", asset: "write", email_worker: "write", asset_worker: "write" },
  entity_stamps: { content: "write", auth: "write", asset: "write", email_worker: "write", asset_worker: "write" },
};

/** Privileges on the system's views. */
export const SYSTEM_VIEW_GRANTS: Readonly<Record<string, Grants>> = { audit_log: { content: "read" } };

/** The entity tables of the configuration. */
export const ENTITY_TABLE_GRANTS: Grants = { content: "write", search: "read", asset: "read", webhook_worker: "read" };

/** The words that searches of an older release read, one table for each searched entity, while one of its processes runs. */
export const WORDS_TABLE_GRANTS: Grants = { content: "write", search: "read", auth: "write", asset: "write", asset_worker: "write" };

/**
 * Who may call a function that runs with the privileges of the tables' owner. Trigger functions are missing here: nobody calls them. Functions
 * that run with the caller's own privileges may be called by every service.
 */
export const OWNER_FUNCTION_GRANTS: Readonly<Record<string, readonly ServiceRole[]>> = {
  start_removing: ["content"],
  stop_removing: ["content"],
  end_user: ["content"],
  finish_change: ["content"],
  add_refusal: ["content", "auth", "asset"],
  drop_audit: ["content"],
};
