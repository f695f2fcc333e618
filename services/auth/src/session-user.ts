/** A user as sign-in answers show it, and times as every answer shows them. */
export type SessionUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
};

/** A user beside the ends of a session: `ends_at` moves on with use, `seconds` are left until the absolute end. */
export type OpenSession = SessionUser & {
  readonly ends_at: Date;
  readonly seconds: number;
};

/** ISO 8601 in UTC with milliseconds and `Z`. */
export function toTime(time: string | number | Date): string {
  return new Date(time).toISOString();
}

/** As `toTime`, where there may be no time. */
export function toOptionalTime(time: Date | null): string | null {
  return time === null ? null : toTime(time);
}
