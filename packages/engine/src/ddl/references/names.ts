/** Tables of nested references while entities and fields still have their old names. */
import { columnNameOf } from "../../names.ts";
import { shapeOfReferences } from "../../references/reference-tables.ts";
import type { ReferenceColumn, ReferenceTable } from "../../references/reference-tables.ts";
import type { Entity, Field, Schema } from "../../types.ts";
import { tableKey } from "../catalog.ts";
import type { Catalog, CatalogTable } from "../catalog.ts";
import { tableNamed } from "../current-table.ts";

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
export function referencesBefore(schema: Schema, one: ReferenceTable, before: Catalog): ReferenceTable | null {
  const entity = entityBefore(schema, one.entity, before);
  const found = entity && before.tables.get(tableKey(entity.table));
  if (!entity || !found || found.rows === 0) return null;
  const columns = one.columns.map((column): ReferenceColumn => {
    const references = column.references.map((reference) => ({ ...reference, field: fieldBefore(reference.field, found) }));
    return { ...column, target: entityBefore(schema, column.target, before) ?? column.target, references };
  });
  return { ...one, entity, columns };
}

/** Whether the names are the same. */
export function areSame(one: ReferenceTable, other: ReferenceTable): boolean {
  return JSON.stringify(shapeOfReferences(one)) === JSON.stringify(shapeOfReferences(other));
}
