/** The first rows of a list in its order, from each branch. */
import { STATUS } from "../../entities.ts";
import { fromClause, rowColumn } from "../../sql/source.ts";
import type { Source } from "../../sql/source.ts";
import { allOf, join, name, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { fromBranch, fromRows, withCtes } from "./branches.ts";
import type { Branch, Branches } from "./branches.ts";
import { afterSql, orderSql, sortKeys } from "./order.ts";
import type { SortKey } from "./order.ts";
import { relatedFirst } from "./related-order.ts";
import { statusFirst } from "./status-order.ts";
import { sorted } from "./row-range.ts";
import type { RowRange, RowQuery } from "./row-range.ts";

/** The first rows of all branches; the columns are those of `source`. */
export function firstRows({ ctes, branches }: Branches, source: Source, range: RowRange): Sql {
  const ways = branches.flatMap((branch, at) => rowQueries(branch, range, at));
  const [only, ...others] = ways;
  if (only && others.length === 0) return only.rows;
  const alias = name(source.alias);
  const each = ways.map(({ rows }) => sql`(${rows})`);
  const order = orderSql(sortKeys(range.order, source));
  const all = [...ctes, ...ways.flatMap((way) => way.ctes)];
  return withCtes(all, sql`select ${alias}.* from (${join(each, " union all ")}) ${alias} ${order} ${range.limit}`);
}

function rowQueries(branch: Branch, range: RowRange, at: number): readonly RowQuery[] {
  const { source, text, isFew } = branch;
  const { order, after } = range;
  const keys = sortKeys(order, source);
  const columns = sql`${name(source.alias)}.*`;
  if (isFew) return [{ ctes: [], rows: sql`select ${columns} ${fromBranch(branch, after && afterSql(keys, after))}` }];
  if (text) return textQueries(branch, range, at);
  if (order[0]?.through) return relatedFirst(branch, range, at);
  if (order[0]?.field === STATUS && source.isUndrafted) return statusFirst(branch, range);
  return [{ ctes: [], rows: sql`select ${columns} ${sorted((beyond) => fromBranch(branch, beyond), keys, after, range)}` }];
}

/**
 * The number of rows that are scanned for a text in the list's order before indexes are used, for a page of few rows and for a larger one.
 */
const WALKED = { few: sql`500`, more: sql`1500` };
const FEW = 26;
const MANY = 500;

/**
 * As in searches: a scan finds a frequent text soon, a rare one is in few rows, and PostgreSQL can't know which it is without trying.
 * `offset 0` keeps the limit from causing a scan of all rows.
 */
function textQueries(branch: Branch, range: RowRange, at: number): readonly RowQuery[] {
  const { source, where, text } = branch;
  if (!text) return [];
  const { order, rows } = range;
  const keys = sortKeys(order, source);
  const alias = name(source.alias);
  const beyond = range.after && afterSql(keys, range.after);
  const conditions = beyond ? [...where, beyond] : where;
  const isWalked = rows <= MANY && order[0]?.through === undefined && order[0]?.field !== STATUS;
  if (!isWalked) return [{ ctes: [], rows: foundRows(branch, conditions, keys, range) }];
  const walked = name(`walked${at}`);
  const walk = sql`select ${alias}.* ${fromRows(source, conditions)} ${orderSql(keys)} limit ${rows <= FEW ? WALKED.few : WALKED.more}`;
  const isEnough = sql`(select count(*) from ${walked}) >= ${rows}::int8`;
  return [
    {
      ctes: [sql`${walked} as materialized (select ${alias}.* from (${walk}) ${alias} where ${text.scanned})`],
      rows: sql`select * from ${walked} where ${isEnough}`,
    },
    { ctes: [], rows: foundRows(branch, [sql`not ${isEnough}`, ...conditions], keys, range) },
  ];
}

/** Finds rows by indexes. If these return too many, the rows are scanned in the list's order until there are enough. */
function foundRows({ source, text }: Branch, conditions: readonly Sql[], keys: readonly SortKey[], { limit }: RowRange): Sql {
  const alias = name(source.alias);
  const indexed = text ? [...conditions, text.indexed] : conditions;
  const found = sql`from (select ${alias}.* ${fromRows(source, indexed)} offset 0) ${alias} ${orderSql(keys)}`;
  if (!text?.isWide) return sql`select ${alias}.* ${found} ${limit}`;
  const same = sql`${rowColumn(source, "id")} = h.id`;
  const holds = sql`(select true ${fromRows(source, [same, text.scanned])})`;
  const ids = sql`select h.id from (select ${rowColumn(source, "id")} ${found}) h where ${holds} ${limit}`;
  return sql`select ${alias}.* from (${ids}) h join ${fromClause(source)} on ${allOf([same])}`;
}
