/** New columns of a table: added at once, or in advance under temporary names that the switch changes. */
import { literal, textOf } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Schema, Table } from "../../types.ts";
import { temporaryName, isTemporary } from "../ahead.ts";
import { tableKey } from "../catalog.ts";
import type { CatalogTable, TableChange } from "../catalog.ts";
import { placeOf } from "../contract.ts";
import type { ColumnDesign, CurrentTable, TableDesign } from "../contract.ts";
import { addColumn, dropColumn, dropDefault, renameColumn, typedConstant } from "../render.ts";
import { replacementColumn } from "./remade-columns.ts";
import { addTranslationColumn, isTranslationColumn } from "./translation-columns.ts";

interface NewColumn {
  readonly schema: Schema;
  readonly design: TableDesign;
  readonly column: ColumnDesign;
  readonly found: CatalogTable;
  readonly current: CurrentTable | null;
}

/** The value of a new column in existing rows: the default locale, or the field's default. */
function firstValue({ config }: Schema, { name: columnName, field, sqlType }: ColumnDesign, rows: number): Sql | null {
  if (columnName === "locale" && !field) return literal(config.defaultLocale);
  const value = field?.definition.default ?? null;
  if (!field || rows === 0 || value === null || field.unique || field.target !== null || sqlType === "jsonb") return null;
  return typedConstant(value, sqlType);
}

/** The temporary name of a column that was added in advance to a table with this number of rows. */
export function temporaryColumn(schema: Schema, of: Table, column: ColumnDesign, rows: number): string {
  return temporaryName(addColumn(of, column, firstValue(schema, column, rows)));
}

/**
 * A new column with its first values. A constant is set as the column's default while the column is added: PostgreSQL then stores it once
 * and rewrites no row. A column that was added in advance keeps the default until the switch, for processes that don't know the column.
 */
export function newColumn({ schema, design, column, found, current }: NewColumn): TableChange[] {
  const of = design.table;
  const value = firstValue(schema, column, found.rows);
  const temporary = temporaryColumn(schema, of, column, found.rows);
  const isThere = found.columns.has(temporary);
  if (isTranslationColumn(column)) return addTranslationColumn({ design, column, value, temporary, isThere, current });
  const first = isThere ? renameColumn(of, temporary, column.name) : addColumn(of, column, value);
  const steps = [first, ...(value === null ? [] : [dropDefault(of, column.name)])];
  const changes = steps.map((step): TableChange => ({ sql: textOf(step), lossy: null, place: placeOf(design, column) }));
  if (!current || isThere) return changes;
  const inAdvance = textOf(addColumn(current.table, { ...column, name: temporary }, value));
  return changes.map((change, at) =>
    at === 0 ? { ...change, ahead: [{ kind: "brief", table: tableKey(current.table), statements: [inAdvance] }] } : change,
  );
}

/** Columns that were added in advance for a configuration that was not applied. */
export function abandonedColumns(schema: Schema, design: TableDesign, found: CatalogTable): TableChange[] {
  const taken = new Set(
    design.columns.flatMap((column) => [
      temporaryColumn(schema, design.table, column, found.rows),
      replacementColumn(design, column, found),
    ]),
  );
  const left = [...found.columns.keys()].filter((column) => isTemporary(column) && !taken.has(column));
  return left.map((column) => ({ sql: textOf(dropColumn(design.table, column)), lossy: null, place: design.entity.name }));
}
