/** The newest hits of one entity: `id` and `updated_at` of each. */
import { filterSql, rowFilterSql } from "../../sql/filter.ts";
import { allOf, column, join, sql, table } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { fromClause, rowColumn, sourceOf } from "../../sql/source.ts";
import type { Source } from "../../sql/source.ts";
import { hasGrams, heldMatch, indexedMatch, scannedMatch } from "../../sql/text-match/match.ts";
import type { Needles } from "../../sql/text-match/match.ts";
import type { RowFilter } from "../../plan/filter/contract.ts";
import type { SearchTarget } from "../plan.ts";
import { indexedTest, tagConditions } from "../../sql/text-match/tags.ts";

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
/** The number of rows whose texts are read together; of more, the newest are checked one by one. */
const FEW = sql`2000`;
const ONE_MORE = sql`2001`;

/**
 * The newest of the rows. With a parameter as limit PostgreSQL would plan again each time; the constant is the highest limit that a caller
 * may set.
 */
function newestSql(rows: Sql, limit: Sql): Sql {
  return sql`select * from (${rows} ${NEWEST_FIRST} limit 20) c limit ${limit}::int8`;
}

function rowsSql(source: Source, conditions: readonly Sql[]): Sql {
  const keys = sql`${rowColumn(source, "id")}, ${column(source.alias, "updated_at")}`;
  return sql`select ${keys} from ${fromClause(source)} where ${allOf(conditions)}`;
}

/** Whether a row may be found, whatever its texts are. */
function findable({ target: { rowFilter }, locale }: Part, source: Source): readonly Sql[] {
  const inLocale = locale && rowFilter.entity.translatable ? [sql`${rowColumn(source, "locale")} = ${locale}::text`] : [];
  return [...rowFilterSql(rowFilter, source), ...inLocale];
}

/** The same, in terms of the columns of the text indexes. */
function indexedFindable(part: Part, source: Source): readonly Sql[] {
  return [...findable(part, source), ...tagConditions(part.target.rowFilter, (of) => column(source.alias, of))];
}

/** The newest hits of one entity. */
export function foundSql(part: Part): Sql {
  const { entity } = part.target.rowFilter;
  if (entity.kind === "global") return newestSql(scannedSql(part, sourceOf(entity)), part.limit);
  return scannedAnd(part, hasGrams(entity) ? heldSql(part) : indexedSql(part));
}

function scannedSql(part: Part, source: Source): Sql {
  return rowsSql(source, [...findable(part, source), scannedMatch(part.target.searched, source, part.needles)]);
}

/**
 * A frequent text has its hits among the newest rows, a rare one has few candidates. PostgreSQL can't know which it is, so the newest rows
 * are scanned first, and the indexes are used only if that is not enough. `materialized` keeps the limit away from those, or PostgreSQL
 * would scan all rows instead.
 */
function scannedAnd(part: Part, more: Sql): Sql {
  const source = { ...sourceOf(part.target.rowFilter.entity), rows: newestRows(part.target.rowFilter) };
  const scanned = newestSql(scannedSql(part, source), part.limit);
  const both = sql`select id, updated_at from scanned union select id, updated_at from indexed`;
  return sql`with scanned as materialized (${scanned}), ${more} ${newestSql(both, part.limit)}`;
}

/** The newest of all rows, or of those with the value in the role's row filter: an index finds either. */
function newestRows(rowFilter: RowFilter): Sql {
  const source = sourceOf(rowFilter.entity);
  const test = indexedTest(rowFilter);
  const from = test ? sql`${fromClause(source)} where ${filterSql(test, source)}` : table(rowFilter.entity.table);
  return sql`(select * from ${from} ${NEWEST_FIRST} limit 500)`;
}

const tooFew = (limit: Sql) => sql`(select count(*) from scanned) < ${limit}::int8`;

function candidates(part: Part): Sql {
  const source = sourceOf(part.target.rowFilter.entity);
  const { searched } = part.target;
  return rowsSql(source, [tooFew(part.limit), ...indexedFindable(part, source), indexedMatch(searched, source, part.needles)]);
}

/** `indexed`: the rows whose values the indexes find. */
function indexedSql(part: Part): Sql {
  return sql`indexed as materialized (${candidates(part)})`;
}

/**
 * `indexed`: the rows that trigrams find, if they are few. Otherwise, and for a text without trigrams, the rows with all its letters and pairs
 * of letters, which indexes find without reading texts: the newest of them are checked, until there are enough.
 */
function heldSql(part: Part): Sql {
  const { target, needles, indexed, limit } = part;
  const source = sourceOf(target.rowFilter.entity);
  const isNeeded = indexed ? sql`(select count(*) from few) > ${FEW}` : tooFew(limit);
  const held = rowsSql(source, [isNeeded, ...indexedFindable(part, source), heldMatch(target.searched, source, needles)]);
  const id = sql`${rowColumn(source, "id")} = h.id`;
  const holds = sql`(select true from ${fromClause(source)} where ${id} and ${scannedMatch(target.searched, source, needles)})`;
  const checked = sql`select h.id, h.updated_at from (select * from held ${NEWEST_FIRST}) h where ${holds} limit 20`;
  const ways = [
    ...(indexed ? [sql`few as materialized (${candidates(part)} limit ${ONE_MORE})`] : []),
    sql`held as materialized (${held})`,
    sql`indexed as materialized (${indexed ? sql`select * from few where (select count(*) from few) <= ${FEW} union all (${checked})` : checked})`,
  ];
  return join(ways);
}
