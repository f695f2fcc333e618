/** Lists that are sorted by a field of a related record first: rows with a value, then the others. */
import type { OrderKey, Step } from "../plan/order.ts";
import type { Field } from "../../types.ts";
import { rowFilterSql } from "../../sql/filter.ts";
import { memberRow } from "../../sql/groups.ts";
import { columnOf, fromClause, related, rowColumn, storedColumn } from "../../sql/source.ts";
import type { Source } from "../../sql/source.ts";
import { allOf, join, name, sql } from "../../sql/sql.ts";
import type { Sql } from "../../sql/sql.ts";
import { fromRows } from "./branches.ts";
import type { Branch } from "./branches.ts";
import { castTo, sortable, sortKeys } from "./order.ts";
import type { SortKey } from "./order.ts";
import { sorted } from "./row-range.ts";
import type { RowRange, RowQuery } from "./row-range.ts";

interface Related {
  readonly tables: readonly Sql[];
  readonly where: readonly Sql[];
  readonly value: Sql;
}

/** The related rows that may be read, from which the value comes. */
function relatedTo(field: Field, [step, ...rest]: readonly Step[], source: Source): Related {
  if (!step) return { tables: [], where: [], value: columnOf(source, field) };
  const inner = related(source, step.target.entity);
  const further = relatedTo(field, rest, inner);
  const { group } = step.field;
  if (group) {
    const member = memberRow(source, group, storedColumn(source, step.field), inner, rowFilterSql(step.target, inner));
    return { tables: [member, ...further.tables], where: further.where, value: further.value };
  }
  const same = sql`${rowColumn(inner, "id")} = ${storedColumn(source, step.field)}`;
  return {
    tables: [fromClause(inner), ...further.tables],
    where: [same, ...rowFilterSql(step.target, inner), ...further.where],
    value: further.value,
  };
}

/**
 * Two branches, so that PostgreSQL can start with an index over the related field, and continue with that of the relation. The rows without
 * a value are read only if there are too few with one.
 */
export function relatedFirst(branch: Branch, range: RowRange, at: number): readonly RowQuery[] {
  const [first, ...rest] = range.order;
  if (!first) return [];
  const without = withoutValue(branch, { ...range, order: rest }, first);
  const { after } = range;
  if (after && after[0] === null) return [{ ctes: [], rows: without(after.slice(1), []) }];
  const valued = name(`valued${at}`);
  const tooFew = sql`(select count(*) from ${valued}) < ${range.rows}::int8`;
  return [
    { ctes: [sql`${valued} as materialized (${withValue(branch, range, first)})`], rows: sql`select * from ${valued}` },
    { ctes: [], rows: without(null, [tooFew]) },
  ];
}

/** For a table, ids are found first, in indexes alone: all rows with the first value are sorted, however many there are. */
function withValue({ source, where }: Branch, range: RowRange, first: OrderKey): Sql {
  const { tables, where: related, value } = relatedTo(first.field, first.through ?? [], source);
  const key: SortKey = {
    field: first.field,
    descending: first.descending,
    value: sortable(first.field, value),
    isNeverNull: true,
    nullsLast: false,
  };
  const keys = [key, ...sortKeys(range.order.slice(1), source)];
  const isTable = source.rows === undefined;
  const from = (after: Sql | null) =>
    sql`select ${isTable ? rowColumn(source, "id") : sql`${name(source.alias)}.*`} from ${join([fromClause(source), ...tables])} where ${allOf(
      [...related, ...where, sql`${key.value} is not null`, ...(after ? [startOf(key, range.after?.[0] ?? null), after] : [])],
    )}`;
  const found = sorted(from, keys, range.after, range);
  if (!isTable) return found;
  return sql`select ${name(source.alias)}.* from (${found}) k join ${fromClause(source)} on ${rowColumn(source, "id")} = k.id`;
}

/** With this condition, PostgreSQL starts the index scan at the first row of the page. */
function startOf(key: SortKey, position: string | null): Sql {
  return key.descending ? sql`${key.value} <= ${castTo(key, position)}` : sql`${key.value} >= ${castTo(key, position)}`;
}

function withoutValue({ source, where }: Branch, range: RowRange, first: OrderKey) {
  const { tables, where: related, value } = relatedTo(first.field, first.through ?? [], source);
  const isWithout = sql`not exists (select from ${join(tables)} where ${allOf([...related, sql`${value} is not null`])})`;
  const keys = sortKeys(range.order, source);
  return (after: RowRange["after"], gate: readonly Sql[]): Sql =>
    sorted(
      (beyond) => sql`select ${name(source.alias)}.* ${fromRows(source, [...gate, ...where, isWithout, ...(beyond ? [beyond] : [])])}`,
      keys,
      after,
      range,
    );
}
