/** Generated slugs, which the database makes unique while it writes. */
import { indexesOf } from "../../ddl/indexes/indexes.ts";
import { uniqueRules } from "../../unique-rules.ts";
import { param, sql, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity, Field } from "../../types.ts";
import type { Placeholder } from "../../placeholder.ts";
import { columnNameOf, quotedName } from "./values.ts";

/** The first free one of slug, slug-2, slug-3 …, within the locale if uniqueness is per locale. */
export function slugValue(entity: Entity, field: Field, slug: Placeholder, locale: Sql): Sql {
  const perLocale = uniqueRules(entity).some((rule) => rule.name === field.name && rule.perLocale);
  const inLocale = perLocale ? locale : sql`null::text`;
  return sql`cms.free_slug(${quotedName(entity.table)}, ${param(columnNameOf(field))}::text, ${slug}::text, ${inLocale}, ${literal(entity.name)}, ${literal(field.name)})`;
}

/** The unique indexes of the generated slugs: a concurrent caller may still store the same slug first. */
export function slugIndexes(entity: Entity, slugs: Readonly<Record<string, Placeholder>>): readonly string[] {
  const made = indexesOf(entity).filter(({ kind, field }) => kind === "unique" && field !== null && Object.hasOwn(slugs, field));
  return made.map(({ name }) => name);
}

/**
 * The index that limits a global to one row, or one for each locale: of two concurrent first saves one succeeds, the other then becomes an
 * update.
 */
export function singleIndexes(entity: Entity): readonly string[] {
  return indexesOf(entity)
    .filter(({ kind }) => kind === "single")
    .map(({ name }) => name);
}
