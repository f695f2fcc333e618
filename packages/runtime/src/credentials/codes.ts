/** Mailed codes: how they are generated, stored and compared. */
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
const CODES = 1_000_000;

/** The validity of a code. Expiry is checked by the database's clock. */
export const CODE_LIFE_MINUTES = 10;

export type Codes = ReturnType<typeof createCodes>;

/** Functions with a key that HKDF derives from `CMS_SECRET`. */
export function createCodes(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "colophon login code 1", KEY_BYTES));

  return {
    /** The stored form of a code: an HMAC bound to its request, so that it is valid for no other one. */
    codeHmac(requestId: string, code: string): string {
      return createHmac("sha256", key).update(`${requestId}:${code}`).digest("hex");
    },

    /** Compares in constant time, even if nothing is stored (no mail was sent): both take the same time. */
    codeMatches(stored: string | null, requestId: string, code: string): boolean {
      const given = createHmac("sha256", key).update(`${requestId}:${code}`).digest();
      const known = stored === null ? Buffer.alloc(given.length) : Buffer.from(stored, "hex");
      return known.length === given.length && timingSafeEqual(known, given) && stored !== null;
    },
  };
}

/** Six digits, uniformly from the system's CSPRNG. */
export function newCode(): string {
  return String(randomInt(CODES)).padStart(6, "0");
}
