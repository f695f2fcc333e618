/** The shapes of one entity: the record, and the bodies that create, change and draft it. */
import type { JsonSchema } from "../field-types/index.ts";
import type { Field } from "../types.ts";
import type { Subject } from "./contract.ts";
import { schemaRef } from "./contract.ts";
import { stemOf, titleOf } from "./names.ts";
import { orNull, readSchemaOf, writeSchemaOf } from "./shapes.ts";

const ID: JsonSchema = { type: "string", format: "uuid" };
const TIME: JsonSchema = { type: "string", format: "date-time" };
const IGNORED = "Automatic fields and keys that begin with `_` may be sent back and are ignored; any other unknown key is refused.";

function automaticSchema({ schema, entity }: Subject): Record<string, JsonSchema> {
  const translated = { locale: { type: "string", enum: schema.config.locales }, translationGroup: ID };
  return {
    id: ID,
    _type: { const: entity.name },
    createdAt: TIME,
    updatedAt: TIME,
    publishedAt: { ...orNull(TIME), description: "Null where the record was never published." },
    ...(entity.translatable && translated),
  };
}

function markers({ entity }: Subject): Record<string, JsonSchema> {
  const translation = { type: "object", properties: { id: ID }, required: ["id"] };
  return {
    ...(entity.versions && { _status: { type: "string", enum: ["draft", "published", "modified"] } }),
    ...(entity.translatable && {
      _translations: {
        type: "object",
        additionalProperties: translation,
        description: "The record in other languages, by locale; on single reads.",
      },
    }),
  };
}

function recordSchema(subject: Subject): JsonSchema {
  const { schema, entity } = subject;
  const fields = entity.fields.filter(({ hidden }) => !hidden).map((field) => [field.name, readSchemaOf(schema, field)]);
  return {
    type: "object",
    title: titleOf(schema, entity),
    description: "Fields that the role may not read, or that were not asked for, are left out.",
    properties: { ...automaticSchema(subject), ...Object.fromEntries(fields), ...markers(subject) },
    required: ["id"],
  };
}

/** What a write answers: at least the automatic fields, save those that some role may not read. */
function writtenSchema({ schema, entity }: Subject): JsonSchema {
  const excluded = new Set([...schema.roles.values()].flatMap((role) => [...(role.permissions.get(entity.name)?.read?.exclude ?? [])]));
  const always = [...entity.byName.values()].filter(({ name, automatic }) => automatic && (name === "id" || !excluded.has(name)));
  return { allOf: [schemaRef(`${stemOf(schema, entity.name)}Record`), { required: always.map(({ name }) => name) }] };
}

/** Assets get all but `alt` by upload; of users everything can be sent. */
function isSent({ entity }: Subject, { name, hidden, required }: Field): boolean {
  if (entity.builtIn && entity.name !== "_user") return name === "alt";
  return !hidden || required;
}

function bodySchema(subject: Subject, kind: "create" | "update" | "draft"): JsonSchema {
  const { schema, entity } = subject;
  const fields = entity.fields.filter((field) => isSent(subject, field));
  const properties = fields.map(({ name, hidden, definition }) => {
    const own = writeSchemaOf(definition, { draft: kind === "draft" });
    const { default: _, ...withoutDefault } = own;
    return [name, { ...(kind === "create" ? own : withoutDefault), ...(hidden && { writeOnly: true }) }];
  });
  const required = fields.filter((field) => field.required && field.definition.default === undefined).map(({ name }) => name);
  const placed = entity.translatable &&
    kind !== "update" && {
      locale: { type: "string", enum: schema.config.locales, default: schema.config.defaultLocale, description: "Taken on create only." },
      translationGroup: { ...orNull(ID), description: "Of a record in another language; taken on create only." },
    };
  return {
    type: "object",
    description: IGNORED,
    properties: { ...placed, ...Object.fromEntries(properties) },
    ...(kind === "create" && required.length > 0 && { required }),
  };
}

/** Every component of the entity, by its name. */
export function recordSchemas(subject: Subject): Record<string, JsonSchema> {
  const { schema, entity } = subject;
  const stem = stemOf(schema, entity.name);
  const creates = entity.kind === "collection" && (!entity.builtIn || entity.name === "_user");
  return {
    [`${stem}Record`]: recordSchema(subject),
    [`${stem}Written`]: writtenSchema(subject),
    ...(creates && { [`${stem}Create`]: bodySchema(subject, "create") }),
    [`${stem}Update`]: bodySchema(subject, "update"),
    ...(entity.versions && { [`${stem}Draft`]: bodySchema(subject, "draft") }),
  };
}
