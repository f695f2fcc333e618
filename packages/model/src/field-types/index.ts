/**
 * The table of field types: how a value is stored, checked and described. A new type is one row here; the compiler reports a missing one.
 */
import type { FieldDefinition, FieldType } from "../definitions.ts";
import { isRequired } from "../field-options.ts";
import type { FieldTypeRule, JsonSchema, Nested } from "../field-type.ts";
import { file, image, relation, video } from "./reference.ts";
import { richtext } from "./richtext.ts";
import { boolean, date, datetime, number } from "./scalar.ts";
import { select } from "./select.ts";
import { array, blocks, json, object } from "./structure.ts";
import { color, email, slug, text, url } from "./text.ts";

/** Every field type by its name. */
export const FIELD_TYPES = {
  text,
  richtext,
  slug,
  number,
  boolean,
  date,
  datetime,
  select,
  email,
  url,
  color,
  json,
  object,
  array,
  blocks,
  relation,
  image,
  video,
  file,
} satisfies { [T in FieldType]: FieldTypeRule<T> };

/** The rule of a definition's type. */
export function fieldTypeOf(definition: FieldDefinition): FieldTypeRule<FieldType> {
  return FIELD_TYPES[definition.type];
}

/** The SQL type of the field's column, or null where its values are rows of a junction table. */
export function columnTypeOf(definition: FieldDefinition): string | null {
  return fieldTypeOf(definition).column(definition);
}

const nested: Nested = { schema: jsonSchemaOf, sample: sampleOf };

function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema["enum"])) return { ...schema, type: [schema["type"], "null"], enum: [...schema["enum"], null] };
  return typeof schema["type"] === "string" ? { ...schema, type: [schema["type"], "null"] } : schema;
}

/** The JSON Schema of a value of this field: null is allowed unless the field is required or a list of relations. */
export function jsonSchemaOf(definition: FieldDefinition): JsonSchema {
  const schema = fieldTypeOf(definition).schema(definition, nested);
  const own = isRequired(definition) || columnTypeOf(definition) === null ? schema : orNull(schema);
  const description = [definition.description, own["description"]].filter(Boolean).join(" ");
  return { ...own, ...(definition.title && { title: definition.title }), ...(description && { description }) };
}

/** A value that the field accepts, for examples. */
export function sampleOf(definition: FieldDefinition): unknown {
  return definition.default ?? fieldTypeOf(definition).sample(definition, nested);
}
