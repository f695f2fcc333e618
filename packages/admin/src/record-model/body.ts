/** Converts the form's values to the body of a request. */
import { isPlainObject } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";
import { isSameValue } from "./same-value.ts";
import { isSlugOf, sourceNames, sourceText } from "./slug.ts";
import { isStoredField, type FormField, type Values } from "./types.ts";

/** The value in the body: lists without empty items, everything else unchanged. */
export function bodyValue(definition: FieldDefinition, value: unknown): unknown {
  if (value === undefined) return null;
  if (definition.type === "object" && isPlainObject(value)) return bodyMembers(definition.fields, value);
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  if (definition.type === "array")
    return items.filter((item) => item !== null && item !== undefined).map((item) => bodyValue(definition.of as FieldDefinition, item));
  if (definition.type !== "blocks" && definition.type !== "richtext") return items;
  return items.map((item) => {
    const kind = isPlainObject(item) ? definition.blocks?.find(({ name }) => name === item["_type"]) : undefined;
    if (!kind || !isPlainObject(item)) return item;
    if (definition.type === "blocks") return bodyMembers(kind.fields, item);
    return isPlainObject(item["attrs"]) ? { ...item, attrs: bodyMembers(kind.fields, item["attrs"]) } : item;
  });
}

function bodyMembers(fields: readonly FieldDefinition[], values: Values): Values {
  const changed = fields.flatMap((field) => (field.name in values ? [[field.name, bodyValue(field, values[field.name])] as const] : []));
  return { ...values, ...Object.fromEntries(changed) };
}

/**
 * The fields to write: those that differ from the stored record and may be changed. A slug that follows its source is left to the service, which
 * makes it different from those of other records.
 */
export function changedFields(fields: readonly FormField[], base: Values, values: Values): Values {
  const changed = fields.filter(isStoredField).flatMap(({ definition, isReadOnly }) => {
    const { name } = definition;
    if (isReadOnly || base[name] === values[name]) return [];
    const sent = bodyValue(definition, values[name]);
    return isSameValue(definition, bodyValue(definition, base[name]), sent) ? [] : [[name, sent] as const];
  });
  const body = Object.fromEntries(changed);
  const definitions = fields.map(({ definition }) => definition);
  const generated = definitions.filter((definition) => isGenerated(definition, definitions, { body, values }));
  return { ...body, ...Object.fromEntries(generated.map(({ name }) => [name, null])) };
}

type Definition = FormField["definition"];

function isGenerated(
  definition: Definition,
  definitions: readonly Definition[],
  { body, values }: Record<"body" | "values", Values>,
): boolean {
  if (definition.type !== "slug" || !(definition.name in body) || !sourceNames(definition.from).some((name) => name in body)) return false;
  const source = sourceText(definition.from, definitions, values);
  return source !== null && isSlugOf(body[definition.name], source);
}

/** The values of a record that the form has. */
export function fieldValues(fields: readonly FormField[], record: Values): Values {
  return Object.fromEntries(fields.filter(isStoredField).map(({ definition: { name } }) => [name, record[name] ?? null]));
}
