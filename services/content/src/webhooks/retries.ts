const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DELAYS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR];
const LATER_DELAY_MS = 4 * HOUR;
const GIVE_UP_AFTER_MS = 24 * HOUR;
const MAX_RETRY_AFTER_MS = HOUR;

export interface FailedAttempts {
  /** So far, from 1. */
  readonly attempts: number;
  readonly firstAt: Date;
  /** When the last one failed. */
  readonly now: Date;
  /** The receiver's request, by `Retry-After`. */
  readonly retryAfterMs: number | null;
}

/** The time of the next attempt, or null if there is none: 24 h after the first one. A receiver may ask for an hour at most. */
export function nextAttemptAt({ attempts, firstAt, now, retryAfterMs }: FailedAttempts): Date | null {
  const delayMs = Math.max(DELAYS_MS[attempts - 1] ?? LATER_DELAY_MS, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS));
  const at = now.getTime() + delayMs;
  return at > firstAt.getTime() + GIVE_UP_AFTER_MS ? null : new Date(at);
}

/** The value of a `Retry-After` header: seconds, or a date. Null for anything else. */
export function parseRetryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
