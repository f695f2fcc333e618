/** The values that a record in the trash releases, so that it doesn't block other records. */
import { onDeleteOf } from "../references/referrers.ts";
import { uniqueRules } from "../unique-rules.ts";
import type { Entity, Field, NestedReference } from "../types.ts";

/** Unique values, and references that would prevent the deletion of other records: a row in the trash has none of them. */
export function freedFields(entity: Entity): readonly Field[] {
  const unique = new Set(uniqueRules(entity).flatMap(({ fields }) => fields.map(({ name }) => name)));
  return entity.fields.filter((field) => unique.has(field.name) || isRestricting(field));
}

/** Required references with known ids, to check whether their records were deleted. */
export function requiredReferences(entity: Entity): readonly Field[] {
  const isKnown = (field: Field) => field.storage.kind === "column" || isRestricting(field);
  return entity.fields.filter((field) => field.required && field.target !== null && isKnown(field));
}

/** The same inside objects, arrays and blocks: fields that are freed as a whole. */
export function requiredInside(entity: Entity): readonly { readonly field: Field; readonly reference: NestedReference }[] {
  const nested = entity.fields.filter(isRestricting).flatMap((field) => field.references.map((reference) => ({ field, reference })));
  return nested.filter(({ reference }) => reference.definition.required === true);
}

/** Whether references of the field, or inside it, prevent the deletion of their records. */
function isRestricting(field: Field): boolean {
  if (field.target === null) return field.references.some(({ onDelete }) => onDelete === "no action");
  return onDeleteOf(field) === "no action";
}
