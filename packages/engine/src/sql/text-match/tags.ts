/**
 * Additional contents of the indexes over searched texts: whether a row is live, and the values that roles' row filters compare with
 * constants. So if only rows that a role can't see contain a text, the search reads no row.
 */
import { isPlaceholder } from "../../placeholder.ts";
import type { Filter, RowFilter, TestFilter } from "../../plan/filter/contract.ts";
import type { Entity, Field } from "../../types.ts";
import { join, literal, param, sql, typeName } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { bytewise } from "../text-keys.ts";

/** The SQL of a row's columns. */
type ColumnSql = (column: string) => Sql;

const LIVE = sql`'live'`;

function columnName({ storage }: Field): string {
  if (storage.kind !== "column") throw new TypeError("a tag is made of a column");
  return storage.column;
}

/** Columns from which the tags of a row are computed. */
export function taggedColumns({ filteredBy }: Entity): readonly string[] {
  return ["published_at", ...filteredBy.map(columnName)];
}

/** The tags of a row: an index is used only for an identical expression. */
export function tagsOf([published = "", ...columns]: readonly string[], at: ColumnSql): Sql {
  const values = columns.map((column, index) => tagOf(index, sql`${at(column)}::text`));
  return bytewise(sql`(case when ${at(published)} is not null then array[${join([LIVE, ...values])}] end)`);
}

/** Tags contain the positions of their columns, not the names, which may change. */
function tagOf(index: number, text: Sql): Sql {
  return sql`(${literal(`${index + 1}.`)} || ${text})`;
}

/** The rows that match a role's row filter are among those with these tags. Every row with tags is live, so `live` is only asked for alone. */
export function tagConditions({ entity, filter }: RowFilter, at: ColumnSql): readonly Sql[] {
  const tags = tagsOf(taggedColumns(entity), at);
  const tests = constantTests(entity, filter);
  const equal = tests
    .filter(({ operator }) => operator === "$eq")
    .map((test) => tagOf(entity.filteredBy.indexOf(test.field), valueText(test)));
  const several = tests.filter(({ operator }) => operator === "$in");
  return [
    sql`${tags} @> array[${join(equal.length > 0 ? equal : [LIVE])}]`,
    ...several.map(
      (test) => sql`${tags} && array(select ${tagOf(entity.filteredBy.indexOf(test.field), sql`v::text`)} from unnest(${listOf(test)}) v)`,
    ),
  ];
}

/** A condition that every row inside the filter satisfies, and that the index on the order of changes can check; null if there is none. */
export function indexedTest({ entity, filter }: RowFilter): Filter | null {
  return constantTests(entity, filter).find(({ operator }) => operator === "$eq") ?? null;
}

/** The conditions on tags that every row inside the filter satisfies. */
function constantTests(entity: Entity, filter: Filter | null): readonly TestFilter[] {
  if (filter?.kind === "and") return filter.of.flatMap((part) => constantTests(entity, part));
  if (filter?.kind !== "test" || filter.inside.length > 0 || filter.values.some(isPlaceholder)) return [];
  return entity.filteredBy.includes(filter.field) ? [filter] : [];
}

function typeOf({ field: { storage } }: TestFilter): Sql {
  return typeName(storage.kind === "column" ? storage.sqlType : "text");
}

function valueText(test: TestFilter): Sql {
  return sql`${param(test.values[0] ?? null)}::${typeOf(test)}::text`;
}

function listOf(test: TestFilter): Sql {
  return sql`${param(test.values)}::${typeOf(test)}[]`;
}
