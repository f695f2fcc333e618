/** The steps that make a table of links beside the running site: the table, what follows writes, and the batches. */
import { name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { fitName } from "../../names.ts";
import type { Table } from "../../types.ts";
import type { AheadStep, FillStep } from "../ahead.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog } from "../catalog.ts";
import type { TableDesign } from "../contract.ts";
import { pinned } from "../functions/pinned.ts";
import { temporaryIndex } from "../indexes/index-changes.ts";
import { temporaryKey } from "../indexes/key-changes.ts";
import { addForeignKey, createIndex } from "../render.ts";

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
export function followWith(temporary: string, { followed, trigger, body }: Pick<Copying, "followed" | "trigger" | "body">): readonly Sql[] {
  const own = table({ schema: "cms", name: temporary });
  return [
    sql`create or replace function ${own}() returns trigger language plpgsql security definer ${pinned} as ${sql`$$`} begin ${body} return null; end ${sql`$$`}`,
    sql`create or replace trigger ${name(temporary)} ${trigger} on ${table(followed)} for each row execute function ${own}()`,
  ];
}

/** With its index and its keys, under the names that these have until the switch. */
function makeTable(design: TableDesign, { temporary, source, target }: Copying): readonly Sql[] {
  const of: Table = { schema: "content", name: temporary };
  const key = name(fitName(`${design.table.name}_pkey.${temporary.replace("ahead.", "")}`));
  const columns = sql`source_id uuid not null, target_id uuid not null, ${name("position")} integer not null, constraint ${key} primary key (source_id, target_id)`;
  return [
    sql`create table ${table(of)} (${columns})`,
    ...design.indexes.map((index) => createIndex(of, { ...index, name: temporaryIndex(design, index) })),
    ...design.foreignKeys.map((one) =>
      addForeignKey(of, { ...one, name: temporaryKey(design, one), target: one.column === "source_id" ? source : target }),
    ),
  ];
}

/** Begun again it goes on with the table that there is. */
export function copyAhead(design: TableDesign, { tables }: Catalog, copying: Copying): readonly AheadStep[] {
  const { temporary, followed, fill } = copying;
  const made = tables.has(`content.${temporary}`) ? [] : makeTable(design, copying);
  const analyze = sql`analyze ${table({ schema: "content", name: temporary })}`;
  return [
    { kind: "brief", table: tableKey(followed), statements: [...made, ...followWith(temporary, copying)].map(textOf) },
    fill,
    { kind: "check", table: tableKey(followed), statements: [textOf(analyze)] },
  ];
}
