/** Slugs that the database makes distinct while it writes. */
import { isPerLocale, indexesOf } from "../ddl/indexes.ts";
import { param, sql, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import type { Entity, Field } from "../types.ts";
import type { Slot } from "./recipe.ts";
import { toSlug } from "./slugs.ts";
import { columnNameOf, regclass } from "./values.ts";

type Values = Readonly<Record<string, unknown>>;

function slugText(entity: Entity, field: Field, values: Values): string {
  const { definition } = field;
  if (definition.type !== "slug" || definition.from === undefined || Object.hasOwn(values, field.name)) return "";
  const source = Object.hasOwn(values, definition.from) ? values[definition.from] : null;
  if (typeof source !== "string" || source === "") return "";
  return toSlug(source) || toSlug(entity.name); // a title without any letter that has a Latin form
}

/** The slug to begin with for each slug field that the data leaves out and whose source it has. */
export function madeSlugs(entity: Entity, values: Values): Readonly<Record<string, string>> {
  const made = entity.fields.map((field) => [field.name, slugText(entity, field, values)] as const);
  return Object.fromEntries(made.filter(([, text]) => text !== ""));
}

/** The first free one of slug, slug-2, slug-3 …, in the language where uniqueness is per language. */
export function slugValue(entity: Entity, field: Field, slug: Slot, locale: Sql): Sql {
  const inLocale = isPerLocale(entity, field) ? locale : sql`null::text`;
  return sql`cms.free_slug(${regclass(entity.table)}, ${param(columnNameOf(field))}::text, ${slug}::text, ${inLocale}, ${word(entity.name)}, ${word(field.name)})`;
}

/** The unique indexes of the slugs that are made here: a caller's own slug may still be faster. */
export function slugIndexes(entity: Entity, slugs: Readonly<Record<string, Slot>>): readonly string[] {
  const made = indexesOf(entity).filter(({ kind, field }) => kind === "unique" && field !== null && Object.hasOwn(slugs, field));
  return made.map(({ name }) => name);
}

/** The index that keeps a global single: the first save of two racing ones wins, the other is then an update. */
export function singleIndexes(entity: Entity): readonly string[] {
  return indexesOf(entity)
    .filter(({ kind }) => kind === "single")
    .map(({ name }) => name);
}

/** Whether a slug that is left out will be made: its source is in the values and says something. */
export function isMadeFrom({ definition }: Field, values: Values): boolean {
  if (definition.type !== "slug" || definition.from === undefined || !Object.hasOwn(values, definition.from)) return false;
  const source = values[definition.from];
  return typeof source === "string" && source !== "";
}
