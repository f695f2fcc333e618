/**
 * Columns of a table with rows whose type changes. A new column is filled while the site is running: a trigger converts what is written
 * meanwhile, batches convert the rest. The switch replaces the old column by it.
 */
import { column as columnOf, name, sql, table, textOf, typeName } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import { aheadName } from "../ahead.ts";
import type { AheadStep } from "../ahead.ts";
import { inBatches } from "../batches.ts";
import { tableKey, typeOf } from "../catalog.ts";
import type { CatalogTable } from "../catalog.ts";
import type { ColumnDesign, TableDesign } from "../contract.ts";
import { addColumn, conversion, convertColumn, dropColumn, narrowing, renameColumn } from "../render.ts";

export interface Retyped {
  readonly column: ColumnDesign;
  /** The temporary name of the new column, its trigger and the trigger's function. */
  readonly early: string;
  /** Converts a value of the old type to the new type. */
  readonly valueOf: (old: Sql) => Sql;
}

/** A conversion of values of the stored type into the column's: one that keeps them all, or one that keeps those that fit. */
export function wayInto({ sqlType }: ColumnDesign, from: string): ((old: Sql) => Sql) | null {
  const probe = conversion(from, sqlType, sql`_`) ?? narrowing(from, sqlType, sql`_`);
  return probe && ((old) => conversion(from, sqlType, old) ?? narrowing(from, sqlType, old) ?? old);
}

/** Null for a column whose type does not change or cannot be converted, or without rows. */
export function retyped(design: TableDesign, column: ColumnDesign, found: CatalogTable): Retyped | null {
  const stored = found.columns.get(column.name);
  if (stored === undefined || found.rows === 0 || typeOf(stored) === column.sqlType) return null;
  const valueOf = wayInto(column, typeOf(stored));
  return valueOf && { column, early: aheadName(convertColumn(design.table, column, valueOf(name(column.name)))), valueOf };
}

const functionOf = (early: string): Sql => table({ schema: "cms", name: early });

function prepared(of: Table, from: string, { column, early, valueOf }: Retyped): readonly Sql[] {
  const value = valueOf(columnOf("new", from));
  const body = sql`begin ${columnOf("new", early)} := ${value}; return new; end`;
  return [
    sql`alter table ${table(of)} add column if not exists ${name(early)} ${typeName(column.sqlType)}`,
    sql`create or replace function ${functionOf(early)}() returns trigger language plpgsql as ${sql`$$`} ${body} ${sql`$$`}`,
    sql`create or replace trigger ${name(early)} before insert or update on ${table(of)} for each row execute function ${functionOf(early)}()`,
  ];
}

/** The steps that run in advance on the current table, where the column may have another name. */
export function retypeAhead(of: Table, from: string, one: Retyped): readonly AheadStep[] {
  const at = tableKey(of);
  const [own, value] = [columnOf("t", one.early), one.valueOf(columnOf("t", from))];
  return [
    { kind: "brief", table: at, statements: prepared(of, from, one).map(textOf) },
    inBatches(of, { early: one.early, set: sql`${name(one.early)} = ${value}`, where: sql`${own} is distinct from ${value}` }),
    { kind: "check", table: at, statements: [textOf(sql`analyze ${table(of)} (${name(one.early)})`)] },
  ];
}

export function dropFollower(of: Table, early: string): readonly Sql[] {
  return [sql`drop trigger ${name(early)} on ${table(of)}`, sql`drop function ${functionOf(early)}()`];
}

/** The new column replaces the old one; if it was not filled in advance, it is filled now. */
export function retypeSteps({ table: of }: TableDesign, { column, early, valueOf }: Retyped, { triggers }: CatalogTable): readonly Sql[] {
  const fill = sql`update ${table(of)} set ${name(early)} = ${valueOf(name(column.name))}`;
  const first = triggers.has(early) ? dropFollower(of, early) : [sql`${addColumn(of, { ...column, name: early })}; ${fill}`];
  return [...first, dropColumn(of, column.name), renameColumn(of, early, column.name)];
}
