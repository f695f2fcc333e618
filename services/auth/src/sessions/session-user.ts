import type { SessionUser } from "@colophon/api";
import type { SessionRow } from "@colophon/database";

/** A valid session with its user, in the form of answers. */
export interface ActiveSession {
  readonly user: SessionUser;
  readonly expiresAt: string;
  /** Until when the session may make sensitive changes. */
  readonly confirmedUntil: string;
  readonly maxAgeSeconds: number;
}

/** A stored session, in the form of answers. */
export function toActiveSession({ id, email, name, role, ends_at, confirmed_until, seconds }: SessionRow): ActiveSession {
  return {
    user: { id, email, name, role },
    expiresAt: toTime(ends_at),
    confirmedUntil: toTime(confirmed_until),
    maxAgeSeconds: seconds,
  };
}

/** ISO 8601 in UTC with milliseconds and `Z`. */
export function toTime(time: string | number | Date): string {
  return new Date(time).toISOString();
}

/** Like `toTime`, for a time that may be null. */
export function toOptionalTime(time: Date | null): string | null {
  return time === null ? null : toTime(time);
}
