/**
 * What the indexes over searched texts hold of a row besides: whether it is live, and the values that roles' filters compare with
 * constants. So a text that only rows hold which a role can't see is found in none of the others without a look at a row.
 */
import { isPlaceholder } from "../../placeholder.ts";
import type { Filter, RowFilter, TestFilter } from "../../plan/filter/contract.ts";
import type { Entity, Field } from "../../types.ts";
import { join, literal, param, sql, typeName } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { bytewise } from "../text-keys.ts";

/** Where the columns of a row are. */
type ColumnSql = (column: string) => Sql;

const LIVE = sql`'live'`;

function columnName({ storage }: Field): string {
  if (storage.kind !== "column") throw new TypeError("a tag is made of a column");
  return storage.column;
}

/** Columns of which the tags of a row are made. */
export function taggedColumns({ filteredBy }: Entity): readonly string[] {
  return ["published_at", ...filteredBy.map(columnName)];
}

/** The tags of a row: an index serves only the same expression. */
export function tagsOf([published = "", ...columns]: readonly string[], at: ColumnSql): Sql {
  const values = columns.map((column, place) => tagOf(place, sql`${at(column)}::text`));
  return bytewise(sql`(case when ${at(published)} is not null then array[${join([LIVE, ...values])}] end)`);
}

/** Tags are told apart by the places of their columns, not the names, which may change. */
function tagOf(place: number, text: Sql): Sql {
  return sql`(${literal(`${place + 1}.`)} || ${text})`;
}

/** The rows inside a role's filter are among those with these tags. */
export function tagConditions({ entity, filter }: RowFilter, at: ColumnSql): readonly Sql[] {
  const tags = tagsOf(taggedColumns(entity), at);
  const tests = constantTests(entity, filter);
  const one = tests
    .filter(({ operator }) => operator === "$eq")
    .map((test) => tagOf(entity.filteredBy.indexOf(test.field), valueText(test)));
  const several = tests.filter(({ operator }) => operator === "$in");
  return [
    sql`${tags} @> array[${join([LIVE, ...one])}]`,
    ...several.map(
      (test) => sql`${tags} && array(select ${tagOf(entity.filteredBy.indexOf(test.field), sql`v::text`)} from unnest(${listOf(test)}) v)`,
    ),
  ];
}

/** A condition that every row inside the filter passes, of which an index in the order of changes knows; null where there is none. */
export function indexedTest({ entity, filter }: RowFilter): Filter | null {
  return constantTests(entity, filter).find(({ operator }) => operator === "$eq") ?? null;
}

/** What every row inside the filter passes, of what tags say. */
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
