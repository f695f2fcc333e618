/** The page of a list: its rows are cut out first, so that only they are projected, above all resolved. */
import { arrayJson, recordJson, selectList } from "../project/sql.ts";
import { column, isEmpty, join, name, param, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { columnOf, fromClause, rowColumn } from "../source.ts";
import type { Source } from "../source.ts";
import { afterSql, orderSql, placeJson } from "./order.ts";
import type { ListPlan } from "./plan.ts";

/** From this offset on, ids are found in an index before any row is looked at. */
const DEEP_OFFSET = 1_000;

/** What a list selects: the records' json text, the next page's place, and what must stand in FROM for them. */
export interface Page {
  readonly data: Sql;
  readonly cursor: Sql;
  readonly from: Sql | null;
}

/** The page in the way the plan asks for it. `where` is empty or begins with ` where`. */
export function pageSql(plan: ListPlan, source: Source, where: Sql): Page {
  const cursor = sql`null::text`;
  if (plan.limit === 0) return { data: sql`'[]'`, cursor, from: null };
  if (plan.keyset) return { data: sql`p.data`, cursor: sql`p.cursor`, from: sql`(${keysetPage(plan, source, where)}) p` };
  const deep = plan.offset >= DEEP_OFFSET && !plan.draft;
  const rows = deep ? deepPage(plan, source, where) : shallowPage(plan, source, where);
  return { data: sql`(${arrayJson(rows)})::text`, cursor, from: null };
}

function rowsFrom(source: Source, where: Sql): Sql {
  return sql`${name(source.alias)}.* from ${fromClause(source)}${where}`;
}

/**
 * A parameter as limit tells the planner nothing: it takes it for a tenth of the table and plans anew each time.
 * A constant above it, one of few, bounds the work that is planned for, and one prepared plan serves all requests.
 */
function capOf(rows: number): Sql {
  if (rows <= 101) return sql`limit 101`;
  if (rows <= 1_100) return sql`limit 1100`;
  return rows <= 10_100 ? sql`limit 10100` : sql`limit 100100`;
}

/** The rows of a page, cut out of the query. */
function cut(query: Sql, limit: number, offset: number): Sql {
  return sql`select * from (${query} ${capOf(offset + limit)}) c limit ${limit}::int8 offset ${offset}::int8`;
}

function listOf({ selection, draft }: ListPlan, source: Source): Sql {
  return selectList(selection, source, { drafts: draft !== null });
}

function shallowPage(plan: ListPlan, source: Source, where: Sql): Sql {
  const rows = cut(sql`select ${rowsFrom(source, where)} ${orderSql(plan.order, source)}`, plan.limit, plan.offset);
  return sql`select ${listOf(plan, source)} from (${rows}) ${name(source.alias)}`;
}

/** Late row lookup: the rows that are skipped are never read where an index holds the order. */
function deepPage(plan: ListPlan, source: Source, where: Sql): Sql {
  const order = orderSql(plan.order, source);
  const keys = join(plan.order.map(({ field }) => columnOf(source, field)));
  const found = cut(sql`select ${keys} from ${fromClause(source)}${where} ${order}`, plan.limit, plan.offset);
  const joined = sql`(${found}) k join ${fromClause(source)} on ${rowColumn(source, "id")} = ${column("k", "id")}`;
  return sql`select ${listOf(plan, source)} from ${joined} ${order}`;
}

/** One row more than asked for tells whether there is a next page; the last row shown says where it begins. */
function keysetPage(plan: ListPlan, source: Source, where: Sql): Sql {
  const { order, limit, keyset, reach, selection, draft } = plan;
  const after = keyset?.after ? afterSql(order, keyset.after, source) : null;
  const beyond = after ? (isEmpty(where) ? sql` where ${after}` : sql`${where} and ${after}`) : where;
  const sorted = orderSql(order, source);
  const rows = cut(sql`select ${rowsFrom(source, beyond)} ${sorted}`, limit + 1, 0);
  const record = recordJson(selection, source, { drafts: draft !== null });
  const each = sql`row_number() over (${sorted}) as place, ${record} as record, ${placeJson(reach.entity, order, source)} as at`;
  const last = param(limit);
  const data = sql`coalesce(json_agg(r.record order by r.place) filter (where r.place <= ${last}::int8), '[]'::json)::text`;
  const cursor = sql`case when count(*) > ${last}::int8 then (json_agg(r.at) filter (where r.place = ${last}::int8) -> 0)::text end`;
  return sql`select ${data} as data, ${cursor} as cursor from (select ${each} from (${rows}) ${name(source.alias)}) r`;
}
