/** ReadPlan → Statement: one statement an answer, whatever is resolved; PostgreSQL builds its JSON text. */
import { draftSourceOf } from "../drafts.ts";
import type { Targets } from "../drafts.ts";
import { filterSql, reachSql } from "../filter/sql.ts";
import { recordJson } from "../project/sql.ts";
import { allOf, anyOf, join, param, prepare, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { fromClause, rowColumn, sourceOf } from "../source.ts";
import type { Source } from "../source.ts";
import type { Entity, Statement } from "../types.ts";
import { variable } from "../variables.ts";
import { pageSql } from "./page.ts";
import type { ListPlan, OnePlan, ReadPlan } from "./plan.ts";
import { touchedBy } from "./touched.ts";

/**
 * The statement of a plan. A list gives one row: `data` (json text), `total`, `stamp` and `cursor` (text or null;
 * the cursor is a JSON array to be signed). A record gives `data` and `version`, or no row: NOT_FOUND.
 */
export function toStatement(plan: ReadPlan): Statement {
  return plan.kind === "one" ? prepare(oneSql(plan)) : listStatement(plan);
}

function rowsOf(entity: Entity, draft: Targets | null, depth = 0): Source {
  return draft ? draftSourceOf(entity, draft, depth) : sourceOf(entity, depth);
}

function oneSql(plan: OnePlan): Sql {
  const { reach, draft, selection, id } = plan;
  const source = rowsOf(reach.entity, draft);
  const options = { drafts: draft !== null };
  const byId = id === null ? [] : [sql`${rowColumn(source, "id")} = ${param(id)}::uuid`];
  const where = allOf([...byId, ...reachSql(reach, source, options)]);
  const data = recordJson(selection, source, options);
  return sql`select ${data}::text as data, ${rowColumn(source, "version")} as version from ${fromClause(source)} where ${where}`;
}

function listStatement(plan: ListPlan): Statement {
  const source = rowsOf(plan.reach.entity, plan.draft);
  const where = whereSql(listConditions(plan, source));
  const counted = sql`select count(*) from ${fromClause(source)}${where}`;
  const remembers = plan.count && !plan.draft; // a draft's total also hangs on the versions table: it is always counted
  const page = pageSql(plan, source, where);
  const stamp = remembers ? sql`s.stamp` : sql`null::text`;
  const from = [...(page.from ? [page.from] : []), ...(remembers ? [sql`(${stampSql(plan)}) s`] : [])];
  const list = sql`${page.data} as data, ${totalSql(plan.count, counted, remembers)} as total, ${stamp} as stamp, ${page.cursor} as cursor`;
  const statement = prepare(from.length > 0 ? sql`select ${list} from ${join(from)}` : sql`select ${list}`);
  if (!remembers) return statement;
  const { name: countName, values } = prepare(counted);
  return Object.freeze({ ...statement, count: { name: countName, values } });
}

function whereSql(conditions: readonly Sql[]): Sql {
  return conditions.length > 0 ? sql` where ${allOf(conditions)}` : sql``;
}

function listConditions(plan: ListPlan, source: Source): readonly Sql[] {
  const { reach, filter, locale, draft } = plan;
  return [
    ...(filter ? [filterSql(filter, source)] : []),
    ...(locale ? [localeSql(plan, locale, source)] : []),
    ...reachSql(reach, source, { drafts: draft !== null }),
  ];
}

/** The asked locale; or the other one, for groups that have no row the reader may reach in the asked one. */
function localeSql({ reach, draft }: ListPlan, { asked, otherwise }: NonNullable<ListPlan["locale"]>, source: Source): Sql {
  const wanted = param(asked);
  const isAsked = sql`${rowColumn(source, "locale")} = ${wanted}::text`;
  if (otherwise === null) return isAsked;
  const sibling = rowsOf(reach.entity, draft, source.depth + 1);
  const better = allOf([
    sql`${rowColumn(sibling, "translation_group")} = ${rowColumn(source, "translation_group")}`,
    sql`${rowColumn(sibling, "locale")} = ${wanted}::text`,
    ...reachSql(reach, sibling, { drafts: draft !== null }),
  ]);
  const isOther = sql`${rowColumn(source, "locale")} = ${param(otherwise)}::text`;
  return anyOf([isAsked, sql`${isOther} and not exists (select from ${fromClause(sibling)} where ${better})`]);
}

/** Grows with every write to an entity whose rows decide the total, so that an unchanged one need not be counted again. */
function stampSql(plan: ListPlan): Sql {
  return sql`select coalesce(sum(n), 0)::text as stamp from cms.entity_stamps where entity = any(${param(touchedBy(plan))}::text[])`;
}

function totalSql(wanted: boolean, counted: Sql, remembers: boolean): Sql {
  if (!wanted) return sql`null::text`;
  if (!remembers) return sql`(${counted})::text`;
  const known = param(variable("$CACHED_TOTAL"));
  const knownStamp = param(variable("$CACHED_STAMP"));
  return sql`case when s.stamp = ${knownStamp}::text then ${known}::text else (${counted})::text end`;
}
