import type { Identity } from "@colophon/runtime";
import { LRUCache } from "lru-cache";

/** Without Redis nobody tells us of a revocation, so a remembered identity is good for this long only. */
const LIFE_WITHOUT_EPOCH_MS = 1000;
/** A revocation that was lost (its process died between commit and message) is noticed at the latest then. */
const LIFE_MS = 10_000;

/** Whom a live credential belongs to. */
export interface Holder {
  readonly identity: Identity;
  /** An API key's own limit; null where it has none. */
  readonly rateLimitPerMinute: number | null;
}

interface Entry {
  readonly holder: Holder;
  /** The epoch before the look-up began; null when Redis was away. */
  readonly epoch: string | null;
  /** When the look-up began. */
  readonly askedAt: number;
}

export type IdentityCache = ReturnType<typeof createIdentityCache>;

/**
 * Remembers who credentials belong to. What it remembers counts only while the revocation epoch is the one from
 * before the look-up; with the epoch unknown, for a second. Callers that ask for one credential at once share a look-up.
 */
export function createIdentityCache(lookUp: (key: string) => Promise<Holder | null>, now: () => number = () => performance.now()) {
  const entries = new LRUCache<string, Entry>({ max: 20_000 });
  const underWay = new Map<string, { readonly askedAt: number; readonly answer: Promise<Holder | null> }>();

  function isGood(entry: Entry, epoch: string | null, time: number): boolean {
    const age = time - entry.askedAt;
    return epoch === null ? age < LIFE_WITHOUT_EPOCH_MS : entry.epoch === epoch && age < LIFE_MS;
  }

  async function ask(key: string, epoch: string | null, askedAt: number): Promise<Holder | null> {
    const holder = await lookUp(key);
    if (holder) entries.set(key, { holder, epoch, askedAt });
    else entries.delete(key);
    return holder;
  }

  return {
    /** @param epoch - as this very request read it; null when Redis is not available. */
    async find(key: string, epoch: string | null): Promise<Holder | null> {
      const time = now();
      const entry = entries.get(key);
      if (entry && isGood(entry, epoch, time) && !hasEnded(entry.holder.identity)) return entry.holder;

      const flight = `${key} ${epoch}`;
      const shared = underWay.get(flight);
      if (shared && time - shared.askedAt < LIFE_WITHOUT_EPOCH_MS) return shared.answer;

      const answer = ask(key, epoch, time).finally(() => {
        if (underWay.get(flight)?.answer === answer) underWay.delete(flight);
      });
      underWay.set(flight, { askedAt: time, answer });
      return answer;
    },

    /** Who held it when it was last looked up: good enough to say whose limit a request counts in, and for nothing else. */
    lastHolder(key: string): Holder | null {
      const entry = entries.get(key);
      return entry && !hasEnded(entry.holder.identity) ? entry.holder : null;
    },

    forgetAll: () => entries.clear(),
  };
}

function hasEnded({ expiresAt }: Identity): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}
