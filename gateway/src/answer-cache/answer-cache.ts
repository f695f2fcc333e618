import { hash } from "node:crypto";
import { isOfSite, parseDepends, stampOf, type AnswerState } from "@colophon/runtime";
import { LRUCache } from "lru-cache";
import type { CacheableRead } from "../requests/call.ts";
import { createRenewals } from "./renewals.ts";

/** An answer as a service gave it, apart from what belongs to one request. */
export interface CachedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer;
  /** Whether it may be stored by caches outside the site: then it has no headers about the caller. */
  readonly isPublic: boolean;
}

interface Entry extends CachedAnswer {
  readonly entities: readonly string[];
  readonly stamp: string;
  /** The version of the last state with this stamp. */
  seen: string;
  /** Milliseconds of the cache's clock. */
  readonly until: number;
}

interface Filed {
  readonly key: string;
  readonly entry: Entry;
  readonly isOutdated: boolean;
}

interface Options {
  readonly maxBytes: number;
  readonly onFind: (outcome: "hit" | "miss") => void;
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** How long a read waits for the answer to an equal one. */
  readonly equalReadMs: number;
}

/** An entry with its key, a hash, and the texts of its headers. */
const ENTRY_BYTES = 1_500;
/** One answer takes at most this part of the memory. */
const MAX_SHARE = 8;

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/**
 * Keeps answers while nothing that they depend on has changed. An answer is filed under the state from before its request was forwarded,
 * and used only under a state with the same epochs; see docs/architecture.md.
 */
export function createAnswerCache({ maxBytes, onFind, now, equalReadMs }: Options) {
  const maxBodyBytes = Math.floor(maxBytes / MAX_SHARE);
  const renewals = createRenewals(equalReadMs);
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ body }) => ENTRY_BYTES + body.length });

  function isCurrent(entry: Entry, state: AnswerState): boolean {
    if (entry.seen === state.version) return true;
    if (stampOf(state, entry.entities) !== entry.stamp) return false;
    entry.seen = state.version;
    return true;
  }

  /** What is filed for a read: the current answer, else an outdated one. */
  function filedFor(read: CacheableRead): Filed | null {
    let outdated: Filed | null = null;
    for (const keyFor of read.identity.kind === "anonymous" ? [roleKey] : [roleKey, callerKey]) {
      const key = keyFor(read);
      const entry = entries.get(key);
      if (!entry) continue;
      if (now() < entry.until && isCurrent(entry, read.state)) return { key, entry, isOutdated: false };
      outdated ??= { key, entry, isOutdated: true };
    }
    return outdated;
  }

  /** The end of an equal read that requests this outdated answer; null if there is none, and this read requests it. */
  function renewalOf({ key, entry }: Filed, read: CacheableRead): Promise<void> | null {
    const stamp = stampOf(read.state, entry.entities);
    if (stamp === null) return null;
    const ended = renewals.endOf(key, stamp);
    if (!ended && read.isWhole) renewals.begin(read, key, stamp);
    return ended;
  }

  async function findAfter(ended: Promise<void>, read: CacheableRead): Promise<CachedAnswer | null> {
    await ended;
    return found(filedFor(read));
  }

  function found(filed: Filed | null): Entry | null {
    const entry = filed && !filed.isOutdated ? filed.entry : null;
    onFind(entry ? "hit" : "miss");
    return entry;
  }

  return {
    /** The cached answer to a read, or null. If it is outdated and an equal read requests it again, that answer. */
    find(read: CacheableRead): CachedAnswer | Promise<CachedAnswer | null> | null {
      const filed = filedFor(read);
      const ended = filed?.isOutdated ? renewalOf(filed, read) : null;
      return ended ? findAfter(ended, read) : found(filed);
    },

    /** The read has ended: if its answer isn't cached by now, it will not be. */
    end: (read: CacheableRead): void => renewals.end(read),

    /** Whether an answer of that size would be cached. */
    accepts: (status: number, bytes: number): boolean => (status === 200 || status === 404) && bytes <= maxBodyBytes,

    /** @param depends - the service's text about what the answer depends on */
    keep(read: CacheableRead, depends: string, answer: CachedAnswer): void {
      const parsed = parseDepends(depends);
      const stamp = parsed && isOfSite(read.state, parsed.identity) ? stampOf(read.state, parsed.entities) : null;
      if (!parsed || stamp === null) return;
      const key = parsed.sharedBy === "role" ? roleKey(read) : callerKey(read);
      entries.delete(key); // its size is computed only for a new entry
      const until = now() + 1_000 * (parsed.maxSeconds ?? Infinity);
      entries.set(key, { ...answer, entities: parsed.entities, stamp, seen: read.state.version, until });
      renewals.end(read);
    },

    forgetAll: () => entries.clear(),

    bytes: () => entries.calculatedSize,
  };
}

function roleKey({ target, identity: { kind, role } }: CacheableRead): string {
  return keyOf(kind, role, "", target);
}

function callerKey({ target, identity: { kind, role, userId, credentialId } }: CacheableRead): string {
  return keyOf(kind, role, (kind === "session" ? userId : credentialId) ?? "", target);
}

/** Callers choose the target, so the key is a hash. */
function keyOf(...parts: readonly string[]): string {
  return hash("sha256", parts.join("\n"), "base64url");
}
