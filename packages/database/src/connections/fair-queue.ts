import { unavailable } from "@colophon/model/errors";
import { OWN } from "./request-context.ts";
import type { RequestContext } from "./request-context.ts";

export interface FairQueueOptions {
  /** Maximum number of concurrent holders. */
  readonly size: number;
  /** A caller that waits longer is refused. */
  readonly waitMs: number;
}

interface Queue {
  readonly context: RequestContext;
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

  function hold({ key, anonymous }: RequestContext, step: 1 | -1): void {
    free -= step;
    if (anonymous) anonymousHeld += step;
    const now = (held.get(key) ?? 0) + step;
    if (now > 0) held.set(key, now);
    else held.delete(key);
  }

  function mayHoldMore({ key, anonymous }: RequestContext): boolean {
    if (key === OWN.key) return true;
    if (queues.size > 1 && (held.get(key) ?? 0) >= callerShare) return false;
    return !anonymous || anonymousQueues === queues.size || anonymousHeld < anonymousShare;
  }

  function enqueue(context: RequestContext, go: () => void): void {
    const known = queues.get(context.key);
    if (known) return void known.waiting.add(go);
    queues.set(context.key, { context, waiting: new Set([go]) });
    if (context.anonymous) anonymousQueues += 1;
  }

  function leave({ key, anonymous }: RequestContext, go: () => void): void {
    const queue = queues.get(key);
    queue?.waiting.delete(go);
    if (!queue || queue.waiting.size > 0) return;
    queues.delete(key);
    if (anonymous) anonymousQueues -= 1;
  }

  function pass(): void {
    while (free > 0) {
      const next = queues.values().find(({ context }) => mayHoldMore(context));
      const [go] = next?.waiting ?? [];
      if (!next || !go) return;
      leave(next.context, go);
      if (queues.delete(next.context.key)) queues.set(next.context.key, next); // a caller with more waiting requests goes to the end
      hold(next.context, 1);
      go();
    }
  }

  function wait(context: RequestContext): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => (clearTimeout(timer), resolve());
      const timer = setTimeout(() => {
        leave(context, go);
        reject(unavailable(new Error(`no connection was free within ${waitMs} ms`)));
        pass(); // without this caller others may hold more
      }, waitMs);
      enqueue(context, go);
      pass();
    });
  }

  return {
    /** Undefined if it is this caller's turn at once, else resolves when it is. @throws SERVICE_UNAVAILABLE if that takes too long. */
    take(context: RequestContext): Promise<void> | undefined {
      if (free === 0 || queues.size > 0) return wait(context);
      hold(context, 1);
      return undefined;
    },

    /** Returns what `take` assigned. */
    give(context: RequestContext): void {
      hold(context, -1);
      pass();
    },

    waiting: (): number => queues.values().reduce((sum, { waiting }) => sum + waiting.size, 0),
  };
}
