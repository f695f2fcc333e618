/** The entities every project has, as the configuration knows them. They obey the same rules as configured ones, but live in schema `cms`. */
import { BUILT_IN_ENTITIES } from "@colophon/config";
import type { BuiltInEntity, EntityDefinition } from "@colophon/config";

/** What is not writable was decided by an asset's bytes, and never changes. */
function definitionOf({ name, fields, writable }: BuiltInEntity): EntityDefinition {
  return { name, fields: fields.map((field) => (writable.includes(field.name) ? field : { ...field, immutable: true })) };
}

/** Definition and table name (in schema `cms`) of every built-in entity. */
export const BUILT_INS: readonly (EntityDefinition & { readonly tableName: string })[] = BUILT_IN_ENTITIES.map((entity) => ({
  ...definitionOf(entity),
  tableName: entity.table,
}));
