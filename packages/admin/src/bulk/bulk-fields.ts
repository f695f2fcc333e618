import type { AdminConfig, AdminEntity } from "../api/admin-entities.ts";
import { excludedOf, fieldsOf } from "../record-model/fields.ts";
import { isStoredField, type StoredField } from "../record-model/types.ts";

/** The fields that can be set for several records at once: none with unique values. */
export function bulkFieldsOf(config: AdminConfig, entity: AdminEntity): readonly StoredField[] {
  const uniqueTogether = new Set((entity.unique ?? []).flat());
  const context = { isNew: false, isWritable: entity.can.update, isFixed: true, excluded: excludedOf(config, entity.name, "update") };
  return fieldsOf(entity, context)
    .filter(isStoredField)
    .filter(({ definition, isReadOnly }) => {
      const isUnique = definition.type === "slug" || ("unique" in definition && definition.unique) || uniqueTogether.has(definition.name);
      return !isReadOnly && !isUnique;
    });
}
