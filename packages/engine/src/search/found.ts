/** How the newest hits of one entity are found: `id` and `updated_at` of each. */
import { reachSql } from "../filter/sql.ts";
import { allOf, anyOf, column, empty, join, sql, table } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { fromClause, rowColumn, sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import type { Table } from "../types.ts";
import { wordsTableOf } from "./kept-words.ts";
import { heldInWords, indexedMatch, listedMatch, scannedMatch, siftedMatch } from "./match.ts";
import type { Needles } from "./match.ts";
import type { SearchTarget } from "./plan.ts";

/** One entity's part of a search. */
export interface Part {
  readonly target: SearchTarget;
  readonly needles: Needles;
  readonly limit: Sql;
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

/** The newest hits of one entity. */
export function foundSql(part: Part): Sql {
  const { entity } = part.target.reach;
  if (entity.kind === "global") return walkSql(part);
  if (part.indexed) return nearAnd(part, indexedSql(part));
  const words = wordsTableOf(entity);
  return words ? nearAnd(part, readSql(part, words)) : walkSql(part);
}

/** Walks the rows from the newest and stops when there are enough. */
function walkSql({ target: { reach, searched }, needles, limit }: Part, conditions: readonly Sql[] = []): Sql {
  const source = sourceOf(reach.entity);
  return newestSql(rowsSql(source, [...conditions, ...reachSql(reach, source), scannedMatch(searched, source, needles)]), limit);
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

function nearSql({ target: { reach, searched }, needles, limit }: Part): Sql {
  const { entity } = reach;
  const source = { ...sourceOf(entity), rows: sql`(select * from ${table(entity.table)} ${NEWEST_FIRST} limit 500)` };
  const conditions = reachSql(reach, source);
  const words = wordsTableOf(entity);
  if (!words) return newestSql(rowsSql(source, [...conditions, scannedMatch(searched, source, needles)]), limit);
  const sieve = anyOf([heldInWords("w", needles), ...listedMatch(searched, source, needles)]);
  const joined = sql` join ${table(words)} w on w.id = ${rowColumn(source, "id")}`;
  return newestSql(rowsSql(source, [...conditions, siftedMatch(sieve, searched, source, needles)], joined), limit);
}

const tooFew = (limit: Sql) => sql`(select count(*) from near) < ${limit}::int8`;

/** `far`: the rows whose values the indexes find. */
function indexedSql({ target: { reach, searched }, needles, limit }: Part): Sql {
  const source = sourceOf(reach.entity);
  const conditions = [tooFew(limit), ...reachSql(reach, source), indexedMatch(searched, source, needles)];
  return sql`far as materialized (${rowsSql(source, conditions)})`;
}

/** `far`: the rows whose words hold the text, fetched one by one while they are few, else met on a walk (`is true` keeps it one). */
function readSql(part: Part, words: Table): Sql {
  const { target, needles, limit } = part;
  const { reach, searched } = target;
  const source = sourceOf(reach.entity);
  const id = rowColumn(source, "id");
  const lists = listedMatch(searched, source, needles).map(
    (list) => sql`select ${id} from ${fromClause(source)} where ${tooFew(limit)} and ${list}`,
  );
  const held = join(
    [sql`select w.id from ${table(words)} w where ${tooFew(limit)} and ${heldInWords("w", needles)}`, ...lists],
    " union all ",
  );
  const inHeld = sql`${id} in (select held.id from held)`;
  const few = [sql`(select count(*) from held) < ${MANY}`, inHeld, ...reachSql(reach, source), scannedMatch(searched, source, needles)];
  const many = walkSql(part, [sql`(select count(*) from held) >= ${MANY}`, sql`(${inHeld}) is true`]);
  return sql`held as materialized (${held}), far as materialized (${rowsSql(source, few)} union all (${many}))`;
}
