/** Functions for text that several field types need. */

/** PostgreSQL can't store NUL, and an unpaired surrogate has no UTF-8. */
export function isCleanText(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}

/** The length in code points, as JSON Schema counts it. */
export function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** Bytes of the text in UTF-8. */
export function byteLength(value: string): number {
  let bytes = 0;
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** A UUID in the form in which it is stored: regular expressions of PostgreSQL are written the same way. */
export const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const IN_ANY_CASE = new RegExp(UUID_PATTERN, "i");

/** Whether the text is a UUID in its JSON form. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && IN_ANY_CASE.test(value);
}
