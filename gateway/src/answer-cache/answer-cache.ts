import { hash } from "node:crypto";
import { isOfSite, parseDepends, stampOf, type AnswerState } from "@colophon/runtime";
import { LRUCache } from "lru-cache";
import type { CacheableRead } from "../requests/call.ts";

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

interface Options {
  readonly maxBytes: number;
  readonly onFind: (outcome: "hit" | "miss") => void;
  /** A clock in milliseconds. */
  readonly now: () => number;
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
export function createAnswerCache({ maxBytes, onFind, now }: Options) {
  const maxBodyBytes = Math.floor(maxBytes / MAX_SHARE);
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: ({ body }) => ENTRY_BYTES + body.length });

  function isCurrent(entry: Entry, state: AnswerState): boolean {
    if (entry.seen === state.version) return true;
    if (stampOf(state, entry.entities) !== entry.stamp) return false;
    entry.seen = state.version;
    return true;
  }

  function find(key: string, state: AnswerState): Entry | null {
    const entry = entries.get(key);
    return entry && now() < entry.until && isCurrent(entry, state) ? entry : null;
  }

  return {
    /** The cached answer to a read, or null. */
    find(read: CacheableRead): CachedAnswer | null {
      const found = find(roleKey(read), read.state) ?? (read.identity.kind === "anonymous" ? null : find(callerKey(read), read.state));
      onFind(found ? "hit" : "miss");
      return found;
    },

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
