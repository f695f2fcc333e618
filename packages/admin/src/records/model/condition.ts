import { holds, isPlainObject, type FieldDefinition } from "@colophon/model";

/**
 * Evaluates the `admin.condition` of a field in the same way as the API.
 * @param fields - the fields of the same level, for their types.
 */
export function isShown({ admin }: Pick<FieldDefinition, "admin">, fields: readonly FieldDefinition[], values: unknown): boolean {
  const condition = admin?.condition;
  return condition === undefined || holds(condition, { fields, values: isPlainObject(values) ? values : {}, missing: null });
}
