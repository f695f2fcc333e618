/** The columns of a file: a field, a member of an object (`seo.headline`), or a reference by a unique field (`author.email`). */
import type { FieldDefinition } from "@colophon/config";
import type { Entity, Field, Schema } from "@colophon/engine";
import { kindOfDefinition, RECORD_FIELDS, TRANSLATION_FIELDS } from "@colophon/model";
import { Refusal } from "../failures.ts";

export interface Column {
  /** As it stands in the file. */
  readonly header: string;
  /** The place of its value in a record. */
  readonly path: readonly string[];
  readonly definition: FieldDefinition | null;
  /** Its values name records of this entity by this field. */
  readonly reference: { readonly entity: string; readonly field: Field } | null;
}

/** Names that records carry and that a create ignores. */
const READ_ONLY: ReadonlySet<string> = new Set(RECORD_FIELDS.map(({ name }) => name));
/** The names that a translation also has. */
export const OF_TRANSLATIONS: readonly string[] = TRANSLATION_FIELDS.map(({ name }) => name);

/** An entity whose records can be imported and exported. @throws Refusal */
export function collectionOf(schema: Schema, name: string): Entity {
  const entity = schema.entities.get(name);
  const names = [...schema.entities.values()].filter(({ kind, builtIn }) => kind === "collection" && !builtIn).map((entity) => entity.name);
  if (entity && names.includes(name)) return entity;
  throw new Refusal(`There are no records of ${name} to import or export. Name one of: ${names.join(", ")}.`);
}

/** A field by which a record can be found. @throws Refusal */
export function uniqueField(entity: Entity, name: string): Field {
  const field = entity.byName.get(name);
  if (field && !field.hidden && (field.unique || field.type === "slug")) return field;
  const known = entity.fields.filter(({ unique, type, hidden }) => (unique || type === "slug") && !hidden).map((field) => field.name);
  throw new Refusal(
    `${entity.name}.${name} does not identify a record${known.length === 0 ? ": no field of it is unique" : `: use ${known.join(" or ")}`}.`,
  );
}

/**
 * The column of a header; null for one that is left out.
 *
 * @param names - the fields that headers are given for, `""` to leave a column out.
 * @throws Refusal for an unknown field
 */
export function columnOf(schema: Schema, entity: Entity, header: string, names: ReadonlyMap<string, string>): Column | null {
  const name = names.get(header) ?? header;
  if (name === "" || name.startsWith("_") || READ_ONLY.has(name)) return null;
  const [root = "", ...inner] = name.split(".");
  if (entity.translatable && OF_TRANSLATIONS.includes(name)) return { header, path: [name], definition: null, reference: null };
  const field = entity.fields.find((field) => field.name === root);
  const column =
    field &&
    (inner.length === 0 ? { header, path: [root], definition: field.definition, reference: null } : within(schema, header, field, inner));
  if (column) return column;
  throw new Refusal(
    `${entity.name} has no field ${name}. Give the column ${JSON.stringify(header)} a field with --map ${JSON.stringify(`${header}=field`)}, or leave it out with --map ${JSON.stringify(`${header}=`)}.`,
  );
}

function within(schema: Schema, header: string, field: Field, inner: readonly string[]): Column | null {
  const target = field.target === null ? undefined : schema.entities.get(field.target);
  const [name = ""] = inner;
  if (target)
    return inner.length > 1
      ? null
      : { header, path: [field.name], definition: field.definition, reference: { entity: target.name, field: uniqueField(target, name) } };
  const definition = memberOf(field.definition, inner);
  return definition && { header, path: [field.name, ...inner], definition, reference: null };
}

function memberOf(definition: FieldDefinition, [name, ...rest]: readonly string[]): FieldDefinition | null {
  if (name === undefined) return definition;
  const members: readonly FieldDefinition[] = definition.type === "object" ? definition.fields : [];
  const member = members.find((member) => member.name === name);
  return member ? memberOf(member, rest) : null;
}

/** Several values. */
export function isList({ definition }: Column): boolean {
  const kind = definition && kindOfDefinition(definition);
  return kind === "links" || kind === "choices";
}
