/**
 * Columns of a table with rows whose type changes. A new column is filled while the site is running: a trigger converts what is written
 * meanwhile, batches convert the rest. The switch replaces the old column by it.
 */
import { column as columnOf, empty, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import { inBatches } from "../batches.ts";
import { tableKey, typeOf } from "../catalog.ts";
import type { CatalogTable } from "../catalog.ts";
import type { ColumnDesign, TableDesign } from "../contract.ts";
import { pinned } from "../functions/pinned.ts";
import { converted, indexWritten, keptUntilWritten, resultsKeyOf } from "../rich-text/converted-texts.ts";
import { valueWithTexts } from "../shapes/nested-values.ts";
import { losesSome, reshaping } from "../shapes/reshaped-columns.ts";
import { temporaryName } from "../steps/online-steps.ts";
import type { OnlineStep } from "../steps/online-steps.ts";
import type { Step } from "../steps/step.ts";
import { conversion, narrowing } from "./conversions.ts";

export interface Retyped {
  readonly column: ColumnDesign;
  /** The temporary name of the new column, its trigger and the trigger's function. */
  readonly temporary: string;
  /** Converts a value of the old type to the new type. */
  readonly valueOf: (old: Sql) => Sql;
  /** The condition for refusing a write to the old column, by its name, while both exist. */
  readonly refuses?: (from: string) => Sql | null;
  /** What a write to the old column, by its name, sets while both exist, unless it is the converted value. */
  readonly follows?: (from: string) => Sql;
}

/** A conversion of values of the stored type into the column's: one that keeps them all, or one that keeps those that fit. */
export function conversionTo({ sqlType }: ColumnDesign, from: string): ((old: Sql) => Sql) | null {
  const probe = conversion(from, sqlType, sql`_`) ?? narrowing(from, sqlType, sql`_`);
  return probe && ((old) => conversion(from, sqlType, old) ?? narrowing(from, sqlType, old) ?? old);
}

/** Null for a column whose type does not change or cannot be converted, whose stored JSON has its shape already, or without rows. */
export function retyped(design: TableDesign, column: ColumnDesign, found: CatalogTable): Retyped | null {
  const stored = found.columns.get(column.name);
  if (stored === undefined || found.rows === 0) return null;
  const isReshaped = typeOf(stored) === column.sqlType;
  const text = changedText(design, column, found);
  if (text) return text;
  const valueOf = isReshaped ? reshaping(column, found) : conversionTo(column, typeOf(stored));
  if (!valueOf) return null;
  const temporary = temporaryName({ kind: "convertColumn", table: design.table, column, using: valueOf(name(column.name)) });
  return { column, temporary, valueOf, ...(isReshaped && { refuses: (from) => losesSome(column, from) }) };
}

/** A column of rich text that changes its format, or of values that contain such texts. */
function changedText({ table: of, entity }: TableDesign, column: ColumnDesign, found: CatalogTable): Retyped | null {
  const { field, sqlType } = column;
  const texts = found.reshaped?.get(column.name)?.texts;
  if (!field || !texts) return null;
  const valueOf = (old: Sql): Sql =>
    texts.isNested ? valueWithTexts(entity, field, old) : converted(resultsKeyOf(entity, field), sqlType, old);
  const temporary = temporaryName({ kind: "convertColumn", table: of, column, using: valueOf(name(column.name)) });
  return { column, temporary, valueOf, follows: (from) => keptUntilWritten(from, temporary) };
}

const functionOf = (temporary: string): Table => ({ schema: "cms", name: temporary });

function prepared(of: Table, from: string, { column, temporary, valueOf, refuses, follows }: Retyped): readonly Step[] {
  const value = follows?.(from) ?? valueOf(columnOf("new", from));
  const refused = refuses?.(from);
  const refusal = refused
    ? sql`if ${refused} then raise exception 'the new configuration cannot hold this value' using errcode = '55P03'; end if; `
    : empty;
  const body = sql`begin ${refusal}${columnOf("new", temporary)} := ${value}; return new; end`;
  const calls = sql`${table(functionOf(temporary))}()`;
  const made = sql`create or replace function ${calls} returns trigger language plpgsql ${pinned} as ${sql`$$`} ${body} ${sql`$$`}`;
  const trigger = { name: temporary, when: sql`before insert or update`, calls };
  return [
    { kind: "addColumn", table: of, column: { ...column, name: temporary }, ifMissing: true },
    { kind: "createFunction", definition: textOf(made), purpose: "advance" },
    { kind: "createTrigger", table: of, trigger, purpose: "advance", orReplace: true },
  ];
}

/** The steps that run in advance on the current table, where the column may have another name. */
export function retypeOnline(of: Table, from: string, retyped: Retyped): readonly OnlineStep[] {
  const at = tableKey(of);
  const [own, value] = [columnOf("t", retyped.temporary), retyped.valueOf(columnOf("t", from))];
  return [
    { kind: "brief", table: at, steps: prepared(of, from, retyped) },
    inBatches(of, {
      temporary: retyped.temporary,
      set: sql`${name(retyped.temporary)} = ${value}`,
      where: sql`${own} is distinct from ${value}`,
    }),
    ...(retyped.follows ? [{ kind: "index", table: at, steps: indexWritten(of, from, retyped.temporary) } as const] : []),
    { kind: "check", table: at, steps: [{ kind: "analyze", table: of, column: retyped.temporary }] },
  ];
}

export function dropFollower(of: Table, temporary: string): readonly Step[] {
  return [
    { kind: "dropTrigger", table: of, name: temporary, purpose: "advance" },
    { kind: "dropFunction", function: functionOf(temporary), purpose: "advance" },
  ];
}

/** The new column replaces the old one; if it was not filled in advance, it is filled now. */
export function retypeSteps(
  { table: of }: TableDesign,
  { column, temporary, valueOf }: Retyped,
  { triggers }: CatalogTable,
): readonly Step[] {
  const { name: own, sqlType } = column;
  const values = valueOf(name(own));
  const filled: Step = { kind: "addFilledColumn", table: of, column: { name: temporary, sqlType }, values, replaces: own };
  return [
    ...(triggers.has(temporary) ? dropFollower(of, temporary) : [filled]),
    { kind: "dropColumn", table: of, column: own },
    { kind: "renameColumn", table: of, from: temporary, to: own },
  ];
}
