/** Steps of a change that wait until no process works with another configuration. */
import { FIRST_ID } from "@colophon/engine";
import type { TableChange } from "@colophon/engine";
import type { Database } from "../database.ts";
import { storeDeferredSteps, deferredStepsOf } from "../tables/schema-state.ts";
import type { DeferredStep } from "../tables/schema-state.ts";
import type { MigrationConnection } from "./migration-connection.ts";

/** The changes to make now, and those for later. */
export function divide(
  changes: readonly TableChange[],
  hasOlderProcesses: boolean,
): { now: readonly TableChange[]; later: readonly DeferredStep[] } {
  const afterwards = changes.flatMap((change) => (change.afterwards === undefined ? [] : [{ sql: change.afterwards, from: FIRST_ID }]));
  if (!hasOlderProcesses) return { now: changes, later: afterwards };
  const taking = changes.flatMap(({ sql, takesAway }) => (takesAway === undefined ? [] : [{ sql, takesAway }]));
  return { now: changes.filter(({ takesAway }) => takesAway === undefined), later: [...taking, ...afterwards] };
}

/** The SQL of the removals that the last change deferred. The comparison with the catalog decides whether they are still needed. */
export function allowedBefore(left: readonly DeferredStep[]): ReadonlySet<string> {
  return new Set(left.filter(({ takesAway }) => takesAway === "data").map(({ sql }) => sql));
}

/** Whether a step has to be done before another change: it removes a view for old names, or completes rows. */
export function isUnfinished({ takesAway, from }: DeferredStep): boolean {
  return takesAway === "bridge" || from !== undefined;
}

/** Does these steps of the last change. Data that was to be removed stays. */
export async function finishDeferredSteps(connection: MigrationConnection): Promise<void> {
  while (await connection.transaction("finishes the last change", () => finishOne(connection)));
}

/** Runs one step, which may be one of many that change rows. @returns whether there may be more */
async function finishOne({ client, run }: MigrationConnection): Promise<boolean> {
  const left = await deferredStepsOf(client);
  const step = left.find(isUnfinished);
  if (!step) return false;
  const { rowCount, rows } = await run<{ last?: string | null }>(step.sql, step.from === undefined ? [] : [step.from]);
  const from = step.from === undefined ? undefined : rows[0]?.last;
  const isDone = step.from === undefined ? !rowCount : !from;
  const remaining = left.flatMap((deferred) => (deferred !== step ? [deferred] : isDone ? [] : [{ ...step, ...(from && { from }) }]));
  await storeDeferredSteps(client, remaining);
  return true;
}

/** Runs one of the remaining steps of the last change, if it can run already. @returns whether there may be more. */
export async function finishChange(database: Pick<Database, "one">): Promise<boolean> {
  const done = await database.one<{ done: boolean }>({ text: "select cms.finish_change() as done" });
  return done?.done ?? false;
}
