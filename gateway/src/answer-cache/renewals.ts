import type { CacheableRead } from "../requests/call.ts";

interface Renewal {
  readonly stamp: string;
  readonly ended: Promise<void>;
}

/**
 * Reads whose cached answer is outdated. The first one of each answer requests it again, and equal reads of the same state wait for it: after
 * a write, a service gets one request for each answer, however many callers read it.
 *
 * @param limitMs - how long they wait: a service that takes longer may be hung, and they request it from another replica
 */
export function createRenewals(limitMs: number) {
  const running = new Map<string, Renewal>();
  const ends = new Map<CacheableRead, () => void>();

  return {
    /** The end of the renewal of this answer under this stamp; null if there is none. It says nothing about the result. */
    endOf(key: string, stamp: string): Promise<void> | null {
      const renewal = running.get(key);
      return renewal?.stamp === stamp ? renewal.ended : null;
    },

    /** The read requests this answer; equal ones wait until `end`, or the limit. */
    begin(read: CacheableRead, key: string, stamp: string): void {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const renewal = { stamp, ended };
      const end = (): void => {
        clearTimeout(timer);
        ends.delete(read);
        if (running.get(key) === renewal) running.delete(key);
        resolve();
      };
      const timer = setTimeout(end, limitMs);
      running.set(key, renewal);
      ends.set(read, end);
    },

    /** The answer to the read is cached, or there will be none that can be. */
    end: (read: CacheableRead): void => ends.get(read)?.(),
  };
}
