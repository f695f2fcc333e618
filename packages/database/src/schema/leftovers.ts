/** What a change of the configuration leaves for the time when no process works with another one any more. */
import type { TableChange } from "@colophon/engine";
import type pg from "pg";
import type { Database } from "../database.ts";
import { leftoversOf } from "../tables/schema-state.ts";
import type { Leftover } from "../tables/schema-state.ts";

/** The changes to make now and those to leave. */
export function divide(changes: readonly TableChange[], besideOlder: boolean): { now: readonly TableChange[]; later: readonly Leftover[] } {
  if (!besideOlder) return { now: changes, later: [] };
  return {
    now: changes.filter(({ takesAway }) => takesAway === undefined),
    later: changes.flatMap(({ sql, takesAway }) => (takesAway === undefined ? [] : [{ sql, takesAway }])),
  };
}

/**
 * Before another change: tables are tables again, under their new names alone. Data that was to be taken away stays; whether
 * it still is to be, the comparison with the catalog finds out.
 * @returns the SQL of what was allowed to be taken away.
 */
export async function settleLeftovers(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const left = await leftoversOf(client);
  for (const { sql } of left.filter(({ takesAway }) => takesAway === "bridge")) while (await changesRows(client, sql));
  return new Set(left.filter(({ takesAway }) => takesAway === "data").map(({ sql }) => sql));
}

async function changesRows(client: pg.ClientBase, text: string): Promise<boolean> {
  return ((await client.query(text)).rowCount ?? 0) > 0;
}

/** Does one of the steps that the last change has left, if the time for it has come. @returns whether there may be more. */
export async function finishChange(database: Pick<Database, "one">): Promise<boolean> {
  const done = await database.one<{ done: boolean }>({ text: "select cms.finish_change() as done" });
  return done?.done ?? false;
}
