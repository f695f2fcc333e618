/** Brings one table's columns to its design. */
import { empty, name, sql, table, word } from "../sql.ts";
import type { Schema, Table } from "../types.ts";
import type { CatalogTable, TableChange } from "./catalog.ts";
import type { ColumnDesign, TableDesign } from "./contract.ts";
import { addColumn, conversion, convertColumn, dropColumn, textOf } from "./render.ts";

/** `format_type`'s word for a type, as the design spells it. */
function typeOf(catalogType: string): string {
  return catalogType.replace("timestamp(3) with time zone", "timestamptz(3)");
}

/** The configuration's word for a column: `article.title`. */
export function placeOf({ entity, junction }: TableDesign, column?: ColumnDesign): string {
  const field = junction ?? column?.field;
  return field ? `${entity.name}.${field.name}` : entity.name;
}

/** What a column that a filled table gets later must hold at once: rows of before are in the default language. */
function fill(schema: Schema, of: Table, column: ColumnDesign): readonly string[] {
  if (column.field) return [];
  const value = column.name === "locale" ? word(schema.config.defaultLocale) : column.name === "translation_group" ? name("id") : empty;
  if (value === empty) return [];
  const target = name(column.name);
  return [
    textOf(sql`update ${table(of)} set ${target} = ${value}`),
    textOf(sql`alter table ${table(of)} alter column ${target} set not null`),
  ];
}

function changeType(design: TableDesign, column: ColumnDesign, from: string, rows: number): TableChange[] {
  const place = placeOf(design, column);
  const using = conversion(from, column.sqlType, column.name);
  if (using) return [{ sql: textOf(convertColumn(design.table, column, using)), lossy: null, place }];
  const lossy = rows > 0 ? `the values of ${place}, stored as ${from}, can't be kept as ${column.sqlType}` : null;
  return [
    { sql: textOf(dropColumn(design.table, column.name)), lossy, place },
    { sql: textOf(addColumn(design.table, column)), lossy: null, place },
  ];
}

/** Whether the column's values have no way into the new type, so that the column is made anew with its indexes and keys. */
function isReplaced(column: ColumnDesign, from: string): boolean {
  return from !== column.sqlType && conversion(from, column.sqlType, column.name) === null;
}

/** Columns that are made anew: indexes and foreign keys on them go away with the old ones. */
export function replacedColumns(design: TableDesign, found: CatalogTable): ReadonlySet<string> {
  const replaced = design.columns.filter((column) => {
    const from = found.columns.get(column.name);
    return from !== undefined && isReplaced(column, typeOf(from));
  });
  return new Set(replaced.map((column) => column.name));
}

/** Columns added and converted. */
export function columnChanges(schema: Schema, design: TableDesign, found: CatalogTable): TableChange[] {
  return design.columns.flatMap((column) => {
    const stored = found.columns.get(column.name);
    if (stored !== undefined) return typeOf(stored) === column.sqlType ? [] : changeType(design, column, typeOf(stored), found.rows);
    const steps = [textOf(addColumn(design.table, column)), ...fill(schema, design.table, column)];
    return steps.map((step) => ({ sql: step, lossy: null, place: placeOf(design, column) }));
  });
}

/** Columns that the design no longer has. `moved` ones have their values elsewhere by now. */
export function columnDrops(design: TableDesign, found: CatalogTable, moved: ReadonlySet<string>): TableChange[] {
  const wanted = new Set(design.columns.map((column) => column.name));
  const gone = [...found.columns.keys()].filter((column) => !wanted.has(column));
  return gone.map((column) => ({
    sql: textOf(dropColumn(design.table, column)),
    lossy: found.rows > 0 && !moved.has(column) ? `the field ${column} of ${design.entity.name} is gone, with all its values` : null,
    place: `${design.entity.name}.${column}`,
  }));
}
