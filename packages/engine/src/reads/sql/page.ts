/** The page of a list: its rows are selected first, so that only they are projected and resolved. */
import { countedArrayJson, recordJson, selectList } from "../../sql/project/record.ts";
import { column, join, name, param, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { fromClause, rowColumn } from "../../sql/source.ts";
import type { Source } from "../../sql/source.ts";
import { fromBranch } from "./branches.ts";
import type { Branch, Branches } from "./branches.ts";
import { firstRows } from "./first-rows.ts";
import { orderSql, positionJson, sortKeys, valueOf } from "./order.ts";
import { rowsOf } from "./rows.ts";
import type { ListPlan } from "../plan/list.ts";

/** From this offset on, ids are found in an index before any row is looked at. */
export const DEEP_OFFSET = 1_000;

/** If values of related records must be looked up for each skipped row, this takes longer. */
const DEEP_RELATED = 10_000;

/** The page in the plan's paging mode: one row of `data` (json text), `rows` and `cursor` (the position of the next page). */
export function pageSql(plan: ListPlan, rows: Branches): Sql {
  if (plan.keyset) return keysetPage(plan, rows);
  const [only, ...others] = rows.branches;
  const isRelated = plan.order.some(({ through }) => through);
  const isOverlaid = plan.draft !== null || plan.preview !== null;
  const isDeep = plan.offset >= (isRelated ? DEEP_RELATED : DEEP_OFFSET) && !isOverlaid && !plan.text && others.length === 0;
  const page = countedArrayJson(isDeep ? deepPage(plan, only) : shallowPage(plan, rows));
  return sql`select p.data, p.rows, null::text as cursor from (${page}) p`;
}

/**
 * With a parameter as limit, the planner estimates a tenth of the table and plans again each time. A constant above it, one of few, bounds
 * the estimate, and one prepared plan serves all requests.
 */
function capOf(rows: number): Sql {
  if (rows <= 101) return sql`limit 101`;
  if (rows <= 1_100) return sql`limit 1100`;
  return rows <= 10_100 ? sql`limit 10100` : sql`limit 100100`;
}

/**
 * The rows of a page, from a query that has at most as many rows as the cap. The planner does not look into the subqueries: a plan for a few
 * rows would seem cheaper than the one for all limits, and be made again for each request.
 */
function cut(query: Sql, limit: number, offset: number): Sql {
  return sql`select * from (${query}) c limit (select ${limit}::int8) offset (select ${offset}::int8)`;
}

function listOf({ selection, draft }: ListPlan, source: Source): Sql {
  return selectList(selection, source, { drafts: draft !== null });
}

/** Everything else is read from the page's rows, whichever branch they come from. */
function shallowPage(plan: ListPlan, found: Branches): Sql {
  const source = rowsOf(plan);
  const { order, limit, offset } = plan;
  const candidates = firstRows(found, source, { order, after: null, rows: offset + limit, limit: capOf(offset + limit) });
  return sql`select ${listOf(plan, source)} from (${cut(candidates, limit, offset)}) ${name(source.alias)}`;
}

/** Late row lookup: skipped rows are never read if an index has the order. */
function deepPage(plan: ListPlan, only: Branch): Sql {
  const { source } = only;
  const order = orderSql(sortKeys(plan.order, source));
  const keys = join(plan.order.map((key) => valueOf(key, source)));
  const sortedKeys = sql`select ${keys} ${fromBranch(only)} ${order} ${capOf(plan.offset + plan.limit)}`;
  const found = cut(sortedKeys, plan.limit, plan.offset);
  const joined = sql`(${found}) k join ${fromClause(source)} on ${rowColumn(source, "id")} = ${column("k", "id")}`;
  return sql`select ${listOf(plan, source)} from ${joined} ${order}`;
}

/** One additional row shows whether there is a next page; the last row of the page shows where that begins. */
function keysetPage(plan: ListPlan, found: Branches): Sql {
  const source = rowsOf(plan);
  const { order, limit, keyset, rowFilter, selection, draft } = plan;
  const sorted = orderSql(sortKeys(order, source));
  const range = { order, after: keyset?.after ?? null, rows: limit + 1, limit: capOf(limit + 1) };
  const rows = cut(firstRows(found, source, range), limit + 1, 0);
  const record = recordJson(selection, source, { drafts: draft !== null });
  const each = sql`row_number() over (${sorted}) as place, ${record} as record, ${positionJson(rowFilter.entity, order, source)} as at`;
  const last = param(limit);
  const data = sql`coalesce(json_agg(r.record order by r.place) filter (where r.place <= ${last}::int8), '[]'::json)::text`;
  const cursor = sql`case when count(*) > ${last}::int8 then (json_agg(r.at) filter (where r.place = ${last}::int8) -> 0)::text end`;
  return sql`select ${data} as data, least(count(*), ${last}::int8)::int as rows, ${cursor} as cursor from (select ${each} from (${rows}) ${name(source.alias)}) r`;
}
