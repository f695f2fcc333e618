/** Query keys; after a change of records, invalidate `entity(name)`. */
export const keys = {
  config: ["admin-config"],
  settings: ["settings"],
  sessions: ["sessions"],
  apiKeys: ["api-keys"],
  schedules: (query: object) => ["schedules", query],
  entities: ["entity"],
  entity: (name: string) => ["entity", name],
  list: (name: string, query: object) => ["entity", name, "list", query],
  trash: (name: string) => ["entity", name, "trash"],
  record: (name: string, id: string) => ["entity", name, "record", id],
} as const;
