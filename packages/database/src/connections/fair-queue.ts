import { unavailable } from "@colophon/model/errors";
import { OWN } from "./callers.ts";
import type { Caller } from "./callers.ts";

export interface FairQueueOptions {
  /** Maximum number of concurrent holders. */
  readonly size: number;
  /** A caller that waits longer is refused. */
  readonly waitMs: number;
}

interface Queue {
  readonly caller: Caller;
  /** In order of arrival. */
  readonly waiting: Set<() => void>;
}

export type FairQueue = ReturnType<typeof createFairQueue>;

/**
 * Assigns `size` connections to callers: at once while a connection is free, then round robin by caller. While other callers wait, one
 * caller gets at most a quarter of them, and anonymous callers together at most half. The process's own work waits like a caller, without
 * such a share.
 */
export function createFairQueue({ size, waitMs }: FairQueueOptions) {
  const callerShare = Math.max(1, Math.floor(size / 4));
  const anonymousShare = Math.max(1, Math.floor(size / 2));
  const held = new Map<string, number>();
  const queues = new Map<string, Queue>(); // the first caller is the next one
  let free = size;
  let anonymousHeld = 0;
  let anonymousQueues = 0;

  function hold({ key, anonymous }: Caller, step: 1 | -1): void {
    free -= step;
    if (anonymous) anonymousHeld += step;
    const now = (held.get(key) ?? 0) + step;
    if (now > 0) held.set(key, now);
    else held.delete(key);
  }

  function mayHoldMore({ key, anonymous }: Caller): boolean {
    if (key === OWN.key) return true;
    if (queues.size > 1 && (held.get(key) ?? 0) >= callerShare) return false;
    return !anonymous || anonymousQueues === queues.size || anonymousHeld < anonymousShare;
  }

  function enqueue(caller: Caller, go: () => void): void {
    const known = queues.get(caller.key);
    if (known) return void known.waiting.add(go);
    queues.set(caller.key, { caller, waiting: new Set([go]) });
    if (caller.anonymous) anonymousQueues += 1;
  }

  function leave({ key, anonymous }: Caller, go: () => void): void {
    const queue = queues.get(key);
    queue?.waiting.delete(go);
    if (!queue || queue.waiting.size > 0) return;
    queues.delete(key);
    if (anonymous) anonymousQueues -= 1;
  }

  function pass(): void {
    while (free > 0) {
      const next = queues.values().find(({ caller }) => mayHoldMore(caller));
      const [go] = next?.waiting ?? [];
      if (!next || !go) return;
      leave(next.caller, go);
      if (queues.delete(next.caller.key)) queues.set(next.caller.key, next); // a caller with more waiting requests goes to the end
      hold(next.caller, 1);
      go();
    }
  }

  function wait(caller: Caller): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => (clearTimeout(timer), resolve());
      const timer = setTimeout(() => {
        leave(caller, go);
        reject(unavailable(new Error(`no connection was free within ${waitMs} ms`)));
        pass(); // without this caller others may hold more
      }, waitMs);
      enqueue(caller, go);
      pass();
    });
  }

  return {
    /** Undefined if it is this caller's turn at once, else resolves when it is. @throws SERVICE_UNAVAILABLE if that takes too long. */
    take(caller: Caller): Promise<void> | undefined {
      if (free === 0 || queues.size > 0) return wait(caller);
      hold(caller, 1);
      return undefined;
    },

    /** Returns what `take` assigned. */
    give(caller: Caller): void {
      hold(caller, -1);
      pass();
    },

    waiting: (): number => queues.values().reduce((sum, { waiting }) => sum + waiting.size, 0),
  };
}
