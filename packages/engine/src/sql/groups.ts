/**
 * References to translatable entities: a stored id means the translation group of its record. One record of the group is used: the first
 * that is readable in the locale that the caller asks for, in that of the referring record or in the default one, or else the stored one.
 */
import type { Several } from "./operators.ts";
import type { Table } from "../types.ts";
import { currentId } from "./removed.ts";
import { fromClause, localeOf, rowColumn } from "./source.ts";
import type { Source } from "./source.ts";
import { allOf, anyOf, column, empty, join, literal, name, param, sql, table } from "./sql.ts";
import type { Sql } from "./sql.ts";

/** The locales that references of the source's rows use, the first first. */
function localesFor(source: Source, { defaultLocale }: Table): readonly Sql[] {
  const { locale = null, fallback = true } = source.asked ?? {};
  const own = localeOf(source);
  return [
    ...(locale === null ? [] : [sql`${param(locale)}::text`]),
    ...(own ? [own] : []),
    ...(fallback && defaultLocale !== undefined ? [literal(defaultLocale)] : []),
  ];
}

/** The place of a row's locale among the locales: lower is better. */
function rankOf(row: Source, locales: readonly Sql[]): Sql {
  if (locales.length === 0) return sql`0`;
  const places = locales.map((locale, at) => sql`when ${rowColumn(row, "locale")} = ${locale} then ${literal(String(at))}`);
  return sql`case ${join(places, "\n")} else ${literal(String(locales.length))} end`;
}

/** The translation group of a row of the table, also while it is in the trash. */
export function groupOf({ trash }: Table, alias: string): Sql {
  const stored = column(alias, "translation_group");
  return trash ? sql`coalesce((select w.translation_group from cms.trash w where w.id = ${column(alias, "id")}), ${stored})` : stored;
}

/**
 * A FROM item with at most one row under the alias of `inner`: the record that a reference of the source's row leads to. `readable` are the
 * conditions for `inner`. If the stored record is in the trash, any other one takes its place, as after its deletion.
 */
export function memberRow(source: Source, group: Table, id: Sql, inner: Source, readable: readonly Sql[]): Sql {
  const locales = localesFor(source, group);
  const [stored, trashed] = [`s${inner.depth}`, `w${inner.depth}`];
  const ids = { inner: rowColumn(inner, "id"), stored: column(stored, "id"), trashed: column(trashed, "id") };
  const isWanted = [
    ...(locales.length > 0 ? [sql`${rowColumn(inner, "locale")} in (${join(locales)})`] : []),
    sql`${ids.inner} = ${ids.stored}`,
    ...(group.trash ? [sql`${ids.trashed} is not null`] : []),
  ];
  const own = column(stored, "translation_group");
  const inGroup = group.trash ? sql`coalesce(${column(trashed, "translation_group")}, ${own})` : own;
  const joined = group.trash ? sql` left join cms.trash ${name(trashed)} on ${ids.trashed} = ${ids.stored}` : empty;
  const members = sql`${table(group)} ${name(stored)}${joined} join ${fromClause(inner)} on ${rowColumn(inner, "translation_group")} = ${inGroup}`;
  const where = allOf([sql`${ids.stored} = ${currentId(id)}`, isWanted.length > 1 ? anyOf(isWanted) : join(isWanted), ...readable]);
  const keys = [...(locales.length > 0 ? [rankOf(inner, locales)] : []), ...(group.trash ? [ids.inner] : [])];
  const best = keys.length > 0 ? sql` order by ${join(keys)} limit 1` : empty;
  return sql`lateral (select ${name(inner.alias)}.* from ${members} where ${where}${best}) ${name(inner.alias)}`;
}

/** The ids of all records of some groups, also of those in the trash or in removal, as uuid[]. */
function idsIn(group: Table, isOne: (translationGroup: Sql) => Sql): Sql {
  const members = sql`select o.id from ${table(group)} o where ${isOne(sql`o.translation_group`)}`;
  const trashed = group.trash ? [sql`select w.id from cms.trash w where ${isOne(sql`w.translation_group`)}`] : [];
  const moving = sql`select g.id from cms.removals g join ${table(group)} o on o.id = g.sibling where cms.is_removing() and ${isOne(sql`o.translation_group`)}`;
  return sql`array(${join([members, ...trashed, moving], " union all ")})`;
}

/** The ids of all records of the groups of these ones. `ids` is uuid[]. */
export function idsWith(group: Table, ids: Sql): Sql {
  const own = sql`select x.translation_group from ${table(group)} x where x.id = any(${ids})`;
  const trashed = group.trash ? sql` union all select w.translation_group from cms.trash w where w.id = any(${ids})` : empty;
  return idsIn(group, (translationGroup) => sql`${translationGroup} in (${own}${trashed})`);
}

/** The ids of all records of one group. */
export function idsOf(group: Table, translationGroup: Sql): Sql {
  return idsIn(group, (ownGroup) => sql`${ownGroup} = ${translationGroup}`);
}

/** The ids of all records of the groups of a query with one column. */
export function idsAmong(group: Table, groups: Sql): Sql {
  return idsIn(group, (ownGroup) => sql`${ownGroup} in (${groups})`);
}

/**
 * Of the rows of `inner` that refer to the source's row, one for each translation group, as a condition on `inner`; null if it has none.
 * `conditions` are those on a row that refers and is readable.
 */
export function isFirstOfGroup(source: Source, inner: Source, conditions: (row: Source) => readonly Sql[]): Sql | null {
  if (!inner.entity.translatable) return null;
  const locales = localesFor(source, inner.entity.table);
  const other: Source = { ...inner, alias: `t${inner.depth + 1}`, depth: inner.depth + 1 };
  const isBetter = sql`(${rankOf(other, locales)}, ${rowColumn(other, "id")}) < (${rankOf(inner, locales)}, ${rowColumn(inner, "id")})`;
  const sameGroup = sql`${rowColumn(other, "translation_group")} = ${rowColumn(inner, "translation_group")}`;
  return sql`not exists (select from ${fromClause(other)} where ${allOf([sameGroup, ...conditions(other), isBetter])})`;
}

/** Conditions for ids of a list, by their groups; `any` is the condition for at least one of these ids. */
export function inGroups(group: Table, { any, isNull }: Pick<Several, "any" | "isNull">): Several {
  const anyId = any(idsWith(group, sql`array[v.id]`));
  return {
    any: (ids) => any(idsWith(group, ids)),
    all: (ids) => sql`not exists (select from unnest(${ids}) v(id) where not ${anyId})`,
    isNull,
    sqlType: "uuid",
  };
}
