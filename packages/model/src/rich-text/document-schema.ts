/** The JSON Schema of a document, and an example of one. */
import type { DefinitionOf, JsonSchema, Nested } from "../field-type.ts";
import type { Attributes } from "./attributes.ts";
import type { NodeName } from "./document.ts";
import { MARKS } from "./marks.ts";
import { NODES, type Content } from "./nodes.ts";
import { embedsOf, marksOf, nodesOf } from "./pointers.ts";

type RichText = DefinitionOf<"richtext">;

/** The levels that the schema describes; it has no recursion, because fields have no names of their own in it. */
const DESCRIBED_LEVELS = 1;

function attributesSchema(attrs: Attributes, own: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const members = Object.entries(attrs).map(([name, { schema, required }]): [string, JsonSchema] => {
    const given = own[name] ?? schema;
    return [name, required || Array.isArray(given["type"]) ? given : orNull(given)];
  });
  const required = Object.entries(attrs).flatMap(([name, attribute]) => (attribute.required ? [name] : []));
  return {
    type: "object",
    properties: Object.fromEntries(members),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  const choice = Array.isArray(schema["enum"]) ? { enum: [...schema["enum"], null] } : {};
  return { ...schema, type: [schema["type"], "null"], ...choice };
}

function needs(attrs: Attributes): boolean {
  return Object.values(attrs).some((attribute) => attribute.required);
}

function markSchema(definition: RichText): JsonSchema {
  const named = marksOf(definition).map((name) => ({
    type: "object",
    required: name === "link" ? ["type", "attrs"] : ["type"],
    properties: { type: { type: "string", const: name }, attrs: attributesSchema(MARKS[name].attrs, entityIn(definition)) },
    additionalProperties: false,
  }));
  return { type: "array", items: { oneOf: named } };
}

function entityIn(definition: RichText): Readonly<Record<string, JsonSchema>> {
  const embeds = embedsOf(definition);
  return embeds.length > 0 ? { entity: { type: "string", enum: embeds } } : {};
}

function textSchema(definition: RichText, hasMarks: boolean): JsonSchema {
  return {
    type: "object",
    required: ["type", "text"],
    properties: {
      type: { type: "string", const: "text" },
      text: { type: "string", minLength: 1 },
      ...(hasMarks && { marks: markSchema(definition) }),
    },
    additionalProperties: false,
  };
}

function contentSchema(definition: RichText, content: Content, level: number): JsonSchema {
  if (content === "code") return { type: "array", items: textSchema(definition, false) };
  if (content === "lines")
    return { type: "array", items: { oneOf: [textSchema(definition, true), nodeSchema(definition, "hardBreak", level + 1)] } };
  const inner = { type: "object", required: ["type"], properties: { type: { type: "string" } }, additionalProperties: true };
  return {
    type: "array",
    minItems: 1,
    items: inner,
    description: content === "blocks" ? "Nodes like those of the top level, with `type`." : `Nodes of type ${content.join(" or ")}.`,
  };
}

function nodeSchema(definition: RichText, name: NodeName, level: number): JsonSchema {
  const { attrs, content } = NODES[name];
  const key = level <= DESCRIBED_LEVELS ? "_type" : "type";
  const isFilled = content !== null && content !== "lines" && content !== "code";
  return {
    type: "object",
    required: [key, ...(needs(attrs) ? ["attrs"] : []), ...(isFilled ? ["content"] : [])],
    properties: {
      [key]: { type: "string", const: name },
      attrs: attributesSchema(attrs, entityIn(definition)),
      ...(content !== null && { content: contentSchema(definition, content, level) }),
    },
    additionalProperties: false,
  };
}

/** The schema of a document's nodes. `record` occurs only where the field embeds records. */
export function documentSchema(definition: RichText, nested: Nested): JsonSchema {
  const nodes = nodesOf(definition).filter((name) => name !== "record" || embedsOf(definition).length > 0);
  const blocks = (definition.blocks ?? []).map(({ name, fields }) => {
    const visible = fields.filter((field) => !field.hidden);
    return {
      type: "object",
      required: ["_type"],
      properties: {
        _type: { type: "string", const: name },
        attrs: { type: "object", properties: Object.fromEntries(visible.map((field) => [field.name, nested.schema(field)])) },
      },
      additionalProperties: false,
    };
  });
  return { type: "array", items: { oneOf: [...nodes.map((name) => nodeSchema(definition, name, 1)), ...blocks] } };
}

/** A document that every field accepts. */
export function documentSample(): unknown {
  return [{ _type: "paragraph", content: [{ type: "text", text: "Some text" }] }];
}
