/** A page of a list, and the count of its total: one statement each, whatever is resolved. */
import { STATUS } from "../../entities.ts";
import { dependsOnTime, placeholder } from "../../placeholder.ts";
import type { Filter, TestFilter } from "../../plan/filter/contract.ts";
import { likeMatchOf } from "../../plan/filter/operand.ts";
import { hasTrigram } from "../../sql/operators.ts";
import { touchedBy } from "../plan/dependencies.ts";
import type { ListPlan } from "../plan/list.ts";
import type { Statement, TotalStatements } from "../../statements.ts";
import { isDraftAllowed } from "../../sql/rows-with-drafts.ts";
import { filterSql, isSearched } from "../../sql/filter.ts";
import { fromClause, rowColumn, type Source } from "../../sql/source.ts";
import { allOf, anyOf, param, prepare, sql, type Sql } from "../../sql/sql.ts";
import { hasPrefixIndex } from "../../sql/text-keys.ts";
import { allRows, branchesOf, countRows, wholeBranch } from "./branches.ts";
import { DEEP_OFFSET, pageSql } from "./page.ts";
import { readable, rowsOf } from "./rows.ts";

/**
 * Returns one row: `data` (json text), `rows` (their number), `cursor` (text or null, a JSON array to be signed), and `stamp` if its total
 * may be cached.
 */
export function listStatement(plan: ListPlan): Statement {
  const knowsValues = plan.text !== null || dependsOnValues(plan.filter, plan);
  const conditions = (source: Source, filter: Filter | null) => listConditions({ ...plan, filter }, { ...source, knowsValues });
  const whole = wholeBranch(plan, conditions);
  const page = pageSql(plan, isWalked(plan) ? whole : branchesOf(plan, conditions, "all"));
  const toPrepare = (piece: Sql) => (knowsValues ? { ...prepare(piece), customPlan: true } : prepare(piece));
  if (plan.count === false) return Object.freeze(toPrepare(page));
  const rows = branchesOf(plan, conditions, "many");
  const remembers = isStamped(plan);
  const stamped = remembers ? sql`select page.*, s.stamp from (${page}) page, (${stampSql(plan)}) s` : page;
  const total = totalOf(plan, { counted: countRows(rows), estimated: allRows(plan.draft ? rows : whole), toPrepare });
  return Object.freeze({ ...toPrepare(stamped), total });
}

/**
 * Whether a stamp shows that the total is unchanged: with drafts it also depends on the versions table, in the trash on the trash's rows;
 * these are always counted.
 */
function isStamped({ draft, preview, trashed }: ListPlan): boolean {
  return draft === null && preview === null && trashed === null;
}

/** Whether the first rows of a scan are those of the page: then it is faster than any access to all rows. */
function isWalked({ draft, filter, text, order, offset, keyset }: ListPlan): boolean {
  if (text) return false;
  if (!draft) return offset >= DEEP_OFFSET && !keyset;
  const isRoleNarrower = draft.draft !== null && draft.draft !== draft.read; // the row filter is applied to the stored row first
  return (
    filter === null && !isRoleNarrower && order.every(({ field, through }) => !through && field.automatic && field.name !== "updatedAt")
  );
}

const RANGES: ReadonlySet<string> = new Set(["$gt", "$gte", "$lt", "$lte", "$between"]);

/**
 * Whether the selectivity of a filter depends on its values: ranges of texts, patterns that an index may find, `_status`, and conditions
 * through to-one relations or inside JSON. To-many relations are handled at run time (`semiJoinOf`).
 */
function dependsOnValues(filter: Filter | null, plan: Pick<ListPlan, "draft">): boolean {
  if (!filter) return false;
  if (filter.kind === "through") return filter.field.storage.kind === "column" || dependsOnValues(filter.of, plan);
  if (filter.kind === "referred") return true;
  if (filter.kind === "not") return dependsOnValues(filter.of, plan);
  if (filter.kind !== "test") return filter.of.some((part) => dependsOnValues(part, plan));
  if (filter.field === STATUS) return true;
  if (isPrefixFilter(filter)) return true;
  if (hasTrigram(filter.values) && likeMatchOf(filter.operator)) return isSearched(filter);
  const isLinked = filter.nested !== undefined || (plan.draft !== null && filter.valueKind === "links");
  return isLinked || (filter.valueKind === "text" && RANGES.has(filter.operator));
}

function isPrefixFilter({ field, inside, operator }: TestFilter): boolean {
  return likeMatchOf(operator) === "startsWith" && inside.length === 0 && hasPrefixIndex(field);
}

interface Counted {
  readonly counted: Sql;
  readonly estimated: Sql;
  readonly toPrepare: (piece: Sql) => Statement;
}

/** How the rows of a list are counted. A total that depends on the time of day is never cached. */
function totalOf(plan: ListPlan, { counted, estimated, toPrepare }: Counted): TotalStatements {
  const stamped = isStamped(plan);
  const exact = stamped
    ? sql`select ${rememberedSql(counted)} as total, s.stamp from (${stampSql(plan)}) s`
    : sql`select (${counted})::text as total, null::text as stamp`;
  const estimate = prepare(sql`explain (format json) ${estimated}`);
  return Object.freeze({ exact: Object.freeze(toPrepare(exact)), estimate, remembers: stamped && !estimate.values.some(dependsOnTime) });
}

/** Whether a row belongs to a list: readable, and if drafts are requested, also by the row filter for drafts. */
function listed(plan: ListPlan, source: Source): readonly Sql[] {
  const allowed = plan.draft && isDraftAllowed(plan.draft, source);
  return [...readable(plan, source), ...(allowed ? [allowed] : [])];
}

function listConditions(plan: ListPlan, source: Source): readonly Sql[] {
  const { filter, locale } = plan;
  return [...(filter ? [filterSql(filter, source)] : []), ...(locale ? [localeSql(plan, locale, source)] : []), ...listed(plan, source)];
}

/** The requested locale; or the other one, for groups without a row in the requested locale that the reader may read. */
function localeSql(plan: ListPlan, { requested, fallback }: NonNullable<ListPlan["locale"]>, source: Source): Sql {
  const requestedLocale = param(requested);
  const isRequested = sql`${rowColumn(source, "locale")} = ${requestedLocale}::text`;
  if (fallback === null) return isRequested;
  const sibling = rowsOf(plan, source.depth + 1);
  const better = allOf([
    sql`${rowColumn(sibling, "translation_group")} = ${rowColumn(source, "translation_group")}`,
    sql`${rowColumn(sibling, "locale")} = ${requestedLocale}::text`,
    ...listed(plan, sibling),
  ]);
  const isOther = sql`${rowColumn(source, "locale")} = ${param(fallback)}::text`;
  return anyOf([isRequested, sql`${isOther} and not exists (select from ${fromClause(sibling)} where ${better})`]);
}

/** Increases with every write to an entity that the total depends on. An unchanged total is not counted again. */
function stampSql(plan: ListPlan): Sql {
  return sql`select coalesce(sum(n), 0)::text as stamp from cms.entity_stamps where entity = any(${param(touchedBy(plan))}::text[])`;
}

/** A cached total if its stamp is current, else a new count. */
function rememberedSql(counted: Sql): Sql {
  const known = param(placeholder("$CACHED_TOTAL"));
  const knownStamp = param(placeholder("$CACHED_STAMP"));
  return sql`case when s.stamp = ${knownStamp}::text then ${known}::text else (${counted})::text end`;
}
