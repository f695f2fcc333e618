/** How the newest hits of one entity are found: `id` and `updated_at` of each. */
import { rowFilterSql } from "../filter.ts";
import { allOf, anyOf, column, empty, join, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { fromClause, rowColumn, sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import type { Table } from "../../types.ts";
import { wordsTableOf } from "./words.ts";
import { heldInWords, indexedMatch, listedMatch, scannedMatch, siftedMatch } from "./match.ts";
import type { Needles } from "./match.ts";
import type { SearchTarget } from "../../plan/search.ts";

/** One entity's part of a search. */
export interface Part {
  readonly target: SearchTarget;
  readonly needles: Needles;
  readonly limit: Sql;
  /** The language of the records, null for all. */
  readonly locale: Sql | null;
  /** Whether trigrams of the text narrow its rows down. */
  readonly indexed: boolean;
}

const NEWEST_FIRST = sql`order by updated_at desc, id desc`;
/** Of so many candidates, those that are looked at are met on a walk from the newest row; fewer are fetched one by one. */
const MANY = sql`2000`;

/**
 * The newest of the rows. A parameter as limit tells the planner nothing, so it would plan anew each time; the constant
 * is the most that a caller may ask for.
 */
function newestSql(rows: Sql, limit: Sql): Sql {
  return sql`select * from (${rows} ${NEWEST_FIRST} limit 20) c limit ${limit}::int8`;
}

function rowsSql(source: Source, conditions: readonly Sql[], joined: Sql = empty): Sql {
  const keys = sql`${rowColumn(source, "id")}, ${column(source.alias, "updated_at")}`;
  return sql`select ${keys} from ${fromClause(source)}${joined} where ${allOf(conditions)}`;
}

/** What makes a row one that may be found, whatever text it holds. */
function findable({ target: { rowFilter }, locale }: Part, source: Source): readonly Sql[] {
  const inLocale = locale && rowFilter.entity.translatable ? [sql`${rowColumn(source, "locale")} = ${locale}::text`] : [];
  return [...rowFilterSql(rowFilter, source), ...inLocale];
}

/** The newest hits of one entity. */
export function foundSql(part: Part): Sql {
  const { entity } = part.target.rowFilter;
  if (entity.kind === "global") return walkSql(part);
  if (part.indexed) return nearAnd(part, indexedSql(part));
  const words = wordsTableOf(entity);
  return words ? nearAnd(part, readSql(part, words)) : walkSql(part);
}

/** Walks the rows from the newest and stops when there are enough. */
function walkSql(part: Part, conditions: readonly Sql[] = []): Sql {
  const { target, needles, limit } = part;
  const source = sourceOf(target.rowFilter.entity);
  return newestSql(rowsSql(source, [...conditions, ...findable(part, source), scannedMatch(target.searched, source, needles)]), limit);
}

/**
 * A frequent text has its hits among the newest rows, a rare one has few candidates anywhere. PostgreSQL can't tell the
 * two apart before it has looked, so it looks: into the newest rows, and only where that is not enough for more.
 * `materialized` keeps the limit away from those, or they would be passed over for a walk through all rows.
 */
function nearAnd(part: Part, more: Sql): Sql {
  const both = sql`select id, updated_at from near union select id, updated_at from far`;
  return sql`with near as materialized (${nearSql(part)}), ${more} ${newestSql(both, part.limit)}`;
}

function nearSql(part: Part): Sql {
  const { target, needles, limit } = part;
  const { rowFilter, searched } = target;
  const { entity } = rowFilter;
  const source = { ...sourceOf(entity), rows: sql`(select * from ${table(entity.table)} ${NEWEST_FIRST} limit 500)` };
  const conditions = findable(part, source);
  const words = wordsTableOf(entity);
  if (!words) return newestSql(rowsSql(source, [...conditions, scannedMatch(searched, source, needles)]), limit);
  const sieve = anyOf([heldInWords("w", needles), ...listedMatch(searched, source, needles)]);
  const joined = sql` join ${table(words)} w on w.id = ${rowColumn(source, "id")}`;
  return newestSql(rowsSql(source, [...conditions, siftedMatch(sieve, searched, source, needles)], joined), limit);
}

const tooFew = (limit: Sql) => sql`(select count(*) from near) < ${limit}::int8`;

/** `far`: the rows whose values the indexes find. */
function indexedSql(part: Part): Sql {
  const { target, needles, limit } = part;
  const source = sourceOf(target.rowFilter.entity);
  const conditions = [tooFew(limit), ...findable(part, source), indexedMatch(target.searched, source, needles)];
  return sql`far as materialized (${rowsSql(source, conditions)})`;
}

/** `far`: the rows whose words hold the text, fetched one by one while they are few, else met on a walk (`is true` keeps it one). */
function readSql(part: Part, words: Table): Sql {
  const { target, needles, limit } = part;
  const { rowFilter, searched } = target;
  const source = sourceOf(rowFilter.entity);
  const id = rowColumn(source, "id");
  const lists = listedMatch(searched, source, needles).map(
    (list) => sql`select ${id} from ${fromClause(source)} where ${tooFew(limit)} and ${list}`,
  );
  const held = join(
    [sql`select w.id from ${table(words)} w where ${tooFew(limit)} and ${heldInWords("w", needles)}`, ...lists],
    " union all ",
  );
  const inHeld = sql`${id} in (select held.id from held)`;
  const few = [sql`(select count(*) from held) < ${MANY}`, inHeld, ...findable(part, source), scannedMatch(searched, source, needles)];
  const many = walkSql(part, [sql`(select count(*) from held) >= ${MANY}`, sql`(${inHeld}) is true`]);
  return sql`held as materialized (${held}), far as materialized (${rowsSql(source, few)} union all (${many}))`;
}
