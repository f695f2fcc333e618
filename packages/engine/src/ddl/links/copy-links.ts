/** The steps that make a table of links beside the running site: the table, what follows writes, and the batches. */
import { name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { fitName } from "../../names.ts";
import type { Table } from "../../types.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog } from "../catalog.ts";
import type { TableDesign } from "../contract.ts";
import { pinned } from "../functions/pinned.ts";
import { temporaryIndex } from "../indexes/index-changes.ts";
import { temporaryKey } from "../indexes/key-changes.ts";
import type { OnlineStep, FillStep } from "../steps/online-steps.ts";
import type { Step } from "../steps/step.ts";

export interface Copying {
  readonly temporary: string;
  /** The tables of both ends, as they are called before the switch. */
  readonly source: Table;
  readonly target: Table;
  /** The table whose writes are followed. */
  readonly followed: Table;
  /** When: `after insert or …`. */
  readonly trigger: Sql;
  /** What is done for each row, as statements of PL/pgSQL. */
  readonly body: Sql;
  readonly fill: FillStep;
}

/** A trigger and its function, which runs as the owner of the tables: who writes records may not know the new ones. */
export function followWith(
  temporary: string,
  { followed, trigger, body }: Pick<Copying, "followed" | "trigger" | "body">,
): readonly Step[] {
  const own = table({ schema: "cms", name: temporary });
  const calls = sql`${own}()`;
  const made = sql`create or replace function ${calls} returns trigger language plpgsql security definer ${pinned} as ${sql`$$`} begin ${body} return null; end ${sql`$$`}`;
  return [
    { kind: "createFunction", definition: textOf(made), purpose: "advance" },
    { kind: "createTrigger", table: followed, trigger: { name: temporary, when: trigger, calls }, purpose: "advance", orReplace: true },
  ];
}

/** With its index and its keys, under the names that these have until the switch. */
function makeTable(design: TableDesign, { temporary, source, target }: Copying): readonly Step[] {
  const of: Table = { schema: "content", name: temporary };
  const key = name(fitName(`${design.table.name}_pkey.${temporary.replace("ahead.", "")}`));
  const lines = [
    sql`source_id uuid not null, target_id uuid not null, ${name("position")} integer not null`,
    sql`constraint ${key} primary key (source_id, target_id)`,
  ];
  const indexes = design.indexes.map((index) => ({ ...index, name: temporaryIndex(design, index) }));
  const keys = design.foreignKeys.map((key) => {
    return { ...key, name: temporaryKey(design, key), target: key.column === "source_id" ? source : target };
  });
  return [
    { kind: "createTable", table: of, lines },
    ...indexes.map((index) => ({ kind: "createIndex", table: of, index }) as const),
    ...keys.map((key) => ({ kind: "addForeignKey", table: of, key: key }) as const),
  ];
}

/** Begun again it goes on with the table that there is. */
export function copyOnline(design: TableDesign, { tables }: Catalog, copying: Copying): readonly OnlineStep[] {
  const { temporary, followed, fill } = copying;
  const made = tables.has(`content.${temporary}`) ? [] : makeTable(design, copying);
  const links: Table = { schema: "content", name: temporary };
  return [
    { kind: "brief", table: tableKey(followed), steps: [...made, ...followWith(temporary, copying)] },
    fill,
    { kind: "check", table: tableKey(followed), steps: [{ kind: "analyze", table: links }] },
  ];
}
