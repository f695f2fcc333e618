/** Reverse fields: fields of entities without stored values. */
import { isPlainObject } from "@colophon/model";
import type { EntityFieldDefinition, FieldDefinition, ReverseDefinition } from "./define.ts";

/** Whether a field of an entity has no stored values. */
export function isReverse(definition: EntityFieldDefinition): definition is ReverseDefinition {
  return definition.type === "reverse";
}

/** Whether a field of an entity has stored values. */
export function isStored(definition: EntityFieldDefinition): definition is FieldDefinition {
  return definition.type !== "reverse";
}

/** Whether a definition among an entity's fields is that of a reverse field. */
export function isReverseDefinition(input: unknown): boolean {
  return isPlainObject(input) && input["type"] === "reverse";
}
