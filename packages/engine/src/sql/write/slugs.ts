/** Generated slugs, which the database makes unique while it writes. */
import { uniqueRules } from "../../unique-rules.ts";
import { slugSources } from "@colophon/model";
import { allOf, anyOf, column, literal, param, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity, Field } from "../../types.ts";
import type { Placeholder } from "../../placeholder.ts";
import { isLocalized } from "../../row-keys.ts";
import type { DataPlan } from "../../plan/data.ts";
import { singleIndexName, uniqueColumns, uniqueIndexName } from "../unique-indexes.ts";
import { columnNameOf, columnValue, quotedName } from "../values.ts";

/** The first free one of slug, slug-2, slug-3 …, within the locale if uniqueness is per locale. */
export function slugValue(entity: Entity, field: Field, slug: Placeholder, locale: Sql): Sql {
  const perLocale = uniqueRules(entity).some((rule) => rule.name === field.name && rule.perLocale);
  const inLocale = perLocale ? locale : sql`null::text`;
  return sql`cms.free_slug(${quotedName(entity.table)}, ${param(columnNameOf(field))}::text, ${slug}::text, ${inLocale}, ${literal(entity.name)}, ${literal(field.name)})`;
}

interface Change {
  readonly entity: Entity;
  readonly field: Field;
  /** The slug to start from. */
  readonly made: Placeholder;
  readonly data: Pick<DataPlan, "values" | "remade">;
}

/**
 * The slug after a change of its source. A stored one stays, unless the body empties it, or it is that of another translation and this is the
 * first save of a new one; and also then if it is already made from the source.
 */
export function changedSlug(row: "target" | "base", { entity, field, made, data }: Change): Sql {
  const stored = column(row, columnNameOf(field));
  const fresh = slugValue(entity, field, made, column(row, "locale"));
  const isReplaced = data.remade.includes(field.name) ? sql`true` : copiedFromTranslation(row, { entity, field, made, data });
  if (field.definition.immutable || !isReplaced) return sql`coalesce(${stored}, ${fresh})`;
  return sql`case when ${stored} is null or (${isReplaced} and not ${isNumbered(stored, sql`${made}::text`)}) then ${fresh} else ${stored} end`;
}

/** Whether a slug is this one, or this one with a number. */
function isNumbered(slug: Sql, of: Sql): Sql {
  return sql`${slug} ~ ('^' || ${of} || '(-[0-9]+)?$')`;
}

/** Whether the row still has the sources and the slug of another translation, and this is its first change. */
function copiedFromTranslation(row: "target" | "base", { entity, field, data: { values } }: Change): Sql | null {
  const sources = sourceFields(entity, field);
  if (sources.length === 0 || !entity.translatable || isLocalized(entity)) return null;
  const of = (alias: string, field: Field) => column(alias, columnNameOf(field));
  const given = sources.filter(({ name }) => Object.hasOwn(values, name));
  const isNew = anyOf(given.map((source) => sql`${columnValue(source, values[source.name])} is distinct from ${of(row, source)}`));
  const same = sources.map((source) => sql`${of("other", source)} is not distinct from ${of(row, source)}`);
  const isCopy = allOf([...same, isNumbered(of(row, field), of("other", field))]);
  const others = sql`select from ${table(entity.table)} other where other.translation_group = ${column(row, "translation_group")} and other.id <> ${column(row, "id")} and ${isCopy}`;
  return sql`(${column(row, "version")} = 1 and ${isNew} and exists (${others}))`;
}

/** The record's fields that a slug is generated from; of a path, the first. */
function sourceFields(entity: Entity, { definition }: Field): readonly Field[] {
  const paths = definition.type === "slug" ? slugSources(definition.from) : [];
  return [...new Set(paths.flatMap((path) => entity.byName.get(path.split(".")[0] ?? "") ?? []))];
}

/** The unique indexes of the generated slugs: a concurrent caller may still store the same slug first. */
export function slugIndexes(entity: Entity, slugs: Readonly<Record<string, Placeholder>>): readonly string[] {
  const made = uniqueRules(entity).filter(({ name, fields }) => fields.length === 1 && Object.hasOwn(slugs, name));
  return made.map((rule) => uniqueIndexName(entity, uniqueColumns(rule)));
}

/**
 * The index that limits a global to one row, or one for each locale: of two concurrent first saves one succeeds, the other then becomes an
 * update.
 */
export function singleIndexes(entity: Entity): readonly string[] {
  return entity.kind === "global" ? [singleIndexName(entity)] : [];
}
