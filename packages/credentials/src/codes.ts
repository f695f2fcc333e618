/** Mailed codes: how they are drawn, what of them is stored, how they are compared. */
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
const CODES = 1_000_000;

/** How long a code is valid. The database's clock decides. */
export const CODE_LIFE_MINUTES = 10;

export type Codes = ReturnType<typeof createCodes>;

/** What is computed with a key that HKDF derives from `CMS_SECRET`. */
export function createCodes(secret: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "colophon login code 1", KEY_BYTES));

  return {
    /** What is stored of a code: an HMAC bound to its request, so that it fits no other one. */
    codeHmac(requestId: string, code: string): string {
      return createHmac("sha256", key).update(`${requestId}:${code}`).digest("hex");
    },

    /** Compares in constant time, also where nothing is stored (no mail was sent): both cost the same. */
    codeMatches(stored: string | null, requestId: string, code: string): boolean {
      const given = createHmac("sha256", key).update(`${requestId}:${code}`).digest();
      const known = stored === null ? Buffer.alloc(given.length) : Buffer.from(stored, "hex");
      return known.length === given.length && timingSafeEqual(known, given) && stored !== null;
    },
  };
}

/** Six digits, evenly drawn from the system's CSPRNG. */
export function newCode(): string {
  return String(randomInt(CODES)).padStart(6, "0");
}
