/** Parts of a record that its open form asks for itself: its values, and who else has it open. */
export const [EDITING, PRESENCE] = ["editing", "presence"] as const;

/** Query keys; after a change of records, invalidate `entity(name)`. */
export const keys = {
  config: ["admin-config"],
  settings: ["settings"],
  sessions: ["sessions"],
  apiKeys: ["api-keys"],
  webhooks: ["webhooks"],
  deliveries: (webhook: string, query: object) => ["webhooks", webhook, query],
  jobs: ["jobs"],
  audit: (search: object) => ["audit", search],
  schedules: (query: object) => ["schedules", query],
  entities: ["entity"],
  entity: (name: string) => ["entity", name],
  list: (name: string, query: object) => ["entity", name, "list", query],
  trash: (name: string) => ["entity", name, "trash"],
  record: (name: string, id: string) => ["entity", name, "record", id],
  presence: (name: string, id: string) => ["entity", name, "record", id, PRESENCE],
} as const;
