/** Whether a field has the same value: members that are left out count as null, but inside JSON, which is as somebody wrote it. */
import { isPlainObject } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";

/** Whether two values are the same JSON; a missing member is equal to null. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a ?? null, b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isEqual(item, b[at]));
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(a[key], b[key]));
}

export function isSameValue(definition: FieldDefinition, value: unknown, other: unknown): boolean {
  return isEqual(value, other) && hasSameJson(definition, value, other);
}

/** Of two values that are equal otherwise. */
function hasSameJson(definition: FieldDefinition, value: unknown, other: unknown): boolean {
  if (definition.type === "json") return isWrittenAlike(value ?? null, other ?? null);
  if (definition.type === "object") return haveSameJson(definition.fields, value, other);
  if (!Array.isArray(value) || !Array.isArray(other)) return true;
  if (definition.type === "array") return value.every((item, at) => hasSameJson(definition.of as FieldDefinition, item, other[at]));
  if (definition.type !== "blocks") return true;
  return value.every((block, at) => {
    const kind = isPlainObject(block) ? definition.blocks.find(({ name }) => name === block["_type"]) : undefined;
    return kind === undefined || haveSameJson(kind.fields, block, other[at]);
  });
}

function haveSameJson(fields: readonly FieldDefinition[], value: unknown, other: unknown): boolean {
  if (!isPlainObject(value) || !isPlainObject(other)) return true;
  return fields.every((field) => hasSameJson(field, value[field.name], other[field.name]));
}

function isWrittenAlike(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.every((item, at) => isWrittenAlike(item, b[at]));
  if (!isPlainObject(a) || !isPlainObject(b)) return isEqual(a, b);
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isWrittenAlike(a[name], b[name]));
}
