/**
 * The columns of an entity that becomes translatable, or no longer is. New ones are added and filled while the site is running; processes
 * that don't know them write their defaults. Each record is in a translation group of its own.
 */
import { column as columnOf, literal, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Schema, Table } from "../../types.ts";
import { temporaryName } from "../ahead.ts";
import type { AheadStep } from "../ahead.ts";
import { inBatches } from "../batches.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable, TableChange } from "../catalog.ts";
import { placeOf } from "../contract.ts";
import type { ColumnDesign, CurrentTable, TableDesign } from "../contract.ts";
import { addColumn, dropDefault, renameColumn, requireValue } from "../render.ts";

interface Added {
  readonly design: TableDesign;
  readonly column: ColumnDesign;
  /** The value in all existing rows; null if each has a group of its own. */
  readonly value: Sql | null;
  /** The name of the column that is added in advance. */
  readonly temporary: string;
  readonly isThere: boolean;
  readonly current: CurrentTable | null;
}

export function isTranslationColumn({ name: own, field }: ColumnDesign): boolean {
  return field === null && (own === "locale" || own === "translation_group");
}

/** PostgreSQL would write each row if a column was added with a default that is not constant. */
function added(of: Table, column: ColumnDesign, value: Sql | null): readonly Sql[] {
  if (value) return [addColumn(of, column, value)];
  return [addColumn(of, column), sql`alter table ${table(of)} alter column ${name(column.name)} set default gen_random_uuid()`];
}

function addAhead({ column, value, temporary, isThere }: Added, { table: of }: CurrentTable): readonly AheadStep[] {
  const statements = added(of, { ...column, name: temporary }, value).map(textOf);
  const add: readonly AheadStep[] = isThere ? [] : [{ kind: "brief", table: tableKey(of), statements }];
  if (value) return add;
  const own = sql`${name(temporary)} = ${columnOf("t", "id")}`;
  return [...add, inBatches(of, { temporary, set: own, where: sql`${columnOf("t", temporary)} is null` })];
}

/** A valid constraint, because of which PostgreSQL reads no row for `set not null`. */
function checkAhead({ temporary }: Added, checked: string, { table: of }: CurrentTable): readonly AheadStep[] {
  const statements = [
    dropCheck(of, checked),
    sql`alter table ${table(of)} add constraint ${name(checked)} check (${name(temporary)} is not null) not valid`,
  ];
  const validated = [sql`alter table ${table(of)} validate constraint ${name(checked)}`, sql`analyze ${table(of)} (${name(temporary)})`];
  return [
    { kind: "brief", table: tableKey(of), statements: statements.map(textOf) },
    { kind: "check", table: tableKey(of), statements: validated.map(textOf) },
  ];
}

function dropCheck(of: Table, checked: string): Sql {
  return sql`alter table ${table(of)} drop constraint if exists ${name(checked)}`;
}

function addAtOnce(of: Table, column: ColumnDesign, value: Sql | null): string {
  const filled = sql`update ${table(of)} set ${name(column.name)} = ${name("id")}`;
  return [...added(of, column, value), ...(value ? [] : [filled])].map(textOf).join("; ");
}

export function addTranslationColumn(one: Added): TableChange[] {
  const { design, column, value, temporary, isThere, current } = one;
  const { table: of } = design;
  const required = requireValue(of, column.name);
  const checked = temporaryName(required);
  const change = (step: string, ahead: readonly AheadStep[] | null): TableChange => {
    return { sql: step, lossy: null, place: placeOf(design, column), ...(ahead && ahead.length > 0 && { ahead }) };
  };
  return [
    change(isThere ? textOf(renameColumn(of, temporary, column.name)) : addAtOnce(of, column, value), current && addAhead(one, current)),
    change(textOf(required), current && checkAhead(one, checked, current)),
    ...(isThere ? [change(textOf(dropCheck(of, checked)), null)] : []),
  ];
}

/** Defaults that processes with the previous configuration need. A view with old names must not be in the table's place. */
export function endDefaults(design: TableDesign, found: CatalogTable): TableChange[] {
  const fresh = design.columns.filter((column) => isTranslationColumn(column) && !found.columns.has(column.name));
  return fresh.map((column) => ({
    sql: textOf(dropDefault(design.table, column.name)),
    lossy: null,
    place: placeOf(design, column),
    takesAway: "bridge",
  }));
}

/** While older processes need the columns of an entity that is no longer translatable, the others write their defaults. */
export function keepWritable(
  { config: { defaultLocale } }: Schema,
  { table: of, entity, junction }: TableDesign,
  found: CatalogTable,
): TableChange[] {
  if (entity.translatable || junction !== null || !found.columns.has("translation_group")) return [];
  const locale = sql`alter column ${name("locale")} set default ${literal(defaultLocale)}`;
  const step = sql`alter table ${table(of)} ${locale}, alter column ${name("translation_group")} set default gen_random_uuid()`;
  return [{ sql: textOf(step), lossy: null, place: entity.name }];
}
