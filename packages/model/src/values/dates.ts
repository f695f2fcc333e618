/** Dates in ISO 8601, between the years 0001 and 9999. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** A point in time with its zone; it does not check whether the day exists. */
export const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** Whether the day exists: 2024-02-29 does, 2025-02-29 does not. */
export function isRealDate(value: string): boolean {
  const match = DATE.exec(value);
  if (!match || match[1] === "0000") return false;
  const at = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

/** The same point in time in UTC with milliseconds and `Z`, or null if the text is not one. */
export function toDateTime(value: string): string | null {
  const match = DATE_TIME.exec(value);
  if (!match?.[1] || !isRealDate(match[1])) return null;
  const iso = new Date(value).toISOString();
  return DATE.test(iso.slice(0, 10)) && !iso.startsWith("0000") ? iso : null;
}
