/** Finds where what a configuration wants stands now, before renames. */
import { columnNameOf, fitName } from "../names.ts";
import type { Schema, Table } from "../types.ts";
import { tableKey, typeOf } from "./catalog.ts";
import type { Catalog, CatalogTable } from "./catalog.ts";
import type { ColumnDesign, Standing, TableDesign } from "./contract.ts";
import { earlyColumn } from "./columns/new-columns.ts";
import { retyped } from "./columns/retyped-columns.ts";

function tablesBefore(schema: Schema, { table, entity, junction }: TableDesign): readonly Table[] {
  const named = (of: string): Table => ({ schema: "content", name: fitName(of) });
  const before = schema.config.entities.find(({ name }) => name === entity.name)?.renamedFrom ?? entity.name;
  if (!junction) return [table, named(before)];
  const field = junction.definition.renamedFrom ?? junction.name;
  return [table, named(`${before}__${field}`), named(`${entity.name}__${field}`), named(`${before}__${junction.name}`)];
}

function columnBefore(schema: Schema, design: TableDesign, found: CatalogTable, column: ColumnDesign): string | null {
  const from = column.field?.definition.renamedFrom;
  const names = [column.name, ...(from === undefined ? [] : [columnNameOf(from)])];
  const stored = names.find((one) => found.columns.has(one));
  if (stored !== undefined && typeOf(found.columns.get(stored) ?? "") === column.sqlType) return stored;
  if (stored !== undefined) return retyped(design, column, found)?.early ?? null;
  return column.field ? earlyColumn(schema, design.table, column, found.rows) : null;
}

/** The table as it is called now, or null for one that is still to be made. */
export function tableBefore(schema: Schema, design: TableDesign, before: Catalog): Table | null {
  return tablesBefore(schema, design).find((one) => before.tables.has(tableKey(one))) ?? null;
}

/** Null for a table that is still to be made, or is empty: the switch makes all of it at once. */
export function standingOf(schema: Schema, design: TableDesign, before: Catalog): Standing | null {
  const of = tableBefore(schema, design, before);
  const found = of && before.tables.get(tableKey(of));
  if (!found || found.rows === 0) return null;
  const columns = new Map(design.columns.map((column) => [column.name, columnBefore(schema, design, found, column)]));
  return { table: of, found, columnOf: (name) => columns.get(name) ?? null };
}
