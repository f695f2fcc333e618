/** Searched values → SQL: whether a row holds the text, and what the answer shows of it. */
import { isoTime } from "../project/sql.ts";
import { allOf, anyOf, join, name, sql, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { columnOf, rowColumn } from "../source.ts";
import type { Source } from "../source.ts";
import type { SearchTarget, Sieve, Way } from "./plan.ts";
import type { Searched } from "./searched.ts";

/** The parameters of a search: the pattern, and for each list among options those that hold the text. */
export interface Needles {
  readonly pattern: Sql;
  /** Patterns of the spellings, and of the letters beyond ASCII that fold to one of its own. */
  readonly spellings: Sql;
  readonly twins: Sql;
  readonly options: ReadonlyMap<Searched, Sql>;
}

/** As filters and indexes write it: an index serves only the same expression. */
function textOf({ field, inside }: Searched, source: Source): Sql {
  const column = columnOf(source, field);
  return inside.length === 0 ? column : sql`(${column} #>> array[${join(inside.map(word))}])`;
}

function holdsOption(searched: Searched, source: Source, { options }: Needles): Sql {
  return sql`${columnOf(source, searched.field)} && ${options.get(searched) ?? sql`'{}'`}::text[]`;
}

/** Some value holds the text, asked so that indexes can answer. */
export function indexedMatch(searched: readonly Searched[], source: Source, needles: Needles): Sql {
  return anyOf(
    searched.map((one) =>
      one.kind === "choices" ? holdsOption(one, source, needles) : sql`${textOf(one, source)} ilike ${needles.pattern}::text`,
    ),
  );
}

/**
 * Some value holds the text, asked so that looking at one row is cheap: all texts at once and without Unicode's tables,
 * and only where that may be a hit each of them. `is true` keeps indexes out, which can't help here and would be read
 * from end to end.
 */
export function scannedMatch(searched: readonly Searched[], source: Source, needles: Needles, { sieve }: Pick<Way, "sieve">): Sql {
  const texts = searched.filter(({ kind }) => kind === "text").map((one) => textOf(one, source));
  const lists = searched.filter(({ kind }) => kind === "choices").map((one) => holdsOption(one, source, needles));
  const each = sql`${anyOf([...texts.map((text) => sql`${text} ilike ${needles.pattern}::text`), ...lists])} is true`;
  if (texts.length === 0) return each;
  const [first = sql`''`, ...others] = texts.map((text) => (texts.length > 1 ? sql`coalesce(${text}, '')` : text));
  const together = others.reduce((before, text) => sql`${before} || ' ' || ${text}`, first);
  return allOf([anyOf([mayHold(sql`(${together}) collate ${name("C")}`, needles, sieve), ...lists]), each]);
}

/** True for every text that holds what is looked for, in whatever case; now and then for another. */
function mayHold(text: Sql, { pattern, spellings, twins }: Needles, sieve: Sieve): Sql {
  if (sieve === "spelled") return sql`${text} like any (${spellings}::text[])`;
  const folded = sql`${text} ilike ${pattern}::text`;
  return sieve === "ascii" ? folded : anyOf([folded, sql`${text} like any (${twins}::text[])`]);
}

/** The members of an object that are shown, as a tree: null stands for a text. */
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
    const value = inner ? objectJson(sql`(${json} -> ${word(key)})`, inner) : sql`${json} ->> ${word(key)}`;
    return sql`${word(key)}, ${value}`;
  });
  return sql`case when jsonb_typeof(${json}) = 'object' then json_build_object(${join(pairs)}) end`;
}

/** The columns of `document`: id, entity, times, and the searched values at their places. */
export function documentList({ reach, searched, times }: SearchTarget, source: Source): Sql {
  const fields = [...Map.groupBy(searched, ({ field }) => field)].map(([field, values]) => {
    const paths = values.map(({ inside }) => inside);
    const value = paths.some((path) => path.length === 0) ? columnOf(source, field) : objectJson(columnOf(source, field), membersOf(paths));
    return sql`${value} as ${name(field.name)}`;
  });
  return join([
    sql`${rowColumn(source, "id")} as ${name("id")}`,
    sql`${word(reach.entity.name)} as ${name("_entity")}`,
    ...times.map((field) => sql`${isoTime(columnOf(source, field))} as ${name(field.name)}`),
    ...fields,
  ]);
}
