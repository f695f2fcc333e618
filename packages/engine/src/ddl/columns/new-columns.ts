/** New columns of a table: added at once, or in advance under temporary names that the switch changes. */
import { literal, name, sql, table, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Schema, Table } from "../../types.ts";
import { aheadName, isAhead } from "../ahead.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable, TableChange } from "../catalog.ts";
import { placeOf } from "../contract.ts";
import type { ColumnDesign, Standing, TableDesign } from "../contract.ts";
import { addColumn, dropColumn, dropDefault, renameColumn, requireValue, typedConstant } from "../render.ts";
import { earlyPlace } from "./remade-columns.ts";

interface NewColumn {
  readonly schema: Schema;
  readonly design: TableDesign;
  readonly column: ColumnDesign;
  readonly found: CatalogTable;
  readonly standing: Standing | null;
}

/** The value of a new column in existing rows: the default locale, or the field's default. */
function firstValue({ config }: Schema, { name: columnName, field, sqlType }: ColumnDesign, rows: number): Sql | null {
  if (columnName === "locale" && !field) return literal(config.defaultLocale);
  const value = field?.definition.default ?? null;
  if (!field || rows === 0 || value === null || field.unique || field.target !== null || sqlType === "jsonb") return null;
  return typedConstant(value, sqlType);
}

/** The temporary name of a column that was added in advance to a table with this number of rows. */
export function earlyColumn(schema: Schema, of: Table, column: ColumnDesign, rows: number): string {
  return aheadName(addColumn(of, column, firstValue(schema, column, rows)));
}

/**
 * A new column with its first values. A constant is set as the column's default while the column is added: PostgreSQL then stores it once
 * and rewrites no row. A column that was added in advance keeps the default until the switch, for processes that don't know the column.
 */
export function newColumn({ schema, design, column, found, standing }: NewColumn): TableChange[] {
  const of = design.table;
  const value = firstValue(schema, column, found.rows);
  const early = earlyColumn(schema, of, column, found.rows);
  const isThere = column.field !== null && found.columns.has(early);
  const first = isThere ? renameColumn(of, early, column.name) : addColumn(of, column, value);
  const own = !column.field && column.name === "translation_group";
  const more = [
    ...(value === null ? [] : [dropDefault(of, column.name)]),
    ...(own ? [sql`update ${table(of)} set ${name(column.name)} = ${name("id")}`] : []),
    ...(!column.field && (value !== null || own) ? [requireValue(of, column.name)] : []),
  ];
  const changes = [first, ...more].map((step): TableChange => ({ sql: textOf(step), lossy: null, place: placeOf(design, column) }));
  if (!standing || !column.field || isThere) return changes;
  const sooner = textOf(addColumn(standing.table, { ...column, name: early }, value));
  return changes.map((change, at) =>
    at === 0 ? { ...change, ahead: [{ kind: "brief", table: tableKey(standing.table), statements: [sooner] }] } : change,
  );
}

/** Columns that were added in advance for a configuration that was not applied. */
export function leftColumns(schema: Schema, design: TableDesign, found: CatalogTable): TableChange[] {
  const taken = new Set(
    design.columns.flatMap((column) => [earlyColumn(schema, design.table, column, found.rows), earlyPlace(design, column, found)]),
  );
  const left = [...found.columns.keys()].filter((column) => isAhead(column) && !taken.has(column));
  return left.map((column) => ({ sql: textOf(dropColumn(design.table, column)), lossy: null, place: design.entity.name }));
}
