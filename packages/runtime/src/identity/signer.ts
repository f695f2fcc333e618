import { sign, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import { keyIdOf, readPrivateKey, TOKEN_LIFE_MS, type Identity } from "./identity.ts";

const MAX_BYTES = 32 * 1024 * 1024;
/** A clock that is corrected slowly stays below; tokens that are half as wrong are still accepted. */
const MAX_STEP_MS = 1_000;

export type Signer = ReturnType<typeof createSigner>;

interface SignedToken {
  readonly token: string;
  /** Until when the token is reused; it is valid longer, so a running request can still be verified. */
  readonly reuseUntil: number;
}

/**
 * Signs identities with the gateway's private key. A token is `<key id>.<claims>.<signature>`: there is one algorithm, and nothing in a
 * token can choose another. Tokens are cached by identity, so that a caller's next request needs a look-up instead of a signature.
 *
 * @param privateKey - a key, or base64 of its PKCS8 DER.
 * @param now - milliseconds since 1970; replaceable in tests.
 * @param monotonic - milliseconds of a clock that is never set, to notice that the other one was: then all tokens are signed again, because
 * services compare their times with their own clocks.
 */
export function createSigner(
  privateKey: string | KeyObject,
  now: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
) {
  const key = typeof privateKey === "string" ? readPrivateKey(privateKey) : privateKey;
  const keyId = keyIdOf(key);
  const tokens = new LRUCache<string, SignedToken>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ token }, key) => 200 + token.length + key.length,
  });

  function makeToken(identity: Identity, signedAt: number, endsAt: number): string {
    const claims = Buffer.from(JSON.stringify({ identity, signedAt, endsAt })).toString("base64url");
    const signed = `${keyId}.${claims}`;
    return `${signed}.${sign(null, Buffer.from(signed), key).toString("base64url")}`;
  }

  let offset = now() - monotonic();

  function forgetAfterStep(time: number): void {
    const current = time - monotonic();
    if (Math.abs(current - offset) < MAX_STEP_MS) return;
    offset = current;
    tokens.clear();
  }

  return {
    keyId,

    /** A token for this identity that is valid for at most 60 s and never longer than the credential. */
    sign(identity: Identity): string {
      const time = now();
      forgetAfterStep(time);
      const cacheKey = cacheKeyOf(identity);
      const known = tokens.get(cacheKey);
      if (known && time < known.reuseUntil) return known.token;

      const credentialEnd = identity.expiresAt === null ? Infinity : Date.parse(identity.expiresAt);
      const endsAt = Math.min(time + TOKEN_LIFE_MS, credentialEnd);
      const token = makeToken(identity, time, endsAt);
      tokens.set(cacheKey, { token, reuseUntil: Math.min(time + TOKEN_LIFE_MS / 2, endsAt) });
      return token;
    },
  };
}

function cacheKeyOf({ kind, credentialId, userId, role, email, confirmedUntil, expiresAt }: Identity): string {
  return `${kind}\n${credentialId}\n${userId}\n${role}\n${email}\n${confirmedUntil}\n${expiresAt}`;
}
