/** The times of jobs: `every`, or `cron`, both in UTC. */
import type { CronExpressionParser } from "cron-parser";
import type { JobDefinition } from "./define.ts";

/** Kept until a configuration has a `cron`: the parser takes 25 ms and 1.5 MB. */
const parsers: (typeof CronExpressionParser)[] = [];
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Thrown if there is a `cron`, and `loadCronParser` was not called. */
export class CronParserMissing extends Error {
  override readonly name = "CronParserMissing";
  constructor() {
    super("call loadCronParser before a configuration with cron is checked, or loadConfig, which does");
  }
}

export async function loadCronParser(): Promise<void> {
  if (parsers.length === 0) parsers.push((await import("cron-parser")).CronExpressionParser);
}

/** The milliseconds of an interval such as `30s`, `5m` or `1h`; null for another text. */
export function everyMsOf(text: string): number | null {
  const [, number = "", unit = ""] = /^([1-9]\d{0,3})([smh])$/.exec(text) ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? null : Number(number) * unitMs;
}

/** The first time after `after`; null if there is none. @throws if it is not an expression. */
export function cronTimeAfter(cron: string, after: Date): Date | null {
  const [parser] = parsers;
  if (!parser) throw new CronParserMissing();
  const expression = parser.parse(cron, { currentDate: after, tz: "UTC" });
  try {
    return expression.next().toDate();
  } catch {
    return null; // such as 30 February
  }
}

/** The job's first tick after that time, the same in all processes. */
export function nextTick({ every, cron }: Pick<JobDefinition, "every" | "cron">, after: Date): Date {
  const everyMs = every === undefined ? null : everyMsOf(every);
  if (everyMs !== null) return new Date((Math.floor(after.getTime() / everyMs) + 1) * everyMs);
  const next = cronTimeAfter(cron ?? "", after);
  if (next === null) throw new RangeError(`no time fits ${cron}`);
  return next;
}
