import ipaddr from "ipaddr.js";

/** The rule: at most `max` requests in any 60 seconds; a refused request doesn't count. */
export const WINDOW_MS = 60_000;

/** One bucket that a request counts in. */
export interface Bucket {
  readonly key: string;
  readonly max: number;
}

/** The state of a bucket before this request. */
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
 * Computes the outcome from the buckets. The answer's headers describe the bucket with the fewest remaining requests.
 *
 * @param counts - whether this request is counted; one refused for another reason is only checked.
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

/** Removes the requests outside the window from a log, oldest first; also those in the future, if the clock was set back. */
export function trimLog(times: number[], now: number): void {
  let gone = 0;
  while (gone < times.length && (times[gone]! < now - WINDOW_MS || times[gone]! > now)) gone++;
  if (gone > 0) times.splice(0, gone);
}

/** The usage by a log of counted requests, oldest first. */
export function usageOf(times: readonly number[], max: number, now: number): BucketUsage {
  return { max, used: times.length, freeInMs: times.length === 0 ? 0 : Math.max(0, times[0]! + WINDOW_MS - now) };
}

/** The key of an address for a limit: itself for IPv4, its /64 for IPv6; all invalid addresses count as one caller. */
export function limitKeyOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** The network of an address: its /24 for IPv4, its /64 for IPv6; an invalid address is its own network. */
export function networkOf(address: string): string {
  const key = limitKeyOf(address);
  return key.includes(".") ? `${key.slice(0, key.lastIndexOf("."))}.0/24` : key;
}
