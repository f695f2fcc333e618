/** Drops the tables of searched words that earlier versions used, with the triggers that filled them. Indexes replace them. */
import { name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Catalog, TableChange } from "./catalog.ts";

const TRIGGER = /^search\./;
const CONTENT = "content.";
const WORDS = "cms.search.";

function changesAt(place: string, steps: readonly Sql[]): TableChange[] {
  return steps.map((step) => ({ sql: textOf(step), lossy: null, place }));
}

/** The first step, because they read columns that may change. */
export function dropWordsTriggers({ tables }: Catalog): TableChange[] {
  const entities = [...tables].filter(([key]) => key.startsWith(CONTENT));
  return entities.flatMap(([key, { triggers }]) => {
    const of = key.slice(CONTENT.length);
    const found = [...triggers].filter((trigger) => TRIGGER.test(trigger)).toSorted();
    return changesAt(
      of,
      found.map((trigger) => sql`drop trigger ${name(trigger)} on ${table({ schema: "content", name: of })}`),
    );
  });
}

/** The tables and the functions of their triggers. */
export function dropWords({ tables }: Catalog): TableChange[] {
  const found = [...tables.keys()].filter((key) => key.startsWith(WORDS)).toSorted();
  return found.flatMap((key) => {
    const words = { schema: "cms", name: key.slice("cms.".length) } as const;
    const steps = [sql`drop table ${table(words)}`, sql`drop function if exists ${table(words)}()`];
    return changesAt(key.slice(WORDS.length), steps).map((step) => ({ ...step, takesAway: "data" as const }));
  });
}
