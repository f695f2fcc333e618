/** Searched values → SQL: whether a row contains the text. */
import { anyOf, column, join, literal, sql, type Sql } from "../sql.ts";
import { columnOf, type Source } from "../source.ts";
import { searchKey } from "../text-keys.ts";
import { gramsOf, searchedPaths } from "./grams.ts";
import { type Searched } from "../../searchable.ts";
import type { Entity } from "../../types.ts";

/** The parameters of a search: the pattern, the text itself, and for each select with several values the options that contain the text. */
export interface Needles {
  readonly pattern: Sql;
  readonly text: Sql;
  readonly options: ReadonlyMap<Searched, Sql>;
}

/** A searched value in filters and indexes: an index is used only for an identical expression. */
export function searchedText({ field, inside }: Searched, source: Source): Sql {
  return textAt(columnOf(source, field), inside);
}

/** The text at a path inside a column. */
export function textAt(column: Sql, inside: readonly string[]): Sql {
  return inside.length === 0 ? column : sql`(${column} #>> array[${join(inside.map(literal))}])`;
}

function holdsOption(searched: Searched, source: Source, { options }: Needles): Sql {
  return sql`${columnOf(source, searched.field)} && ${options.get(searched) ?? sql`'{}'`}::text[]`;
}

/** Whether some value contains the text, in a form that indexes can answer. */
export function indexedMatch(searched: readonly Searched[], source: Source, needles: Needles): Sql {
  return anyOf(
    searched.map((searched) =>
      searched.kind === "choices" ? holdsOption(searched, source, needles) : holdsText(searched, source, needles),
    ),
  );
}

/** Values that depend only on parameters: computed once per statement, by the planner if it knows the values. */
function onceSql(made: Sql, { knowsValues }: Source): Sql {
  return knowsValues ? made : sql`(select ${made})`;
}

/** A text field can contain an object that was stored under another definition. */
function holdsText(searched: Searched, source: Source, { pattern }: Needles): Sql {
  const key = onceSql(searchKey(sql`${pattern}::text`), source);
  const holds = sql`${searchKey(searchedText(searched, source))} like ${key}`;
  if (searched.inside.length === 0) return holds;
  return sql`(${holds} and jsonb_typeof(${columnOf(source, searched.field)} #> array[${join(searched.inside.map(literal))}]) = 'string')`;
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
  const lists = searched.filter(({ kind }) => kind === "choices").map((searched) => holdsOption(searched, source, needles));
  return anyOf([grams, ...lists]);
}
