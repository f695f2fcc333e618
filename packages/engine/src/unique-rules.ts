/** Values that no two records of an entity may share: those of one field, or of several together. */
import type { Entity, Field } from "./types.ts";

export interface UniqueRule {
  /** `slug`, or of several fields `day.place`: what a draft's claim is kept under. */
  readonly name: string;
  /** All of them kept in columns. A record without a value of one of them shares nothing. */
  readonly fields: readonly Field[];
  /** Whether it counts within one locale, or over all of them. */
  readonly perLocale: boolean;
}

/** Whether the unique rule of a field counts within one locale. */
function isPerLocale(entity: Entity, field: Field): boolean {
  const scope: unknown = field.definition.unique;
  return entity.translatable && !(field.type === "slug" && scope === "global");
}

/** All rules of the entity; with `values` only those that have to do with one of them. */
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
