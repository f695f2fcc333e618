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
