/** Finds the current tables and columns of what a configuration needs, before renames. */
import { columnNameOf, fitName } from "../names.ts";
import type { Entity, Field, Schema, Table } from "../types.ts";
import { tableKey, typeOf } from "./catalog.ts";
import type { Catalog, CatalogTable } from "./catalog.ts";
import type { ColumnDesign, CurrentTable, TableDesign } from "./contract.ts";
import { temporaryColumn } from "./columns/new-columns.ts";
import { replacementColumn } from "./columns/remade-columns.ts";

/** A table before and after the renames. */
interface Found {
  readonly before: CatalogTable;
  readonly after: CatalogTable;
}

export interface Catalogs {
  readonly before: Catalog;
  /** After the renames. */
  readonly catalog: Catalog;
}

function tablesBefore(schema: Schema, { table, entity, junction }: Pick<TableDesign, "table" | "entity" | "junction">): readonly Table[] {
  const named = (of: string): Table => ({ schema: "content", name: fitName(of) });
  const before = schema.config.entities.find(({ name }) => name === entity.name)?.renamedFrom ?? entity.name;
  if (!junction) return [table, named(before)];
  const field = junction.definition.renamedFrom ?? junction.name;
  return [table, named(`${before}__${field}`), named(`${entity.name}__${field}`), named(`${before}__${junction.name}`)];
}

/** The current name of a relation's junction table, null if there is none. */
export function junctionBefore(schema: Schema, entity: Entity, field: Field, before: Catalog): Table | null {
  const own: Table = { schema: "content", name: fitName(`${entity.name}__${field.name}`) };
  return tablesBefore(schema, { table: own, entity, junction: field }).find((former) => before.tables.has(tableKey(former))) ?? null;
}

/** The column that has the current values, whatever their type; undefined for a new one. */
function storedName({ name, field }: ColumnDesign, { columns }: CatalogTable): string | undefined {
  const from = field?.definition.renamedFrom;
  return [name, ...(from === undefined ? [] : [columnNameOf(from)])].find((former) => columns.has(former));
}

function columnBefore(schema: Schema, design: TableDesign, { before, after }: Found, column: ColumnDesign): string | null {
  const temporary = replacementColumn(design, column, after);
  if (temporary !== null) return temporary;
  const stored = storedName(column, before);
  if (stored !== undefined) return typeOf(before.columns.get(stored) ?? "") === column.sqlType ? stored : null;
  return temporaryColumn(schema, design.table, column, before.rows);
}

/** The table under its current name, or null if it does not exist yet. */
export function tableBefore(schema: Schema, design: TableDesign, before: Catalog): Table | null {
  return tablesBefore(schema, design).find((former) => before.tables.has(tableKey(former))) ?? null;
}

/** The current name of an entity's table, null if it does not exist yet; a table that isn't an entity's is returned as it is. */
export function tableNamed(schema: Schema, of: Table, before: Catalog): Table | null {
  const entity = schema.config.entities.find(({ name }) => schema.entities.get(name)?.table === of);
  if (!entity) return of;
  const { name, renamedFrom = name } = entity;
  return [of, { ...of, name: fitName(renamedFrom) }].find((former) => before.tables.has(tableKey(former))) ?? null;
}

/** Null for a table that does not exist yet, or is empty: the switch then does everything at once. */
export function currentTableOf(schema: Schema, design: TableDesign, { before, catalog }: Catalogs): CurrentTable | null {
  const of = tableBefore(schema, design, before);
  const found = of && before.tables.get(tableKey(of));
  const after = catalog.tables.get(tableKey(design.table));
  if (!found || !after || found.rows === 0) return null;
  const columns = new Map(design.columns.map((column) => [column.name, columnBefore(schema, design, { before: found, after }, column)]));
  const stored = new Map(design.columns.map((column) => [column.name, storedName(column, found)]));
  return {
    table: of,
    found,
    columnOf: (name) => columns.get(name) ?? null,
    storedAs: (name) => stored.get(name) ?? null,
    tableOf: (table) => tableNamed(schema, table, before),
  };
}
