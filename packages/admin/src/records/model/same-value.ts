/** Whether a field has the same value: members that are left out count as null, but inside JSON, which is as somebody wrote it. */
import { isPlainObject } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";

/** Whether two values are the same JSON; a missing member is equal to null. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one ?? null, other ?? null)) return true;
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  if (!isPlainObject(one) || !isPlainObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isEqual(one[key], other[key]));
}

export function isSameValue(definition: FieldDefinition, one: unknown, other: unknown): boolean {
  return isEqual(one, other) && hasSameJson(definition, one, other);
}

/** Of two values that are equal otherwise. */
function hasSameJson(definition: FieldDefinition, one: unknown, other: unknown): boolean {
  if (definition.type === "json") return isWrittenAlike(one ?? null, other ?? null);
  if (definition.type === "object") return haveSameJson(definition.fields, one, other);
  if (!Array.isArray(one) || !Array.isArray(other)) return true;
  if (definition.type === "array") return one.every((item, at) => hasSameJson(definition.of as FieldDefinition, item, other[at]));
  if (definition.type !== "blocks") return true;
  return one.every((block, at) => {
    const kind = isPlainObject(block) ? definition.blocks.find(({ name }) => name === block["_type"]) : undefined;
    return kind === undefined || haveSameJson(kind.fields, block, other[at]);
  });
}

function haveSameJson(fields: readonly FieldDefinition[], one: unknown, other: unknown): boolean {
  if (!isPlainObject(one) || !isPlainObject(other)) return true;
  return fields.every((field) => hasSameJson(field, one[field.name], other[field.name]));
}

function isWrittenAlike(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.every((item, at) => isWrittenAlike(item, other[at]));
  if (!isPlainObject(one) || !isPlainObject(other)) return isEqual(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isWrittenAlike(one[name], other[name]))
  );
}
