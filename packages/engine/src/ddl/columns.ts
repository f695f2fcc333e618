/** Brings one table's columns to its design. */
import { literal, name, sql, table, textOf } from "../sql/sql.ts";
import type { Sql } from "../sql/sql.ts";
import type { Schema, Table } from "../types.ts";
import type { CatalogTable, TableChange } from "./catalog.ts";
import type { ColumnDesign, TableDesign } from "./contract.ts";
import { followInVersions } from "./followed-versions.ts";
import { addColumn, conversion, convertColumn, dropColumn, dropDefault, narrowing, requireValue, typedConstant } from "./render.ts";

/** `format_type`'s word for a type, as the design spells it. */
function typeOf(catalogType: string): string {
  return catalogType.replace("timestamp(3) with time zone", "timestamptz(3)");
}

/** The configuration's word for a column: `article.title`. */
export function placeOf({ entity, junction }: TableDesign, column?: ColumnDesign): string {
  const field = junction ?? column?.field;
  return field ? `${entity.name}.${field.name}` : entity.name;
}

/** The value that all rows of before have in a column that comes later: the default language, or the field's default. */
function firstValue({ config }: Schema, { name: columnName, field, sqlType }: ColumnDesign): Sql | null {
  if (columnName === "locale" && !field) return literal(config.defaultLocale);
  const value = field?.definition.default ?? null;
  if (!field || value === null || field.unique || field.target !== null || sqlType === "jsonb") return null;
  return typedConstant(value, sqlType);
}

/**
 * A new column with its first values. A constant is given as the column's default for as long as the column is added:
 * PostgreSQL then keeps it once, beside the table, and rewrites no row.
 */
function newColumn(schema: Schema, of: Table, column: ColumnDesign, rows: number): readonly string[] {
  const value = column.field && rows === 0 ? null : firstValue(schema, column);
  const steps = value === null ? [addColumn(of, column)] : [addColumn(of, column, value), dropDefault(of, column.name)];
  if (column.name === "translation_group" && !column.field) steps.push(sql`update ${table(of)} set ${name(column.name)} = ${name("id")}`);
  const isRequired = !column.field && (value !== null || column.name === "translation_group");
  return [...steps, ...(isRequired ? [requireValue(of, column.name)] : [])].map(textOf);
}

const FOLLOWED: Readonly<Record<string, "list" | "one">> = { "text → text[]": "list", "text[] → text": "one" };

function changeType(design: TableDesign, column: ColumnDesign, from: string, rows: number): TableChange[] {
  const { sqlType: to, field } = column;
  const place = placeOf(design, column);
  const whole = conversion(from, to, column.name);
  const way = whole ?? narrowing(from, to, column.name);
  const loss = way ? `can be kept as ${to} only as far as they fit` : `can't be kept as ${to}`;
  const lossy = rows > 0 && !whole ? `the values of ${place}, stored as ${from}, ${loss}` : null;
  const followed = field && FOLLOWED[`${from} → ${to}`];
  const steps = way
    ? [textOf(convertColumn(design.table, column, way)), ...(followed ? [followInVersions(design.entity.name, field.name, followed)] : [])]
    : [textOf(dropColumn(design.table, column.name)), textOf(addColumn(design.table, column))];
  return steps.map((step, at) => ({ sql: step, lossy: at === 0 ? lossy : null, place }));
}

/** Whether the column's values have no way into the new type, so that the column is made anew with its indexes and keys. */
function isReplaced(column: ColumnDesign, from: string): boolean {
  const { sqlType, name: own } = column;
  return from !== sqlType && conversion(from, sqlType, own) === null && narrowing(from, sqlType, own) === null;
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
    const steps = newColumn(schema, design.table, column, found.rows);
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
    ...(!moved.has(column) && { takesAway: "data" as const }),
  }));
}
