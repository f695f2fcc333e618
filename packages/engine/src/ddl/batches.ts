/** Row changes in batches, one short transaction each, while the site is running. */
import { literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Table } from "../types.ts";
import type { FillStep } from "./steps/online-steps.ts";
import { FIRST_ID } from "../row-keys.ts";
import { tableKey } from "./catalog.ts";

/** Rows per transaction. */
const BATCH = sql`500`;
const BEGINNING = literal(FIRST_ID);

export interface Batches {
  /** The temporary name of the object that it fills. */
  readonly temporary: string;
  /** Which rows exist, if not all rows of the table. */
  readonly rows?: Sql;
  /** The assignments for the row, which has the alias `t`, and the condition that the row still needs them. */
  readonly set: Sql;
  readonly where: Sql;
}

interface Afterwards extends Omit<Batches, "temporary"> {
  readonly rows: Sql;
}

/** The same after the switch, for `afterwards` of a change. */
export function updatedAfterSwitch(of: Table, { rows, set, where }: Afterwards): string {
  const batch = sql`select id from ${table(of)} where ${rows} and id > $1 order by id limit ${BATCH} for no key update`;
  const changed = sql`update ${table(of)} t set ${set} from batch where t.id = batch.id and ${where}`;
  return textOf(sql`with batch as materialized (${batch}), changed as (${changed}) select max(id::text collate "C") as last from batch`);
}

/** Deletes rows after the switch. */
export function deletedAfterSwitch(of: Table, rows: Sql): string {
  const batch = sql`select id from ${table(of)} where ${rows} and id > $1 order by id limit ${BATCH} for update`;
  const deleted = sql`delete from ${table(of)} t using batch where t.id = batch.id and ${rows}`;
  return textOf(sql`with batch as materialized (${batch}), deleted as (${deleted}) select max(id::text collate "C") as last from batch`);
}

/** In the order of the ids. The progress is kept in a setting of the session; after a restart, rows that are done are skipped. */
export function inBatches(of: Table, { temporary, rows, set, where }: Batches): FillStep {
  const changed = sql`update ${table(of)} t set ${set} from batch where t.id = batch.id and ${where}`;
  return eachBatch(of, { temporary, columns: sql`id`, rows, does: changed });
}

/** Copies whole rows, each in the column `row` of a batch. `copy` returns the row to insert. */
export function copiedInBatches(of: Table, { temporary, row, rows, copy }: Copies): FillStep {
  const added = sql`insert into ${table(of)} select c.* from batch b cross join lateral ${copy} c on conflict do nothing`;
  return eachBatch(of, { temporary, columns: sql`t.id, t as ${row}`, rows, does: added });
}

export interface Copies extends Pick<Batches, "temporary"> {
  readonly row: Sql;
  readonly rows: Sql;
  readonly copy: Sql;
}

interface EachBatch extends Pick<Batches, "temporary"> {
  readonly columns: Sql;
  readonly rows?: Sql | undefined;
  /** A statement that processes the rows of `batch`. */
  readonly does: Sql;
}

/** Processes each batch of rows, in the order of the ids. */
export function eachBatch(of: Table, { temporary, columns, rows, does }: EachBatch): FillStep {
  const setting = literal(temporary.replace(".", ".to_"));
  const from = sql`coalesce(nullif(current_setting(${setting}, true), ''), ${BEGINNING})::uuid`;
  const remaining = rows ? sql`${rows} and id > ${from}` : sql`id > ${from}`;
  const batch = sql`select ${columns} from ${table(of)} t where ${remaining} order by id limit ${BATCH} for no key update`;
  const last = sql`set_config(${setting}, max(id::text collate ${name("C")}), false)`;
  const step = sql`with batch as materialized (${batch}), changed as (${does}) select count(*)::int as done, ${last} from batch`;
  return { kind: "fill", table: tableKey(of), statement: textOf(step) };
}
