/** The rows of a list as branches that share none, each found in a way of its own. */
import type { Filter } from "../../plan/filter/contract.ts";
import type { ListPlan } from "../../plan/list.ts";
import { draftSourceOf, undraftedSourceOf } from "../drafts.ts";
import { fromClause, rowColumn } from "../source.ts";
import type { Source } from "../source.ts";
import { allOf, empty, join, name, sql } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { nearRows } from "./near.ts";
import { rowsOf } from "./rows.ts";

export interface Branch {
  /** Of the same columns under the same alias in each branch. */
  readonly source: Source;
  readonly where: readonly Sql[];
  /** All its rows are sorted, whatever the order: PostgreSQL must not look for few rows on a walk past all. */
  readonly isFew?: boolean;
}

export interface Branches {
  /** What the branches refer to, as CTEs. */
  readonly ctes: readonly Sql[];
  readonly branches: readonly [Branch, ...Branch[]];
}

/** The conditions on the rows of a source, for a filter. */
type Conditions = (source: Source, filter: Filter | null) => readonly Sql[];

/** The one branch that every list can be read as. */
export function wholeBranch(plan: ListPlan, conditions: Conditions): Branches {
  const source = rowsOf(plan);
  return { ctes: [], branches: [{ source, where: conditions(source, plan.filter) }] };
}

/**
 * With drafts: the rows without one, by plain columns and indexes, and the few that have one. A filter through a relation to
 * many: the rows that few matching targets lead to, or where those are many, each row that is asked for its targets.
 */
export function branchesOf(plan: ListPlan, conditions: Conditions): Branches {
  const { draft, filter, rowFilter } = plan;
  if (!draft) return nearAndFar(rowsOf(plan), filter, conditions);
  const { ctes, branches } = nearAndFar(undraftedSourceOf(rowFilter.entity, draft), filter, conditions);
  const drafted = draftSourceOf(rowFilter.entity, draft, 0, "pending");
  return { ctes, branches: [...branches, { source: drafted, isFew: true, where: conditions(drafted, filter) }] };
}

function nearAndFar(source: Source, filter: Filter | null, conditions: Conditions): Branches {
  const whole: Branch = { source, where: conditions(source, filter) };
  const near = nearRows(filter, source);
  if (!near) return { ctes: [], branches: [whole] };
  const found: Branch = {
    source,
    isFew: true,
    where: [sql`${rowColumn(source, "id")} = any(${near.ids})`, ...conditions(source, near.rest)],
  };
  return { ctes: near.ctes, branches: [found, { source, where: [sql`${near.ids} is null`, ...whole.where] }] };
}

function withCtes(ctes: readonly Sql[], query: Sql): Sql {
  return ctes.length > 0 ? sql`with ${join(ctes)} ${query}` : query;
}

/** `from … where …`. */
export function fromBranch({ source, where }: Branch, after: Sql | null = null): Sql {
  const conditions = after ? [...where, after] : where;
  return sql`from ${fromClause(source)}${conditions.length > 0 ? sql` where ${allOf(conditions)}` : empty}`;
}

/** The first rows of all branches in an order, `limit` being a piece of SQL. */
export function firstRows({ ctes, branches }: Branches, { after, order, limit }: { after: Sql | null; order: Sql; limit: Sql }): Sql {
  const alias = name(branches[0].source.alias);
  const queries = branches.map((branch) => {
    const rows = sql`select ${alias}.* ${fromBranch(branch, after)}`;
    return branch.isFew ? rows : sql`${rows} ${order} ${limit}`;
  });
  if (queries.length === 1) return join(queries);
  const each = queries.map((rows) => sql`(${rows})`);
  return withCtes(ctes, sql`select ${alias}.* from (${join(each, " union all ")}) ${alias} ${order} ${limit}`);
}

/** How many rows the branches have together. */
export function countRows({ ctes, branches }: Branches): Sql {
  if (branches.length === 1) return sql`select count(*) ${fromBranch(branches[0])}`;
  const counts = branches.map((branch) => sql`(select count(*) ${fromBranch(branch)})`);
  return withCtes(ctes, sql`select ${join(counts, " + ")}`);
}

/** The rows of all branches, for PostgreSQL to say how many it takes them for. */
export function allRows({ ctes, branches }: Branches): Sql {
  if (branches.length === 1) return sql`select ${fromBranch(branches[0])}`;
  const each = branches.map((branch) => sql`select true ${fromBranch(branch)}`);
  return withCtes(ctes, join(each, " union all "));
}
