/** Codes and tokens: how they are drawn, what of them is stored, how they are compared. */
import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
const CODES = 1_000_000;

/** How long a login code is valid. The database's clock decides. */
export const CODE_LIFE_MINUTES = 10;

export type Secrets = ReturnType<typeof createSecrets>;

/** Keys derived from `CMS_SECRET` by HKDF, one for each use, and what is computed with them. */
export function createSecrets(secret: string) {
  const codeKey = deriveKey(secret, "colophon login code 1");
  const sessionKey = deriveKey(secret, "colophon session token 1");

  return {
    /** What is stored of a login code: an HMAC bound to its request, so that it fits no other one. */
    codeHmac(requestId: string, code: string): string {
      return createHmac("sha256", codeKey).update(`${requestId}:${code}`).digest("hex");
    },

    /** Compares in constant time, also where nothing is stored (no mail was sent): both cost the same. */
    codeMatches(stored: string | null, requestId: string, code: string): boolean {
      const given = createHmac("sha256", codeKey).update(`${requestId}:${code}`).digest();
      const known = stored === null ? Buffer.alloc(given.length) : Buffer.from(stored, "hex");
      return known.length === given.length && timingSafeEqual(known, given) && stored !== null;
    },

    /**
     * The 256-bit token of a session, an HMAC over its random id. It can be computed again, so that a refresh sends
     * the same cookie anew: a new token would end the requests that are still under way with the old one.
     */
    sessionToken(sessionId: string): string {
      return createHmac("sha256", sessionKey).update(sessionId).digest("base64url");
    },
  };
}

/** Six digits, evenly drawn from the system's CSPRNG. */
export function newCode(): string {
  return String(randomInt(CODES)).padStart(6, "0");
}

function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", use, KEY_BYTES));
}
