/** Slugs that the database makes distinct while it writes. */
import { indexesOf } from "../../ddl/indexes/indexes.ts";
import { uniqueRules } from "../../unique-rules.ts";
import { param, sql, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity, Field } from "../../types.ts";
import type { Placeholder } from "../../placeholder.ts";
import { columnNameOf, regclass } from "./values.ts";

/** The first free one of slug, slug-2, slug-3 …, in the language where uniqueness is per language. */
export function slugValue(entity: Entity, field: Field, slug: Placeholder, locale: Sql): Sql {
  const perLocale = uniqueRules(entity).some((rule) => rule.name === field.name && rule.perLocale);
  const inLocale = perLocale ? locale : sql`null::text`;
  return sql`cms.free_slug(${regclass(entity.table)}, ${param(columnNameOf(field))}::text, ${slug}::text, ${inLocale}, ${literal(entity.name)}, ${literal(field.name)})`;
}

/** The unique indexes of the slugs that are made here: a caller's own slug may still be faster. */
export function slugIndexes(entity: Entity, slugs: Readonly<Record<string, Placeholder>>): readonly string[] {
  const made = indexesOf(entity).filter(({ kind, field }) => kind === "unique" && field !== null && Object.hasOwn(slugs, field));
  return made.map(({ name }) => name);
}

/** The index that keeps a global single, or single in each locale: the first save of two racing ones wins, the other is then an update. */
export function singleIndexes(entity: Entity): readonly string[] {
  return indexesOf(entity)
    .filter(({ kind }) => kind === "single")
    .map(({ name }) => name);
}
