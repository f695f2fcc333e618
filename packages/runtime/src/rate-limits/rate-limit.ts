/** The rule: at most `max` requests in any 60 seconds; a refused request doesn't count. */
export const WINDOW_MS = 60_000;

/** One bucket that a request counts in. */
export interface Bucket {
  readonly key: string;
  readonly max: number;
}

/** How full a bucket was before this request. */
export interface BucketUsage {
  readonly max: number;
  readonly used: number;
  /** Milliseconds until the oldest counted request leaves the window; 0 when there is none. */
  readonly freeInMs: number;
}

/** The decision about a request, and the headers for the caller. */
export interface Outcome {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * Reads the outcome off the buckets. The answer's headers describe the bucket with the fewest remaining requests.
 *
 * @param counts - whether this request is one that counts; one refused for another reason only looks.
 */
export function evaluate(usages: readonly BucketUsage[], counts: boolean): Outcome {
  const admitted = usages.every(({ used, max }) => used < max);
  const cost = counts && admitted ? 1 : 0;
  const [tightest] = usages.toSorted((a, b) => a.max - a.used - (b.max - b.used));
  if (!tightest) throw new RangeError("An outcome needs a bucket");
  const remaining = Math.max(0, tightest.max - tightest.used - cost);
  const freeInMs = tightest.used === 0 ? WINDOW_MS : tightest.freeInMs;
  return { admitted, limit: tightest.max, remaining, resetSeconds: Math.max(1, Math.ceil(freeInMs / 1000)) };
}

/** Takes the requests that have left the window off a log, oldest first. The clock may have been set back: those are gone too. */
export function trimLog(times: number[], now: number): void {
  let gone = 0;
  while (gone < times.length && (times[gone]! < now - WINDOW_MS || times[gone]! > now)) gone++;
  if (gone > 0) times.splice(0, gone);
}

/** A log of counted requests, oldest first, as the rule sees it. */
export function usageOf(times: readonly number[], max: number, now: number): BucketUsage {
  return { max, used: times.length, freeInMs: times.length === 0 ? 0 : Math.max(0, times[0]! + WINDOW_MS - now) };
}
