import { verify, type KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import { CLOCK_SKEW_MS, keyIdOf, readPublicKey, TOKEN_LIFE_MS, type Identity, type TokenClaims } from "./identity.ts";
import { AppError } from "@colophon/model/errors";
import type { Registry } from "prom-client";
import { type Log, createReminder } from "../log/log.ts";
import { createCounter } from "../metrics/counters.ts";

export type Verifier = ReturnType<typeof createVerifier>;

/** Where the gateway's clock is, seen from this process. */
export type ClockDifference = "ahead" | "behind";

const MAX_TOKEN_LENGTH = 4096;
const MAX_BYTES = 32 * 1024 * 1024;
/** A token as a key, and its claims as an object. */
const bytesOf = (token: string): number => 300 + 3 * token.length;
const KINDS: ReadonlySet<unknown> = new Set(["anonymous", "session", "key", "gateway"]);

/**
 * Verifies the tokens that the gateway signed. Valid ones are cached until they end, so that the same caller's next request needs a look-up
 * instead of a signature check.
 *
 * @param publicKeys - keys, or base64 of their SPKI DER; several while a key is being replaced.
 * @param now - milliseconds since 1970; replaceable in tests.
 */
export function createVerifier(publicKeys: readonly (string | KeyObject)[], now: () => number = Date.now) {
  const keys = new Map<string, KeyObject>();
  for (const given of publicKeys) {
    const key = typeof given === "string" ? readPublicKey(given) : given;
    keys.set(keyIdOf(key), key);
  }
  const verified = new LRUCache<string, TokenClaims>({ maxSize: MAX_BYTES, sizeCalculation: (_claims, token) => bytesOf(token) });

  function check(token: string): TokenClaims | null {
    if (token.length > MAX_TOKEN_LENGTH) return null;
    const [keyId = "", claims = "", signature = "", ...rest] = token.split(".");
    const key = keys.get(keyId);
    if (!key || rest.length > 0) return null;

    const bytes = Buffer.from(signature, "base64url");
    // Only one encoding of a signature is accepted, so that nobody can fill the cache with encodings of one token.
    if (bytes.toString("base64url") !== signature) return null;
    if (!verify(null, Buffer.from(`${keyId}.${claims}`), key, bytes)) return null;
    return readClaims(claims);
  }

  return {
    /**
     * The identity in a token, or null if it is forged, foreign, altered, or ended with its credential. For a genuine one whose times don't
     * fit this process's clock, the direction in which the gateway's clock differs from it: the gateway never sends an old token.
     */
    verify(token: string): Identity | ClockDifference | null {
      const known = verified.get(token);
      const claims = known ?? check(token);
      if (!claims) return null;

      const time = now();
      if (time < claims.signedAt - CLOCK_SKEW_MS) return "ahead";
      if (time >= claims.signedAt + TOKEN_LIFE_MS + CLOCK_SKEW_MS) return "behind";
      if (time >= claims.endsAt + CLOCK_SKEW_MS) return null;
      if (!known) verified.set(token, claims);
      return claims.identity;
    },
  };
}

function readClaims(text: string): TokenClaims | null {
  try {
    const claims: TokenClaims = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    const sound =
      KINDS.has(claims.identity?.kind) &&
      typeof claims.identity.role === "string" &&
      Number.isFinite(claims.endsAt) &&
      Number.isFinite(claims.signedAt);
    return sound ? claims : null;
  } catch {
    return null;
  }
}

const REFUSED = {
  name: "clock_refusals_total",
  help: "Requests with a genuine identity whose times don't fit the clock of this process, by where the gateway's clock is.",
  label: "gateway_clock",
};
const WORDS: Readonly<Record<ClockDifference, string>> = {
  ahead: "more than 30 s behind the gateway's",
  behind: "at least a minute ahead of the gateway's",
};

/** @returns the error for the caller */
export type ClockRefusal = (difference: ClockDifference) => AppError;

/** Counts requests that are refused because of the clock, and logs it every 10 s. The credentials may be good: the answer is 503, not 401. */
export function createClockRefusal(log: Log, registry: Registry | undefined): ClockRefusal {
  const count = registry && createCounter(registry, REFUSED);
  const remind = createReminder((sentence) => log.error(sentence));
  return (difference) => {
    count?.(difference);
    remind(`the clock of this process is ${WORDS[difference]}: synchronize both machines with NTP`);
    return new AppError("SERVICE_UNAVAILABLE");
  };
}
