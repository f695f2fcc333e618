/** Under which keys answers are kept; whoever changes records invalidates `entity(name)`. */
export const keys = {
  config: ["admin-config"],
  me: ["me"],
  settings: ["settings"],
  sessions: ["sessions"],
  entity: (name: string) => ["entity", name],
  list: (name: string, query: object) => ["entity", name, "list", query],
  record: (name: string, id: string) => ["entity", name, "record", id],
} as const;
