/** The JSON Schema of a field's value: in requests, and in answers. */
import { isRequired, jsonSchemaOf, MAX_KEY_LENGTH, type FieldDefinition, type JsonSchema } from "@colophon/model";
import type { Field } from "@colophon/engine";
import { schemaRef } from "./contract.ts";
import type { Audience } from "./contract.ts";
import { componentOf } from "./names.ts";
import { withRecords } from "./nested-records.ts";

/** Rules for requests. Stored values may be older than the rule. */
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

/** The schema with null also allowed. */
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

/** The same type without the rules: a member may be missing or null, if it was configured after the value was stored. */
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

function namedBy({ title, description }: FieldDefinition): JsonSchema {
  return { ...(title && { title }), ...(description && { description }) };
}

/** A relation in answers: the id, or with `resolve` the record in its place, or null if the reader may see neither. */
function relationSchema({ schema, views }: Audience, { target, storage, definition }: Field): JsonSchema {
  const isMany = storage.kind === "junction";
  if (!views.get(String(target))?.reads)
    return { ...(isMany ? { type: "array", items: ID, maxItems: 0 } : { type: "null" }), ...namedBy(definition) };
  const either = [ID, schemaRef(componentOf(schema, String(target), "Record"))];
  return isMany
    ? { type: "array", items: { anyOf: either }, ...namedBy(definition) }
    : { anyOf: [...either, { type: "null" }], ...namedBy(definition) };
}

/** A field's value in answers. */
export function readSchemaOf(audience: Audience, field: Field): JsonSchema {
  if (field.target) return relationSchema(audience, field);
  const schema = orNull(relaxed(jsonSchemaOf(field.definition)));
  const shown = field.references.length > 0 ? withRecords(audience, field.definition, schema) : schema;
  return isDocument(field) ? { ...shown, type: ["array", "string", "null"] } : shown;
}

/** A document can be rendered as a text. */
function isDocument({ definition }: Field): boolean {
  return definition.type === "richtext" && definition.format === "document";
}

/** A field's value in versions: relations as ids. */
export function keptSchemaOf({ definition }: Field): JsonSchema {
  return orNull(relaxed(jsonSchemaOf(definition)));
}

/** A required value may be neither null nor empty. */
function notEmpty(schema: JsonSchema): JsonSchema {
  const atLeastOne = (word: "minLength" | "minItems") => ({ ...schema, [word]: Math.max(1, Number(schema[word] ?? 0)) });
  if (schema["type"] === "array") return atLeastOne("minItems");
  if (schema["type"] === "string" && !schema["enum"] && !schema["format"]) return atLeastOne("minLength");
  return schema["type"] === undefined ? { ...schema, not: { enum: [null, "", []] } } : schema;
}

/** An object in requests: these members and no others. Keys that begin with `_` are ignored by the service and never required. */
export function closedObject(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema {
  return { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

interface Sent {
  /** A draft may lack required fields, at every depth. */
  readonly draft: boolean;
}

/** The members of an object: one with a default may be omitted. */
function membersSent(fields: readonly FieldDefinition[], sent: Sent, own: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const members = fields.map((field): [string, JsonSchema] => [field.name, writeSchemaOf(field, sent)]);
  const needed = sent.draft ? [] : fields.filter((field) => isRequired(field) && field.default === undefined).map(({ name }) => name);
  const required = [...(own["_type"] ? ["_type"] : []), ...needed];
  return closedObject({ ...own, ...Object.fromEntries(members) }, required);
}

/** A value that is not null. A missing key of a block is generated. */
function sentSchema(definition: FieldDefinition, sent: Sent): JsonSchema {
  const schema = jsonSchemaOf({ ...definition, required: true, admin: {} });
  if (definition.type === "object") return { ...membersSent(definition.fields, sent), ...namedBy(definition) };
  if (definition.type === "array") return { ...schema, items: itemSent(definition.of, sent) };
  if (definition.type !== "blocks") return schema;
  const key = {
    type: ["string", "null"],
    minLength: 1,
    maxLength: MAX_KEY_LENGTH,
    description: "Unique among the items; generated if it is missing.",
  };
  const blocks = definition.blocks.map(({ name, fields }) =>
    membersSent(fields, sent, { _type: { type: "string", const: name }, _key: key }),
  );
  return { ...schema, items: { oneOf: blocks } };
}

/** An item is never null. */
function itemSent(definition: FieldDefinition, sent: Sent): JsonSchema {
  const schema = sentSchema(definition, sent);
  if (isRequired(definition) && !sent.draft) return notEmpty(schema);
  return schema["type"] === undefined ? { ...schema, not: { type: "null" } } : schema;
}

/** A field's value in requests. In a draft it may be null even if a published record requires it. */
export function writeSchemaOf(definition: FieldDefinition, sent: Sent): JsonSchema {
  const schema = sentSchema(definition, sent);
  const own = isRequired(definition) && !sent.draft ? notEmpty(schema) : orNull(schema);
  return definition.default === undefined ? own : { ...own, default: definition.default };
}
