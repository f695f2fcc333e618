/** Statements, and the values that a plan has for them. */
import type { Value } from "./placeholder.ts";

/** The values of a plan's placeholders, by name. */
export type PlanValues = Readonly<Record<string, unknown>>;

/**
 * SQL text with `$1…$n` and the values to bind. Requests of the same shape have the same text, so it is prepared once under `name`. A value
 * may be a placeholder; `bind(statement, context)` replaces it just before the statement runs.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly Value[];
  /**
   * Unique constraints that a concurrent write may violate without the caller's fault (a generated slug, the first save of a global): then
   * the whole write is planned and run again.
   */
  readonly retryOn: readonly string[];
  /** Whether it is planned with its values each time it runs, because a plan for all values may be many times slower. */
  readonly customPlan?: boolean;
  /** For a list with a total: how it is counted. */
  readonly total?: TotalStatements;
}

/** The rows of a list, counted in a separate statement. */
export interface TotalStatements {
  /** One row: `total`, and the `stamp` under which it may be cached. A cached total is returned while its stamp is current. */
  readonly exact: Statement;
  /** PostgreSQL's plan of these rows. Its name and its values identify a count. */
  readonly estimate: Statement;
  /** Whether the total is unchanged as long as nothing is written: then it may be cached. */
  readonly remembers: boolean;
}
