/** Tables of nested references while entities and fields still have their old names, and values are still to be converted. */
import { columnNameOf } from "../../names.ts";
import { shapeOfReferences } from "../../references/reference-tables.ts";
import type { FieldReference, ReferenceColumn, ReferenceTable, ReplacedBy } from "../../references/reference-tables.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Entity, Field, Schema } from "../../types.ts";
import { tableKey, typeOf } from "../catalog.ts";
import type { Catalog, CatalogTable } from "../catalog.ts";
import { retyped } from "../columns/retyped-columns.ts";
import { tableNamed } from "../current-table.ts";
import type { Catalogs } from "../current-table.ts";
import { designTables } from "../design.ts";

/** A column whose values are converted. */
export interface Replaced extends ReplacedBy {
  /** Its type. */
  readonly from: string;
  /** The new value of one of that type. */
  readonly valueOf: (old: Sql) => Sql;
}

export type StoredReferences = ReferenceTable<Replaced>;

function entityBefore(schema: Schema, entity: Entity, before: Catalog): Entity | null {
  const table = tableNamed(schema, entity.table, before);
  if (!table || !before.tables.has(tableKey(table))) return null;
  if (tableKey(table) === tableKey(entity.table)) return entity;
  const { renamedFrom = entity.name } = schema.config.entities.find(({ name }) => name === entity.name) ?? {};
  return { ...entity, name: renamedFrom, table };
}

function fieldBefore(field: Field, { columns }: CatalogTable): Field {
  const { renamedFrom = field.name } = field.definition;
  return columns.has(columnNameOf(field.name)) || !columns.has(columnNameOf(renamedFrom)) ? field : { ...field, name: renamedFrom };
}

/** The same table, with its columns and paths, of the records as they are stored now. Null if there are none. */
export function referencesBefore(schema: Schema, table: ReferenceTable, { before, catalog }: Catalogs): StoredReferences | null {
  const entity = entityBefore(schema, table.entity, before);
  const found = entity && before.tables.get(tableKey(entity.table));
  if (!entity || !found || found.rows === 0) return null;
  const replaced = replacedBy(schema, table.entity, catalog);
  const columns = table.columns.map((column): ReferenceColumn<Replaced> => {
    const references = column.references.map(({ replaced: _, ...reference }): FieldReference<Replaced> => {
      const replacement = replaced(reference.field);
      return { ...reference, field: fieldBefore(reference.field, found), ...(replacement && { replaced: replacement }) };
    });
    return { ...column, target: entityBefore(schema, column.target, before) ?? column.target, references };
  });
  return { ...table, entity, columns };
}

/** What replaces the column of a field whose values are converted. */
function replacedBy(schema: Schema, { table: of }: Entity, { tables }: Catalog): (field: Field) => Replaced | null {
  const found = tables.get(tableKey(of));
  const design = designTables(schema).find((table) => table.table === of);
  return (field) => {
    const column = design?.columns.find((column) => column.name === columnNameOf(field.name));
    const change = design && column && found && isConverted(field, found) ? retyped(design, column, found) : null;
    return change && { column: change.temporary, from: typeOf(found?.columns.get(change.column.name) ?? ""), valueOf: change.valueOf };
  };
}

/** Whether values of a field are converted. */
export function isConverted(field: Field, found: CatalogTable | undefined): boolean {
  return (found?.reshaped?.get(columnNameOf(field.name))?.records ?? 0) > 0;
}

/** Whether the names are the same. */
export function areSame(a: ReferenceTable, b: ReferenceTable): boolean {
  return JSON.stringify(shapeOfReferences(a)) === JSON.stringify(shapeOfReferences(b));
}
