/** A UUID in the form in which it is stored: regular expressions of PostgreSQL are written the same way. */
export const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const IN_ANY_CASE = new RegExp(UUID_PATTERN, "i");

/** Whether the text is a UUID in its JSON form. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && IN_ANY_CASE.test(value);
}
