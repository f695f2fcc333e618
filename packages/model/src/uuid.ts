const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID in its JSON form. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}
