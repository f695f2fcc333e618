import type { EntityFieldDefinition, FieldDefinition } from "@colophon/config/define";

/** Fields by name, as the API has them. */
export type Values = Readonly<Record<string, unknown>>;

/** A field of the form, or one inside it. */
export interface FormField {
  readonly definition: EntityFieldDefinition;
  readonly isReadOnly: boolean;
}
export type StoredField = FormField & { readonly definition: FieldDefinition };

/** The field's definition where it is of that type. */
export type DefinitionOf<Type extends FieldDefinition["type"]> = Extract<FieldDefinition, { readonly type: Type }>;

export function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields that stand for values, which are all but the reverse ones. */
export function isStoredField(field: FormField): field is StoredField {
  return field.definition.type !== "reverse";
}

/** A definition inside an object, array or block: it is as changeable as what it is in. */
export function fieldInside(definition: FieldDefinition, { isReadOnly }: FormField): StoredField {
  return { definition, isReadOnly: isReadOnly || definition.admin?.readOnly === true };
}
