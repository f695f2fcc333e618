/** References inside objects, arrays and blocks in answers: the id, or with `resolve` the record in its place. */
import type { JsonSchema } from "@colophon/model";
import type { FieldDefinition } from "@colophon/config";
import { targetOf } from "@colophon/engine";
import { schemaRef } from "./contract.ts";
import type { Audience } from "./contract.ts";
import { componentOf } from "./names.ts";

const ID: JsonSchema = { type: "string", format: "uuid" };

const ANYTHING: JsonSchema = { type: "object", additionalProperties: true };
/** A node of a document, in whose attributes ids can be records. */
const NODE: JsonSchema = {
  type: "object",
  required: ["_type"],
  properties: { _type: { type: "string" }, attrs: ANYTHING, content: { type: "array", items: ANYTHING } },
};

interface Structure {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: Structure & JsonSchema;
  readonly oneOf?: readonly (Structure & JsonSchema)[];
}

/** The schema of a value, in which ids of entities that the role may read can also be records. */
export function withRecords(audience: Audience, definition: FieldDefinition, schema: Structure & JsonSchema): JsonSchema {
  const target = targetOf(definition);
  if (target !== null) return referenceSchema(audience, target, schema);
  if (definition.type === "richtext") return definition.format === "document" ? { ...schema, items: NODE } : schema;
  if (definition.type === "object") return withMembers(audience, definition.fields, schema);
  if (!schema.items) return schema;
  if (definition.type === "array") return { ...schema, items: withRecords(audience, { ...definition.of, name: "" }, schema.items) };
  if (definition.type !== "blocks") return schema;
  const kinds = (schema.items.oneOf ?? []).map((item, at) => withMembers(audience, definition.blocks[at]?.fields ?? [], item));
  return { ...schema, items: { ...schema.items, oneOf: kinds } };
}

function withMembers(audience: Audience, fields: readonly FieldDefinition[], schema: Structure & JsonSchema): JsonSchema {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const definition = fields.find((field) => field.name === name);
    return [name, definition ? withRecords(audience, definition, member) : member];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

function referenceSchema({ schema: site, views }: Audience, target: string, schema: Structure & JsonSchema): JsonSchema {
  if (!views.get(target)?.reads) return schema;
  const either = [ID, schemaRef(componentOf(site, target, "Record"))];
  if (schema.items) return { ...schema, items: { anyOf: either } };
  const { type: _, format: __, ...named } = schema;
  return { ...named, anyOf: [...either, { type: "null" }] };
}
