import { randomUUID } from "node:crypto";

/**
 * A UUID v7: milliseconds since 1970, then random bits. Newer ids sort later, so indexes grow at one end. The random bits are those of a
 * UUID v4, which have the same places: Node creates many of these at once.
 * @see https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
