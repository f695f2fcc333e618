/** The rows of a list as disjoint branches, each with its own access path. */
import type { Filter } from "../../plan/filter/contract.ts";
import type { ListPlan } from "../plan/list.ts";
import { draftSourceOf, undraftedSourceOf } from "../../sql/rows-with-drafts.ts";
import { textConditions } from "../../sql/text-match/holds.ts";
import type { TextConditions } from "../../sql/text-match/holds.ts";
import { fromClause } from "../../sql/source.ts";
import type { Source } from "../../sql/source.ts";
import { allOf, column, empty, join, name, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { semiJoinOf } from "./semi-join.ts";
import type { Ends } from "./semi-join.ts";
import { rowsOf } from "./rows.ts";

export interface Branch {
  /** It has the same columns under the same alias in each branch. */
  readonly source: Source;
  readonly where: readonly Sql[];
  /** A text that rows must also contain, if there is one. */
  readonly text: TextConditions | null;
  /** All its rows are sorted, whatever the order: PostgreSQL must not scan all rows in that order to find a few. */
  readonly isFew?: boolean;
}

export interface Branches {
  /** The CTEs that the branches use. */
  readonly ctes: readonly Sql[];
  readonly branches: readonly [Branch, ...Branch[]];
}

/** The conditions on the rows of a source, for a filter. */
type Conditions = (source: Source, filter: Filter | null) => readonly Sql[];

/** The branch with all rows of any list. */
export function wholeBranch(plan: ListPlan, conditions: Conditions): Branches {
  const source = rowsOf(plan);
  return { ctes: [], branches: [branchOf(plan, source, conditions(source, plan.filter))] };
}

function branchOf({ text }: ListPlan, source: Source, where: readonly Sql[], isFew = false): Branch {
  return { source, where, text: text && textConditions(text, source), ...(isFew && { isFew }) };
}

/**
 * With drafts: the rows without one, by plain columns and indexes, and the few that have one. A filter through a relation: the rows of few
 * matching targets, or if there are many, each row is checked for its targets. A scan in the order of a page may find none of them for a
 * long time; all rows are counted through to-one relations by the indexes of these.
 */
export function branchesOf(plan: ListPlan, conditions: Conditions, ends: Ends): Branches {
  const { draft, filter, rowFilter } = plan;
  if (plan.trashed) return wholeBranch(plan, conditions);
  if (!draft) return semiJoinedBranches(plan, rowsOf(plan), conditions, ends);
  const { asked } = plan;
  const { ctes, branches } = semiJoinedBranches(plan, { ...undraftedSourceOf(rowFilter.entity, draft), asked }, conditions, ends);
  const drafted: Source = { ...draftSourceOf(rowFilter.entity, draft, 0, "pending"), asked };
  return { ctes, branches: [...branches, branchOf(plan, drafted, conditions(drafted, filter), true)] };
}

function semiJoinedBranches(plan: ListPlan, source: Source, conditions: Conditions, ends: Ends): Branches {
  const whole = branchOf(plan, source, conditions(source, plan.filter));
  const semiJoin = semiJoinOf(plan.filter, source, ends);
  if (!semiJoin) return { ctes: [], branches: [whole] };
  const isJoined = sql`${column(source.alias, semiJoin.column)} = any(${semiJoin.ids})`;
  const found = branchOf(plan, source, [isJoined, ...conditions(source, semiJoin.rest)], true);
  return { ctes: semiJoin.ctes, branches: [found, { ...whole, where: [sql`${semiJoin.ids} is null`, ...whole.where] }] };
}

/** `with … ` the query. */
export function withCtes(ctes: readonly Sql[], query: Sql): Sql {
  return ctes.length > 0 ? sql`with ${join(ctes)} ${query}` : query;
}

/** `from … where …`. */
export function fromRows(source: Source, conditions: readonly Sql[]): Sql {
  return sql`from ${fromClause(source)}${conditions.length > 0 ? sql` where ${allOf(conditions)}` : empty}`;
}

/** The same for the rows of a branch. Conditions on texts that indexes can check are in a subquery: `offset 0` keeps it separate. */
export function fromBranch({ source, where, text, isFew }: Branch, after: Sql | null = null): Sql {
  const conditions = after ? [...where, after] : where;
  if (!text) return fromRows(source, conditions);
  if (isFew) return fromRows(source, [...conditions, text.scanned]);
  const found = fromRows(source, [...conditions, text.indexed]);
  if (!text.isWide) return found;
  const alias = name(source.alias);
  return sql`from (select ${alias}.* ${found} offset 0) ${alias} where ${text.scanned}`;
}

/** The number of rows of all branches. */
export function countRows({ ctes, branches }: Branches): Sql {
  if (branches.length === 1) return sql`select count(*) ${fromBranch(branches[0])}`;
  const counts = branches.map((branch) => sql`(select count(*) ${fromBranch(branch)})`);
  return withCtes(ctes, sql`select ${join(counts, " + ")}`);
}

/** The rows of all branches, for PostgreSQL's estimate of their number. */
export function allRows({ ctes, branches }: Branches): Sql {
  if (branches.length === 1) return sql`select ${fromBranch(branches[0])}`;
  const each = branches.map((branch) => sql`select true ${fromBranch(branch)}`);
  return withCtes(ctes, join(each, " union all "));
}
