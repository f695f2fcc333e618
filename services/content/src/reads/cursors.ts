import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

export type Cursors = ReturnType<typeof createCursors>;

/**
 * Encrypts paging positions for the caller: only values from this service are accepted, and only for the same list (`scope`: the entity and
 * its order).
 */
export function createCursors(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "colophon cursor", 32));
  const macOf = (scope: string, position: string) => createHmac("sha256", key).update(`${scope}\n${position}`).digest().subarray(0, 16);
  return {
    /** The opaque text of a position (JSON text), for a URL. */
    seal(scope: string, position: string): string {
      return Buffer.concat([macOf(scope, position), Buffer.from(position)]).toString("base64url");
    },

    /** The parsed position; null for anything that `seal` did not make for this scope. */
    open(scope: string, cursor: string): unknown {
      const bytes = Buffer.from(cursor, "base64url");
      const position = bytes.subarray(16).toString();
      const isExact = bytes.toString("base64url") === cursor; // decoding ignores what it doesn't know
      const genuine = isExact && bytes.length > 16 && timingSafeEqual(bytes.subarray(0, 16), macOf(scope, position));
      return genuine ? JSON.parse(position) : null;
    },
  };
}
