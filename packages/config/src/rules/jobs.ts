import { isPlainObject } from "@colophon/model";
import * as z from "zod";
import { cronTimeAfter, CronParserMissing, everyMsOf } from "../job-times.ts";
import { formatValue } from "../messages.ts";
import type { IssuePath } from "../problems.ts";
import { readShape } from "../shape.ts";
import { callable } from "./field-shapes.ts";
import { checkDistinct } from "./names.ts";
import { nameOf } from "./read-fields.ts";

const NAME = /^[a-z0-9-]{1,48}$/;
const DAY_SECONDS = 86_400;
const JOB_SHAPE = z.strictObject({
  name: z.string(),
  every: z.string().optional(),
  cron: z.string().optional(),
  timeoutSeconds: z.int().min(1).max(DAY_SECONDS).optional(),
  run: callable("run"),
});

/** The project's own jobs: names, and times that exist. */
export function checkJobs(list: readonly unknown[], issuePath: IssuePath): void {
  for (const [index, input] of list.entries()) checkJob(input, issuePath.at(index));
  checkDistinct(
    list.map((input, index) => ({ name: nameOf(input), issuePath: issuePath.at(index) })),
    "job",
  );
}

function checkJob(input: unknown, issuePath: IssuePath): void {
  const read = readShape(JOB_SHAPE, input, issuePath, "a job");
  const name = nameOf(input);
  if (name !== null && !NAME.test(name))
    issuePath.at("name").report(`Rename the job ${formatValue(name)}: use lower-case letters, digits and -, at most 48 characters.`);
  if (!read || !isPlainObject(input)) return;
  const [hasEvery, hasCron] = [input["every"] !== undefined, input["cron"] !== undefined];
  if (hasEvery && hasCron) issuePath.at("cron").report("Remove this, or every: a job has one of them.");
  if (!hasEvery && !hasCron) issuePath.report('Add every: "5m" or cron: "0 3 * * *": a job needs one of them.');
  if (read.every !== undefined && everyMsOf(read.every) === null)
    issuePath
      .at("every")
      .report(`Use a number of seconds, minutes or hours such as "30s", "5m" or "1h" instead of ${formatValue(read.every)}.`);
  if (read.cron !== undefined) checkCron(read.cron, issuePath.at("cron"));
}

/** Not `H`, a random time that would differ between processes, and no seconds: `every` has them. */
function checkCron(cron: string, issuePath: IssuePath): void {
  const fields = cron.trim().split(/\s+/);
  const areFive = fields.length === 5 && fields.every((field) => !/(?:^|,)H/i.test(field));
  const problem = areFive ? problemOf(cron) : "";
  if (problem === null) return;
  const reason = problem === "" ? "" : ` (${problem})`;
  issuePath.report(
    `Use the five fields minute, hour, day, month and weekday such as "0 3 * * *" instead of ${formatValue(cron)}${reason}.`,
  );
}

function problemOf(cron: string): string | null {
  try {
    return cronTimeAfter(cron, new Date(0)) === null ? "no day fits" : null;
  } catch (error) {
    if (error instanceof CronParserMissing) throw error;
    return error instanceof Error ? error.message : String(error);
  }
}
