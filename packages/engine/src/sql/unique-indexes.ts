/** The names of unique indexes: what they enforce holds also between concurrent writes, and PostgreSQL's error names the index. */
import { fitName } from "../names.ts";
import { isLocalized } from "../row-keys.ts";
import type { Entity } from "../types.ts";
import type { UniqueRule } from "../unique-rules.ts";
import { isCollated } from "./text-keys.ts";

/** The name of an index of the entity's table; its kind and its columns are parts of it. */
export function indexName(entity: Entity, prefix: string, columns: readonly string[]): string {
  return fitName([prefix, entity.table.name, ...columns].join("."));
}

/** The columns that contain texts in the order of `collated`. */
export function collatedColumns(entity: Entity, columns: readonly string[]): readonly string[] {
  const texts = entity.fields.filter((field) => isCollated(entity, field));
  const names = new Set(texts.map(({ storage }) => (storage.kind === "column" ? storage.column : "")));
  return columns.filter((column) => names.has(column));
}

/** A unique index over texts in the order of `collated` has another name than one without. */
export function uniqueIndexName(entity: Entity, columns: readonly string[]): string {
  return indexName(entity, collatedColumns(entity, columns).length > 0 ? "distinct" : "unique", columns);
}

/** The columns of the index that enforces a rule. */
export function uniqueColumns({ fields, perLocale }: UniqueRule): readonly string[] {
  const columns = fields.flatMap(({ storage }) => (storage.kind === "column" ? [storage.column] : []));
  return perLocale ? ["locale", ...columns] : columns;
}

/** The name of the index that limits a global to one row, or to one for each locale. */
export function singleIndexName(entity: Entity, isPerLocale = isLocalized(entity)): string {
  return indexName(entity, "single", isPerLocale ? ["locale"] : []);
}
