import { inNewFormats } from "@colophon/client/rich-text/nested-formats";
import { readEnv } from "@colophon/config";
import {
  prepareDatabase,
  planSchema,
  sentencesOf,
  type AllowedLoss,
  type PlannedChange,
  type SchemaPlan,
  type Estimate,
} from "@colophon/database";
import { describeStep, tableChanges } from "@colophon/engine";
import { createReminder } from "@colophon/runtime";
import { STATUS } from "./failures.ts";
import { commandOf, withSite, type CommandContext } from "./site.ts";
import { print, printMessage, type Terminal } from "./terminal.ts";
import { countOf } from "./progress.ts";

const WHO_WAITS = { "ACCESS EXCLUSIVE": "reads and writes wait", "SHARE ROW EXCLUSIVE": "writes wait", SHARE: "writes wait" } as const;
const MINUTE_SECONDS = 60;

/** The cost of a change, in one line: rows, time, lock, and who waits for it. */
function costOf({ rows, seconds, isOnline, lock }: Estimate): string {
  const isMoment = seconds < 1;
  const where = isOnline ? "while the site is running" : "in the switch";
  const time = isMoment ? "at once" : `${timeOf(seconds)} ${where}`;
  const waiting =
    lock === null ? "no reads or writes wait" : `${lock} lock, ${WHO_WAITS[lock]} ${isMoment || isOnline ? "for a moment" : "as long"}`;
  return `about ${countOf(Math.round(rows))} rows; ${time}; ${waiting}`;
}

/** More than two digits would exceed the precision of the estimate. */
function timeOf(seconds: number): string {
  const [amount, unit] = seconds < 2 * MINUTE_SECONDS ? [seconds, "s"] : [seconds / MINUTE_SECONDS, "min"];
  return `about ${Number(amount.toPrecision(amount < 10 ? 1 : 2))} ${unit}`;
}

const PATIENCE_MS = 5_000;

/** `cms schema plan`: the changes that applying the configuration would make. Status 2 if stored values would be lost. */
export async function showPlan(context: CommandContext, { sql = false }: { readonly sql?: boolean }): Promise<number> {
  const { terminal } = context;
  const plan = await withSite(context, ({ database, schema }) => planSchema(database, schema, { tableChanges, convertText: inNewFormats }));
  if (plan.migrations.length > 0) print(terminal, `Migrations to apply: ${plan.migrations.join(", ")}.`);
  printState(terminal, plan);
  const changes = plan.changes.filter((change) => !isRoutine(change));
  for (const change of changes) printChange(terminal, change, { sql, isLater: plan.hasOlderProcesses });
  if (plan.state !== "fits" && sql) print(terminal, "-- and the functions in the schema cms are replaced");
  const losses = changes.filter(({ lossy }) => lossy !== null);
  if (losses.length === 0) return STATUS.done;
  const configPaths = [...new Set(losses.map(({ configPath }) => configPath))].join(",");
  print(terminal, `\nStored values would be LOST. To allow this, run: ${commandOf(context)} schema apply --allow-loss ${configPaths}`);
  return STATUS.lacking;
}

/** Colophon's own functions, which are replaced at each change of the configuration and contain no data. */
function isRoutine({ configPath }: PlannedChange): boolean {
  return configPath === "cms";
}

function printState(terminal: Terminal, { state, migrations, changes }: SchemaPlan): void {
  const count = changes.filter((change) => !isRoutine(change)).length;
  if (state === "fits" && migrations.length === 0) print(terminal, "Nothing to do: the tables match the configuration.");
  if (state === "older")
    print(
      terminal,
      "Processes with a newer configuration are running. While they run, applying this configuration has no effect. To go back, these changes are needed:",
    );
  if (state === "differs" && count === 0)
    print(terminal, "The tables already match; applying only records this configuration as the current one.");
  if (state === "differs" && count > 0) print(terminal, `${count === 1 ? "One change" : `${count} changes`} to the tables:`);
}

function printChange(terminal: Terminal, change: PlannedChange, { sql, isLater }: { sql: boolean; isLater: boolean }): void {
  print(terminal, `  ${change.configPath}: ${describeStep(change.step)}`);
  if (change.estimate) print(terminal, `    ${costOf(change.estimate)}`);
  if (change.lossy !== null) print(terminal, `    LOST: ${change.lossy}`);
  if (isLater && change.takesAway) print(terminal, "    once the last process with an older configuration has ended");
  if (sql) print(terminal, `    ${change.sql};`);
}

/** `cms schema apply`: brings the database to this release and this configuration, like a start of the content service. */
export async function applyPlan(context: CommandContext, { allowLoss }: { readonly allowLoss?: string | true }): Promise<number> {
  const { CMS_ADMIN_EMAIL, ALLOW_DATA_LOSS } = readEnv(context.variables, ["CMS_ADMIN_EMAIL", "ALLOW_DATA_LOSS"]);
  const options = {
    tableChanges,
    convertText: inNewFormats,
    adminEmail: CMS_ADMIN_EMAIL,
    allowDataLoss: allowLoss === undefined ? ALLOW_DATA_LOSS : lossIn(allowLoss),
    patienceMs: PATIENCE_MS,
    onProgress: (sentence: string) => printMessage(context.terminal, sentence),
    onWaiting: createReminder((sentence) => printMessage(context.terminal, `${sentence}.`)),
    signal: context.signal,
  };
  const prepared = await withSite(context, ({ database, schema }) => prepareDatabase(database, schema, options));
  for (const sentence of sentencesOf(prepared)) print(context.terminal, sentence);
  return STATUS.done;
}

/** The option has the values of the variable ALLOW_DATA_LOSS. */
function lossIn(given: string | true): AllowedLoss | undefined {
  return given === true ? true : readEnv({ ALLOW_DATA_LOSS: given }, ["ALLOW_DATA_LOSS"]).ALLOW_DATA_LOSS;
}
