/** The SQL of the filter operators, one row each. */
import { param, sql, typeName } from "./sql.ts";
import { caseKey, searchKey } from "./text-keys.ts";
import type { Sql } from "./sql.ts";
import type { Value } from "../placeholder.ts";
import { OPERATOR_NAMES, type FilterOperator } from "@colophon/model";

/** A single value as SQL; its parameters are cast to `sqlType`. */
export interface Single {
  readonly value: Sql;
  readonly sqlType: string;
  /** The text that patterns are matched against, and whether an index over its search key narrows the rows down. */
  readonly text: Sql;
  /** The text without its case: as an index has it, if there is one. */
  readonly key: Sql;
  readonly isSearched: boolean;
  /** Whether the statement is planned with its values. */
  readonly knowsValues: boolean;
}
/** A list as SQL: conditions for any or all of a list of values of `sqlType`. */
export interface Several {
  readonly any: (values: Sql) => Sql;
  readonly all: (values: Sql) => Sql;
  readonly isNull: Sql;
  readonly sqlType: string;
}

/** The SQL of an operator. */
export interface Operator {
  readonly single?: (left: Single, values: readonly Value[]) => Sql;
  readonly several?: (left: Several, values: readonly Value[]) => Sql;
}

/** The one value, cast. */
function scalar({ sqlType }: { sqlType: string }, values: readonly Value[], at = 0): Sql {
  return sql`${param(values[at] ?? null)}::${typeName(sqlType)}`;
}

/** All values as one array parameter, so that their number does not change the SQL text. */
function list({ sqlType }: { sqlType: string }, values: readonly Value[]): Sql {
  return sql`${param(values)}::${typeName(`${sqlType}[]`)}`;
}

/** Three letters or digits in a row, from which trigrams are made. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether the pattern is long enough for an index over search keys. */
export function hasTrigram([pattern]: readonly Value[]): boolean {
  return typeof pattern === "string" && TRIGRAM.test(pattern);
}

/**
 * Case-insensitive match of the pattern. The key of the pattern is computed once per statement, not per row: by the planner, which can then
 * estimate how rare it is, or in a subquery if one plan serves all values. An index over the search key finds the candidates, if it exists
 * and the pattern is long enough.
 */
function like({ text, key, isSearched, knowsValues }: Single, values: readonly Value[]): Sql {
  const operand = sql`${param(values[0] ?? null)}::text`;
  const once = (key: Sql) => (knowsValues ? key : sql`(select ${key})`);
  const same = sql`${key} like ${once(caseKey(operand))}`;
  if (!isSearched || !hasTrigram(values)) return same;
  return sql`(${searchKey(text)} like ${once(searchKey(operand))} and ${same})`;
}

/**
 * `$ne` and `$notIn` are the negations of `$eq` and `$in`: rows without a value match them.
 * Texts are compared in the order of `collated`.
 */
const SQL_OF = {
  $eq: { single: (left, v) => sql`${left.value} = ${scalar(left, v)}` },
  $ne: { single: (left, v) => sql`${left.value} is distinct from ${scalar(left, v)}` },
  $gt: { single: (left, v) => sql`${left.value} > ${scalar(left, v)}` },
  $gte: { single: (left, v) => sql`${left.value} >= ${scalar(left, v)}` },
  $lt: { single: (left, v) => sql`${left.value} < ${scalar(left, v)}` },
  $lte: { single: (left, v) => sql`${left.value} <= ${scalar(left, v)}` },
  $in: { single: (left, v) => sql`${left.value} = any(${list(left, v)})` },
  $notIn: { single: (left, v) => sql`(${left.value} = any(${list(left, v)})) is not true` },
  $between: { single: (left, v) => sql`${left.value} between ${scalar(left, v)} and ${scalar(left, v, 1)}` },
  $contains: { single: like },
  $startsWith: { single: like },
  $endsWith: { single: like },
  $null: {
    single: (left, [is]) => (is ? sql`${left.value} is null` : sql`${left.value} is not null`),
    several: (left, [is]) => (is ? left.isNull : sql`(${left.isNull}) is not true`),
  },
  $has: { several: (left, v) => left.any(list(left, v)) },
  $hasAny: { several: (left, v) => left.any(list(left, v)) },
  $hasAll: { several: (left, v) => left.all(list(left, v)) },
} satisfies Record<FilterOperator, Operator>;

const BY_NAME: ReadonlyMap<string, Operator> = new Map(OPERATOR_NAMES.map((name) => [name, SQL_OF[name]]));

/** The operator of that name, or null, also for `__proto__` and `toString`. */
export function operatorOf(operator: string): Operator | null {
  return BY_NAME.get(operator) ?? null;
}
