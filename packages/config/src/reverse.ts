/** Fields of entities that nothing is stored of. */
import type { EntityFieldDefinition, FieldDefinition, ReverseDefinition } from "./define.ts";
import { isObject } from "./shape.ts";

/** Whether a field of an entity is one that nothing is stored of. */
export function isReverse(definition: EntityFieldDefinition): definition is ReverseDefinition {
  return definition.type === "reverse";
}

/** Whether something is stored of a field of an entity. */
export function isStored(definition: EntityFieldDefinition): definition is FieldDefinition {
  return definition.type !== "reverse";
}

/** Whether what stands among an entity's fields says that it is a reverse one. */
export function saysReverse(input: unknown): boolean {
  return isObject(input) && input["type"] === "reverse";
}
