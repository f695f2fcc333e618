/** The shapes of one entity for the role: the record, and the bodies that create, change and draft it. */
import { STATUSES, type AutomaticName, type JsonSchema, type OwnerName } from "@colophon/model";
import { automaticFields, isOwner, OWNERS, type Field } from "@colophon/engine";
import { schemaRef } from "./contract.ts";
import type { DescribedEntity } from "./contract.ts";
import { componentOf, titleOf } from "./names.ts";
import type { Suffix } from "./names.ts";
import { shapeRef } from "./operations.ts";
import { closedObject, keptSchemaOf, orNull, readSchemaOf, writeSchemaOf } from "./shapes.ts";

const ID: JsonSchema = { type: "string", format: "uuid" };
const TIME: JsonSchema = { type: "string", format: "date-time" };
const IGNORED: JsonSchema = { description: "Allowed in a body, so that a record can be sent back as it was read. Ignored." };
const UNKNOWN = "An unknown key is refused, unless it begins with `_`.";
const UNSEEN = "A field that your role can't read is required, too.";

const KINDS: JsonSchema = { type: "string", enum: ["user", "key"] };

/** A user's name may be hidden although the user is not. */
function ownerSchema({ views }: DescribedEntity, description: string): JsonSchema {
  const user = views.get("_user")?.reads;
  const name = user?.some((field) => field.name === "name") && { name: { type: ["string", "null"] } };
  const shown = user && { id: { ...ID, description: "Present if the user still exists and you may read the user." }, ...name };
  return { ...orNull(closedObject({ type: KINDS, ...shown }, ["type"])), description };
}

function automaticSchema(described: DescribedEntity): Readonly<Record<AutomaticName | OwnerName, JsonSchema>> {
  const { schema, entity } = described;
  return {
    id: ID,
    _type: { type: "string", const: entity.name },
    createdAt: TIME,
    updatedAt: TIME,
    publishedAt: { ...orNull(TIME), description: "Null if the record was never published." },
    locale: { type: "string", enum: schema.config.locales },
    translationGroup: ID,
    _createdBy: ownerSchema(described, "The creator of the record. Null for the system and if the creator isn't known."),
    _updatedBy: ownerSchema(described, "The user or API key of the last change."),
  };
}

const RIGHTS = ["update", "delete", "publish"];
const CAN: JsonSchema = {
  ...closedObject(Object.fromEntries(RIGHTS.map((name) => [name, { type: "boolean" }])), RIGHTS),
  description: "The operations that you may do with the record; present with `can=true`.",
};

const DELETED: JsonSchema = {
  type: "string",
  format: "date-time",
  description: "The time when the record was moved to the trash; included with `trashed=true` if `fields` names it.",
};

const COUNT: JsonSchema = { type: "integer", minimum: 0 };

/** The parts of reverse fields in answers, if `resolve` requests them. */
function reverseProperties({ schema, reverses }: DescribedEntity): Record<string, JsonSchema> {
  const lists = reverses.map(({ definition, from }): [string, JsonSchema] => [
    definition.name,
    {
      type: "array",
      items: schemaRef(componentOf(schema, from.name, "Record")),
      maxItems: 25,
      ...(definition.title && { title: definition.title }),
      description: sentence(definition.description, `The newest records that refer to this record; present with \`resolve\`.`),
    },
  ]);
  if (lists.length === 0) return {};
  const counts = { type: "object", properties: Object.fromEntries(lists.map(([name]) => [name, COUNT])) };
  return {
    ...Object.fromEntries(lists),
    _count: { ...counts, description: "The number of records that refer to this record; present with `resolve`." },
  };
}

function markers({ entity, deletes }: DescribedEntity): Record<string, JsonSchema> {
  const translation = { type: "object", properties: { id: ID }, required: ["id"] };
  return {
    _can: CAN,
    ...(entity.versions && { _status: { type: "string", enum: STATUSES } }),
    ...(entity.trash && deletes && { _deletedAt: DELETED }),
    ...(entity.translatable && {
      _translations: {
        type: "object",
        additionalProperties: translation,
        description: "The translations of the record, by locale. Single records only.",
      },
    }),
  };
}

/** The fields in answers, by name. */
function readProperties(described: DescribedEntity, fields: readonly Field[]): Record<string, JsonSchema> {
  const automatic: Readonly<Record<string, JsonSchema>> = automaticSchema(described);
  return Object.fromEntries(fields.map((field) => [field.name, automatic[field.name] ?? readSchemaOf(described, field)]));
}

function recordSchema(described: DescribedEntity, fields: readonly Field[]): JsonSchema {
  const { schema, entity } = described;
  return {
    type: "object",
    title: titleOf(schema, entity),
    description: "Contains only the requested fields.",
    properties: { ...readProperties(described, fields), ...reverseProperties(described), ...markers(described) },
    required: ["id"],
  };
}

/** The answer of a write: at least the automatic fields; without read permission, only these. */
function writtenSchema(described: DescribedEntity): JsonSchema {
  const { entity, reads } = described;
  const shown = (reads ?? automaticFields(entity)).filter((field) => field.automatic && !isOwner(field));
  const required = shown.map(({ name }) => name);
  if (reads) return { allOf: [shapeRef(described, "Record"), { required }] };
  return { type: "object", properties: readProperties(described, automaticFields(entity)), required };
}

/** The fields of a version, as its reader sees them. */
function contentSchema({ reads }: DescribedEntity): JsonSchema {
  const fields = (reads ?? []).filter(({ automatic }) => !automatic);
  return { type: "object", properties: Object.fromEntries(fields.map((field) => [field.name, keptSchemaOf(field)])) };
}

function sentProperty({ schema, entity }: DescribedEntity, { name, definition }: Field, kind: "create" | "change" | "draft"): JsonSchema {
  const own = writeSchemaOf(definition, { draft: kind === "draft" });
  const { default: _, ...withoutDefault } = own;
  const role = entity.name === "_user" && name === "role" && { enum: [...schema.roles.keys()] };
  const fixed = kind !== "create" &&
    definition.immutable && { description: sentence(definition.description, "Can't be changed after it is set.") };
  const shared = definition.shared === true && { description: sentence(definition.description, "The same in all translations.") };
  return { ...(kind === "create" ? own : withoutDefault), ...role, ...shared, ...fixed };
}

function sentence(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter(Boolean).join(" ");
}

/** The locale and translation group of a new record. */
function placedProperties({ schema, entity }: DescribedEntity): Record<string, JsonSchema> {
  if (!entity.translatable) return {};
  const { locales, defaultLocale } = schema.config;
  return {
    locale: { type: "string", enum: locales, default: defaultLocale },
    translationGroup: { ...orNull(ID), description: "The translation group of a record in another language." },
  };
}

/** Whether a body must contain the field: a slug can be generated from another field, and a default can be used. */
function isNeeded({ required, definition }: Field): boolean {
  return required && definition.default === undefined && !(definition.type === "slug" && definition.from !== undefined);
}

type Body = "create" | "newDraft" | "update" | "draft";

/** Additional members of answers: a body may contain them too. */
function ignoredProperties(described: DescribedEntity): Record<string, JsonSchema> {
  const automatic = [...automaticFields(described.entity), ...OWNERS].map(({ name }) => name);
  return Object.fromEntries(
    [...automatic, ...Object.keys(reverseProperties(described)), ...Object.keys(markers(described))].map((name) => [name, IGNORED]),
  );
}

function bodySchema(described: DescribedEntity, fields: readonly Field[], body: Body): JsonSchema {
  const isNew = body === "create" || body === "newDraft";
  const kind = body === "create" ? "create" : body === "update" ? "change" : "draft";
  const own = Object.fromEntries(fields.map((field) => [field.name, sentProperty(described, field, kind)]));
  const needed = body === "create" ? fields.filter(isNeeded).map(({ name }) => name) : [];
  const lacks = body === "create" && described.entity.fields.some((field) => isNeeded(field) && !Object.hasOwn(own, field.name));
  const schema = closedObject({ ...own, ...ignoredProperties(described), ...(isNew && placedProperties(described)) }, needed);
  return { ...schema, description: sentence(UNKNOWN, lacks && UNSEEN) };
}

/** Every component of the entity, by its name; those that no route of the role uses are removed later. */
export function recordSchemas(described: DescribedEntity): Record<string, JsonSchema> {
  const { schema, entity, reads, creates, updates } = described;
  const name = (suffix: Suffix) => componentOf(schema, entity.name, suffix);
  return {
    ...(reads && { [name("Record")]: recordSchema(described, reads) }),
    [name("Written")]: writtenSchema(described),
    [name("Content")]: contentSchema(described),
    ...(creates && {
      [name("Create")]: bodySchema(described, creates, "create"),
      [name("NewDraft")]: bodySchema(described, creates, "newDraft"),
      [name("New")]: { anyOf: [shapeRef(described, "Create"), shapeRef(described, "NewDraft")] },
    }),
    ...(updates && {
      [name("Update")]: bodySchema(described, updates, "update"),
      [name("Draft")]: bodySchema(described, updates, "draft"),
      [name("Change")]: { anyOf: [shapeRef(described, "Update"), shapeRef(described, "Draft")] },
    }),
  };
}
