import type { Estimate } from "@colophon/database";
import { countOf } from "./progress.ts";

const WHO_WAITS = { "ACCESS EXCLUSIVE": "reads and writes wait", "SHARE ROW EXCLUSIVE": "writes wait", SHARE: "writes wait" } as const;
const MINUTE_SECONDS = 60;

/** The cost of a change, in one line: rows, time, lock, and who waits for it. */
export function costOf({ rows, seconds, isAhead, lock }: Estimate): string {
  const isMoment = seconds < 1;
  const where = isAhead ? "while the site is running" : "in the switch";
  const time = isMoment ? "at once" : `${timeOf(seconds)} ${where}`;
  const waiting =
    lock === null ? "no reads or writes wait" : `${lock} lock, ${WHO_WAITS[lock]} ${isMoment || isAhead ? "for a moment" : "as long"}`;
  return `about ${countOf(Math.round(rows))} rows; ${time}; ${waiting}`;
}

/** More than two digits would exceed the precision of the estimate. */
function timeOf(seconds: number): string {
  const [amount, unit] = seconds < 2 * MINUTE_SECONDS ? [seconds, "s"] : [seconds / MINUTE_SECONDS, "min"];
  return `about ${Number(amount.toPrecision(amount < 10 ? 1 : 2))} ${unit}`;
}
