/** Values that no two records of an entity may have in common: of one field, or of several together. */
import type { Entity, Field } from "./types.ts";

export interface UniqueRule {
  /** `slug`, or for several fields `day.place`: the key of a draft's claim. */
  readonly name: string;
  /** All of them have columns. The rule does not apply to a record without a value of one of them. */
  readonly fields: readonly Field[];
  /** Whether it is checked within one locale, or over all of them. */
  readonly perLocale: boolean;
}

/** Whether the unique rule of a field is checked within one locale. */
function isPerLocale(entity: Entity, field: Field): boolean {
  const scope: unknown = field.definition.unique;
  return entity.translatable && !(field.type === "slug" && scope === "global");
}

/** All rules of the entity; with `values` only those that concern one of them. */
export function uniqueRules(entity: Entity, values?: Readonly<Record<string, unknown>>): readonly UniqueRule[] {
  const single = entity.fields.filter((field) => field.unique && field.storage.kind === "column");
  const rules: readonly UniqueRule[] = [
    ...single.map((field) => ({ name: field.name, fields: [field], perLocale: isPerLocale(entity, field) })),
    ...entity.uniqueTogether.map((fields) => ({
      name: fields.map((field) => field.name).join("."),
      fields,
      perLocale: entity.translatable,
    })),
  ];
  return values ? rules.filter(({ fields }) => fields.some((field) => Object.hasOwn(values, field.name))) : rules;
}
