/** Describes how bytes differ from the expected bytes; null if they are equal. */
export function byteDifference(found: Uint8Array | null | undefined, expected: Uint8Array): string | null {
  if (!found) return `nothing instead of ${expected.length} bytes`;
  const at = expected.findIndex((byte, index) => byte !== found[index]);
  if (at === -1 && found.length === expected.length) return null;
  return `${found.length} bytes instead of ${expected.length}, different from byte ${at === -1 ? expected.length : at} on`;
}
