/**
 * The entities that every project has, in the form of a configuration. They follow the same rules as configured ones, but are in the schema
 * `cms`.
 */
import { BUILT_IN_ENTITIES } from "@colophon/config";
import type { BuiltInEntity, EntityDefinition } from "@colophon/config";

/** Fields that are not writable are derived from an asset's bytes, and never change. */
function definitionOf({ name, fields, writable }: BuiltInEntity): EntityDefinition {
  return { name, fields: fields.map((field) => (writable.includes(field.name) ? field : { ...field, immutable: true })) };
}

/** Definition and table name (in schema `cms`) of every built-in entity. */
export const BUILT_INS: readonly (EntityDefinition & { readonly tableName: string })[] = BUILT_IN_ENTITIES.map((entity) => ({
  ...definitionOf(entity),
  tableName: entity.table,
}));
