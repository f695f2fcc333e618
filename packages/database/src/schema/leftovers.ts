/** What a change of the configuration leaves for the time when no process works with another one any more. */
import type { TableChange } from "@colophon/engine";
import type pg from "pg";
import type { Database } from "../database.ts";
import { keepLeftovers, leftoversOf } from "../tables/schema-state.ts";
import type { Leftover } from "../tables/schema-state.ts";
import type { Session } from "./session.ts";

/** The changes to make now and those to leave. */
export function divide(changes: readonly TableChange[], besideOlder: boolean): { now: readonly TableChange[]; later: readonly Leftover[] } {
  if (!besideOlder) return { now: changes, later: [] };
  return {
    now: changes.filter(({ takesAway }) => takesAway === undefined),
    later: changes.flatMap(({ sql, takesAway }) => (takesAway === undefined ? [] : [{ sql, takesAway }])),
  };
}

/** The SQL of what the last change was allowed to take away, later. Whether it still is to be, the comparison with the catalog finds out. */
export async function allowedBefore(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const left = await leftoversOf(client);
  return new Set(left.filter(({ takesAway }) => takesAway === "data").map(({ sql }) => sql));
}

/** Before another change: tables are tables again, under their new names alone. Data that was to be taken away stays. */
export async function closeBridges(session: Session): Promise<void> {
  while (await session.transaction("takes the old names away", () => closeOne(session)));
}

/** Does one step, which may be one of many that change rows. @returns whether there may be more */
async function closeOne({ client, run }: Session): Promise<boolean> {
  const left = await leftoversOf(client);
  const bridge = left.find(({ takesAway }) => takesAway === "bridge");
  if (!bridge) return false;
  const { rowCount } = await run(bridge.sql);
  if (!rowCount)
    await keepLeftovers(
      client,
      left.filter((one) => one !== bridge),
    );
  return true;
}

/** Does one of the steps that the last change has left, if the time for it has come. @returns whether there may be more. */
export async function finishChange(database: Pick<Database, "one">): Promise<boolean> {
  const done = await database.one<{ done: boolean }>({ text: "select cms.finish_change() as done" });
  return done?.done ?? false;
}
