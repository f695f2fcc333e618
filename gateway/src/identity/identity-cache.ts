import type { Identity } from "@colophon/runtime";
import { LRUCache } from "lru-cache";

/** Without Redis there are no revocation messages, so a cached identity is used only this long. */
const LIFE_WITHOUT_EPOCH_MS = 1000;
/** A lost revocation (its process died between commit and message) takes effect after this time at the latest. */
const LIFE_MS = 10_000;

/** The user or API key that a valid credential belongs to. */
export interface Principal {
  readonly identity: Identity;
  /** An API key's own limit; null if it has none. */
  readonly rateLimitPerMinute: number | null;
}

const MAX_BYTES = 20 * 1024 * 1024;
/** An entry with its key, a hash, and its ids. */
const ENTRY_BYTES = 800;

interface Entry {
  readonly principal: Principal;
  /** The epoch before the look-up began; null if Redis was not available. */
  readonly epoch: string | null;
  /** When the look-up began. */
  readonly askedAt: number;
}

export type IdentityCache = ReturnType<typeof createIdentityCache>;

/**
 * Caches the principals of credentials. An entry is used only while the revocation epoch is the one from before the look-up; if the epoch is
 * unknown, for a second. Concurrent callers share the look-up of a credential.
 */
export function createIdentityCache(lookUp: (key: string) => Promise<Principal | null>, now: () => number = () => performance.now()) {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  const underWay = new Map<string, { readonly askedAt: number; readonly answer: Promise<Principal | null> }>();

  function isGood(entry: Entry, epoch: string | null, time: number): boolean {
    const age = time - entry.askedAt;
    return epoch === null ? age < LIFE_WITHOUT_EPOCH_MS : entry.epoch === epoch && age < LIFE_MS;
  }

  async function ask(key: string, epoch: string | null, askedAt: number): Promise<Principal | null> {
    const principal = await lookUp(key);
    if (principal) entries.set(key, { principal, epoch, askedAt });
    else entries.delete(key);
    return principal;
  }

  return {
    /** @param epoch - as read for this request; null if Redis is not available. */
    async find(key: string, epoch: string | null): Promise<Principal | null> {
      const time = now();
      const entry = entries.get(key);
      if (entry && isGood(entry, epoch, time) && !hasEnded(entry.principal.identity)) return entry.principal;

      const flight = `${key} ${epoch}`;
      const shared = underWay.get(flight);
      if (shared && time - shared.askedAt < LIFE_WITHOUT_EPOCH_MS) return shared.answer;

      const answer = ask(key, epoch, time).finally(() => {
        if (underWay.get(flight)?.answer === answer) underWay.delete(flight);
      });
      underWay.set(flight, { askedAt: time, answer });
      return answer;
    },

    /** The principal at the last look-up: used only to decide which limit a request counts in. */
    lastPrincipal(key: string): Principal | null {
      const entry = entries.get(key);
      return entry && !hasEnded(entry.principal.identity) ? entry.principal : null;
    },

    forgetAll: () => entries.clear(),
  };
}

function bytesOf({ principal: { identity } }: Entry): number {
  return ENTRY_BYTES + 2 * (identity.role.length + (identity.email?.length ?? 0));
}

function hasEnded({ expiresAt }: Identity): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
