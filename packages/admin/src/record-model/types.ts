import type { EntityFieldDefinition, FieldDefinition } from "@colophon/config/define";

/** Fields by name, as in the API. */
export type Values = Readonly<Record<string, unknown>>;

/** A field of the form, or one inside it. */
export interface FormField {
  readonly definition: EntityFieldDefinition;
  readonly isReadOnly: boolean;
}
export type StoredField = FormField & { readonly definition: FieldDefinition };

export type DefinitionOf<Type extends FieldDefinition["type"]> = Extract<FieldDefinition, { readonly type: Type }>;

/** All fields but the reverse ones have values. */
export function isStoredField(field: FormField): field is StoredField {
  return field.definition.type !== "reverse";
}

/** A field inside an object, array or block: read-only if its parent is. */
export function fieldInside(definition: FieldDefinition, { isReadOnly }: FormField): StoredField {
  return { definition, isReadOnly: isReadOnly || definition.admin?.readOnly === true };
}
