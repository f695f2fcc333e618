/** The form's values and what is sent of them. */
import type { FieldDefinition } from "@colophon/config";
import { isSameValue } from "./same-value.ts";
import { isObject, isStoredField, type FormField, type Values } from "./types.ts";

/** What is sent for a value: lists have no empty items, everything else is as it stands in the form. */
export function bodyValue(definition: FieldDefinition, value: unknown): unknown {
  if (value === undefined) return null;
  if (definition.type === "object" && isObject(value)) return bodyMembers(definition.fields, value);
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  if (definition.type === "array")
    return items.filter((item) => item !== null && item !== undefined).map((item) => bodyValue(definition.of as FieldDefinition, item));
  if (definition.type !== "blocks") return items;
  return items.map((item) => {
    const kind = isObject(item) ? definition.blocks.find(({ name }) => name === item["_type"]) : undefined;
    return kind && isObject(item) ? bodyMembers(kind.fields, item) : item;
  });
}

function bodyMembers(fields: readonly FieldDefinition[], values: Values): Values {
  const changed = fields.flatMap((field) => (field.name in values ? [[field.name, bodyValue(field, values[field.name])] as const] : []));
  return { ...values, ...Object.fromEntries(changed) };
}

/** The fields that are written: those that differ from what is stored, and may be changed. */
export function changedFields(fields: readonly FormField[], base: Values, values: Values): Values {
  const changed = fields.filter(isStoredField).flatMap(({ definition, isReadOnly }) => {
    const { name } = definition;
    if (isReadOnly || base[name] === values[name]) return [];
    const sent = bodyValue(definition, values[name]);
    return isSameValue(definition, bodyValue(definition, base[name]), sent) ? [] : [[name, sent] as const];
  });
  return Object.fromEntries(changed);
}

/** Of a record, what the form is about. */
export function fieldValues(fields: readonly FormField[], record: Values): Values {
  return Object.fromEntries(fields.filter(isStoredField).map(({ definition: { name } }) => [name, record[name] ?? null]));
}
