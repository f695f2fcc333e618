const DAY = /^(\d{4})-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** Whether this is an existing day as `YYYY-MM-DD`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !DAY.test(value) || value.startsWith("0000")) return false;
  const at = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

/** Whether this is a point in time in ISO 8601, with its zone. */
export function isInstant(value: unknown): value is string {
  return typeof value === "string" && isDay(INSTANT.exec(value)?.[1]) && !Number.isNaN(Date.parse(value));
}
