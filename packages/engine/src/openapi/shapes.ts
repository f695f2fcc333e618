/** The JSON Schema of a field's value: as it is sent, and as it is read. */
import type { FieldDefinition } from "@colophon/config";
import { jsonSchemaOf } from "../field-types/index.ts";
import type { JsonSchema } from "../field-types/index.ts";
import type { Field, Schema } from "../types.ts";
import { schemaRef } from "./contract.ts";
import { stemOf } from "./names.ts";

/** Rules for what is sent. What is stored may be older than the rule. */
const RULES: ReadonlySet<string> = new Set([
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "uniqueItems",
]);

const ID: JsonSchema = { type: "string", format: "uuid" };

/** The schema with null allowed beside it. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema["anyOf"]) return { ...schema, anyOf: [...(schema["anyOf"] as readonly JsonSchema[]), { type: "null" }] };
  if (typeof schema["type"] !== "string") return schema;
  const choice = Array.isArray(schema["enum"]) ? { enum: [...schema["enum"], null] } : {};
  return { ...schema, type: [schema["type"], "null"], ...choice };
}

function relaxedMember([name, schema]: readonly [string, JsonSchema]): readonly [string, JsonSchema] {
  return [name, name.startsWith("_") ? relaxed(schema) : orNull(relaxed(schema))];
}

interface Structure {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
}

/** The same type without the rules: a member may be missing or null, for it was configured later than stored. */
function relaxed(schema: JsonSchema): JsonSchema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([word]) => !RULES.has(word)));
  const { properties, required, items, oneOf }: Structure = kept;
  return {
    ...kept,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(relaxedMember)) }),
    ...(required && { required: required.filter((name) => name.startsWith("_")) }),
    ...(items && { items: relaxed(items) }),
    ...(oneOf && { oneOf: oneOf.map(relaxed) }),
  };
}

/** A relation as it is read: the id, or with `resolve` the record in its place, or null where the reader may see neither. */
function relationSchema(schema: Schema, { target, storage, definition }: Field): JsonSchema {
  const either = [ID, schemaRef(`${stemOf(schema, String(target))}Record`)];
  const { title, description } = definition;
  const named = { ...(title && { title }), ...(description && { description }) };
  return storage.kind === "junction"
    ? { type: "array", items: { anyOf: either }, ...named }
    : { anyOf: [...either, { type: "null" }], ...named };
}

/** A field's value as it is read. */
export function readSchemaOf(schema: Schema, field: Field): JsonSchema {
  if (field.target) return relationSchema(schema, field);
  return orNull(relaxed(jsonSchemaOf(field.definition)));
}

function notEmpty(schema: JsonSchema): JsonSchema {
  if (schema["type"] === "string" && !schema["enum"] && !schema["format"]) return { minLength: 1, ...schema };
  return schema["type"] === "array" ? { minItems: 1, ...schema } : schema;
}

/** What stands inside, as it is sent: a member with a default may be left out, and a block's key is made where it is missing. */
function sent(schema: JsonSchema, definition: FieldDefinition): JsonSchema {
  const { items }: Structure = schema;
  if (definition.type === "object") return membersSent(schema, definition.fields);
  if (definition.type === "array" && items) return { ...schema, items: sent(items, definition.of) };
  if (definition.type !== "blocks" || !items) return schema;
  const { oneOf = [] }: Structure = items;
  return { ...schema, items: { ...items, oneOf: oneOf.map((block, at) => membersSent(block, definition.blocks[at]?.fields ?? [])) } };
}

function membersSent(schema: JsonSchema, fields: readonly FieldDefinition[]): JsonSchema {
  const { properties = {}, required = [] }: Structure = schema;
  const byName = new Map(fields.map((field) => [field.name, field]));
  const members = Object.entries(properties).map(([name, member]): [string, JsonSchema] => {
    const field = byName.get(name);
    return [name, field ? sent(member, field) : member];
  });
  const needed = required.filter((name) => name !== "_key" && byName.get(name)?.default === undefined);
  return { ...schema, properties: Object.fromEntries(members), required: needed };
}

/** A field's value as it is sent. A draft's may be null where a published one's may not. */
export function writeSchemaOf(definition: FieldDefinition, { draft }: { draft: boolean }): JsonSchema {
  const schema = sent(jsonSchemaOf(definition), definition);
  const own = definition.required && !draft ? notEmpty(schema) : orNull(schema);
  return definition.default === undefined ? own : { ...own, default: definition.default };
}
