/** Searched values → SQL: whether a row contains the text, and the values in the answer. */
import { isoTime } from "../iso-time.ts";
import { anyOf, column, join, name, sql, literal } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { columnOf, rowColumn } from "../source.ts";
import type { Source } from "../source.ts";
import { searchKey } from "../text-keys.ts";
import { gramsOf, searchedPaths } from "./grams.ts";
import { searchedText, textAt } from "../../searchable.ts";
import type { Searched } from "../../searchable.ts";
import type { Entity, Field } from "../../types.ts";
import type { SearchTarget } from "../../plan/search.ts";

/** The parameters of a search: the pattern, the text itself, and for each select with several values the options that contain the text. */
export interface Needles {
  readonly pattern: Sql;
  readonly text: Sql;
  readonly options: ReadonlyMap<Searched, Sql>;
}

function holdsOption(searched: Searched, source: Source, { options }: Needles): Sql {
  return sql`${columnOf(source, searched.field)} && ${options.get(searched) ?? sql`'{}'`}::text[]`;
}

/** Whether some value contains the text, in a form that indexes can answer. */
export function indexedMatch(searched: readonly Searched[], source: Source, needles: Needles): Sql {
  return anyOf(searched.map((one) => (one.kind === "choices" ? holdsOption(one, source, needles) : holdsText(one, source, needles))));
}

/** Values that depend only on parameters: computed once per statement, by the planner if it knows the values. */
function onceSql(made: Sql, { knowsValues }: Source): Sql {
  return knowsValues ? made : sql`(select ${made})`;
}

/** A text field can contain an object that was stored under another definition. */
function holdsText(one: Searched, source: Source, { pattern }: Needles): Sql {
  const key = onceSql(searchKey(sql`${pattern}::text`), source);
  const holds = sql`${searchKey(searchedText(one, source))} like ${key}`;
  if (one.inside.length === 0) return holds;
  return sql`(${holds} and jsonb_typeof(${columnOf(source, one.field)} #> array[${join(one.inside.map(literal))}]) = 'string')`;
}

/** The same for rows that are read anyway: `is true` prevents the use of indexes, which would be read completely. */
export function scannedMatch(searched: readonly Searched[], source: Source, needles: Needles): Sql {
  return sql`${indexedMatch(searched, source, needles)} is true`;
}

/** Whether there are texts that a gram index finds. */
export function hasGrams(entity: Entity): boolean {
  return searchedPaths(entity).length > 0;
}

/** True for every row with the text in a value, and for some that contain its letters in other places. Indexes alone answer it. */
export function heldMatch(searched: readonly Searched[], source: Source, needles: Needles): Sql {
  const texts = searchedPaths(source.entity).map(([of, ...inside]) => textAt(column(source.alias, of), inside));
  const grams = sql`${gramsOf(texts)} @@ ${onceSql(sql`cms.search_grams_query(${needles.text}::text)`, source)}`;
  const lists = searched.filter(({ kind }) => kind === "choices").map((one) => holdsOption(one, source, needles));
  return anyOf([grams, ...lists]);
}

/** The members of an object that are shown, as a tree: null is a text. */
type Members = ReadonlyMap<string, Members | null>;

function membersOf(paths: readonly (readonly string[])[]): Members {
  const groups = Map.groupBy(paths, ([first = ""]) => first);
  return new Map(
    [...groups].map(([key, below]) => [
      key,
      below.some((path) => path.length === 1) ? null : membersOf(below.map((path) => path.slice(1))),
    ]),
  );
}

function objectJson(json: Sql, members: Members): Sql {
  const pairs = [...members].map(([key, inner]) => {
    const member = sql`(${json} -> ${literal(key)})`;
    const value = inner ? objectJson(member, inner) : sql`case when jsonb_typeof(${member}) = 'string' then ${member} end`;
    return sql`${literal(key)}, ${value}`;
  });
  return sql`case when jsonb_typeof(${json}) = 'object' then json_build_object(${join(pairs)}) end`;
}

function automaticValue(field: Field, source: Source): Sql {
  const value = columnOf(source, field);
  return field.type === "datetime" ? isoTime(value) : value;
}

/** The columns of `document`: id, entity, times, language, and the searched values at their paths. */
export function documentList({ rowFilter, searched, automatic }: SearchTarget, source: Source): Sql {
  const fields = [...Map.groupBy(searched, ({ field }) => field)].map(([field, values]) => {
    const paths = values.map(({ inside }) => inside);
    const value = paths.some((path) => path.length === 0) ? columnOf(source, field) : objectJson(columnOf(source, field), membersOf(paths));
    return sql`${value} as ${name(field.name)}`;
  });
  return join([
    sql`${rowColumn(source, "id")} as ${name("id")}`,
    sql`${literal(rowFilter.entity.name)} as ${name("_entity")}`,
    ...automatic.map((field) => sql`${automaticValue(field, source)} as ${name(field.name)}`),
    ...fields,
  ]);
}
