import { LRUCache } from "lru-cache";
import { evaluate, trimLog, usageOf, type Bucket, type Outcome } from "./rate-limit.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 150;

/**
 * The rate limit in this process alone, if Redis is not available: the same limit per process. If there are too many addresses, the least
 * recently used are dropped.
 *
 * @param now - milliseconds of a monotonic clock.
 */
export function createMemoryLimiter(now: () => number = () => performance.now()) {
  const logs = new LRUCache<string, number[]>({
    maxSize: MAX_BYTES,
    sizeCalculation: (times, key) => ENTRY_BYTES + key.length + 8 * times.length,
  });

  return function admit(buckets: readonly Bucket[], counts: boolean): Outcome {
    const time = now();
    const found = buckets.map(({ key, max }) => {
      const times = logs.get(key) ?? [];
      trimLog(times, time);
      return { key, max, times };
    });
    const outcome = evaluate(
      found.map(({ times, max }) => usageOf(times, max, time)),
      counts,
    );
    if (!outcome.admitted || !counts) return outcome;

    for (const { key, times } of found) {
      times.push(time);
      logs.delete(key); // its size is computed only for a new entry
      logs.set(key, times);
    }
    return outcome;
  };
}
