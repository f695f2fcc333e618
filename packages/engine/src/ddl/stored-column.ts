/** Where the values of a field are stored now, before the renames of a change. */
import { columnNameOf } from "../names.ts";
import type { Entity, Field, Schema } from "../types.ts";
import { tableKey } from "./catalog.ts";
import type { Catalog, CatalogTable } from "./catalog.ts";
import { tableNamed } from "./current-table.ts";

export interface StoredColumn {
  readonly found: CatalogTable;
  /** Today's names of the table, its column, the entity and the field. */
  readonly at: { readonly table: string; readonly column: string; readonly entity: string; readonly field: string };
}

interface FieldInCatalog {
  readonly schema: Schema;
  readonly entity: Entity;
  readonly field: Field;
  readonly catalog: Catalog;
}

/** Null if there are no rows, or no column of this type. */
export function findStoredColumn({ schema, entity, field, catalog }: FieldInCatalog, sqlType: string): StoredColumn | null {
  const current = tableNamed(schema, entity.table, catalog);
  const found = current && catalog.tables.get(tableKey(current));
  if (!found || found.rows === 0) return null;
  const { renamedFrom } = schema.config.entities.find(({ name: own }) => own === entity.name) ?? {};
  const isRenamed = tableKey(current) !== tableKey(entity.table);
  const names = [field.name, field.definition.renamedFrom ?? field.name];
  const stored = names.find((name) => found.columns.get(columnNameOf(name)) === sqlType);
  if (stored === undefined) return null;
  const at = {
    table: tableKey(current),
    column: columnNameOf(stored),
    entity: isRenamed ? (renamedFrom ?? entity.name) : entity.name,
    field: stored,
  };
  return { found, at };
}
