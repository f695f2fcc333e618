/** The order of a list, and the position in it where a page begins, as SQL. */
import { isNeverNull, orderToken, sortTypeOf, type OrderKey, type CursorPosition, type Step } from "../plan/order.ts";
import type { Entity, Field } from "../../types.ts";
import { rowFilterSql } from "../../sql/filter.ts";
import { relatedRows } from "../../sql/related-rows.ts";
import { isoTime } from "../../sql/json-values.ts";
import { columnOf, related, type Source } from "../../sql/source.ts";
import { anyOf, join, literal, param, sql, typeName, type Sql } from "../../sql/sql.ts";
import { collated } from "../../sql/text-keys.ts";

/** A key of the order with each row's value. */
export interface SortKey extends Pick<OrderKey, "field" | "descending"> {
  readonly value: Sql;
  readonly isNeverNull: boolean;
  /** Where PostgreSQL would put nulls first. */
  readonly nullsLast: boolean;
}

/** The keys for the rows of a source. */
export function sortKeys(order: readonly OrderKey[], source: Source): readonly SortKey[] {
  return order.map((key) => ({
    field: key.field,
    descending: key.descending,
    value: sortable(key.field, valueOf(key, source)),
    isNeverNull: isNeverNull(key),
    nullsLast: key.through !== undefined,
  }));
}

/**
 * `order by …`. Nulls of own fields are where PostgreSQL puts them (last when ascending, first when descending): so one index over (column,
 * id) serves both directions.
 */
export function orderSql(keys: readonly SortKey[]): Sql {
  return sql`order by ${join(keys.map(keySql))}`;
}

function keySql({ value, descending, nullsLast }: SortKey): Sql {
  if (!descending) return value;
  return nullsLast ? sql`${value} desc nulls last` : sql`${value} desc`;
}

/** A value as it is sorted, and compared with the position where a page begins: texts in one collation everywhere. */
export function sortable(field: Field, value: Sql): Sql {
  return sortTypeOf(field) === "text" ? collated(value) : value;
}

/** The row's value of a key; through relations, only from rows that the reader may read. */
export function valueOf({ field, through }: Pick<OrderKey, "field" | "through">, source: Source): Sql {
  return through ? relatedValue(field, through, source) : columnOf(source, field);
}

function relatedValue(field: Field, [step, ...rest]: readonly [Step, ...Step[]], source: Source): Sql {
  const inner = related(source, step.target.entity);
  const [next, ...further] = rest;
  const value = next ? relatedValue(field, [next, ...further], inner) : columnOf(inner, field);
  return sql`(select ${value} from ${relatedRows(source, step.field, inner, rowFilterSql(step.target, inner))})`;
}

/** A row's position in the order as a json array: the token, then the sort values as text. */
export function positionJson(entity: Entity, order: readonly OrderKey[], source: Source): Sql {
  const values = order.map((key) => {
    const value = valueOf(key, source);
    return key.field.type === "datetime" ? isoTime(value) : sql`${value}::text`;
  });
  return sql`json_build_array(${join([literal(orderToken(entity, order)), ...values])})`;
}

/** The rows after a position. With a row comparison, PostgreSQL starts the index scan at the first row of the page. */
export function afterSql(keys: readonly SortKey[], position: CursorPosition): Sql {
  if (isUniform(keys, position)) return rowAfter(keys, position);
  const alternatives = keys.flatMap((key, at) => {
    const same = keys.slice(0, at).map((before, index) => sameAs(before, position[index] ?? null));
    const further = beyond(key, position[at] ?? null);
    return further ? [sql`(${join([...same, further], " and ")})`] : [];
  });
  return anyOf(alternatives);
}

/** All keys have one direction, and no row without a value can follow: then one row comparison is enough. */
function isUniform(keys: readonly SortKey[], position: CursorPosition): boolean {
  const descending = keys[0]?.descending;
  return keys.every((key, at) => {
    const nullsBehindUs = key.isNeverNull || (key.descending && !key.nullsLast);
    return key.descending === descending && position[at] !== null && nullsBehindUs;
  });
}

function rowAfter(keys: readonly SortKey[], position: CursorPosition): Sql {
  const columns = join(keys.map(({ value }) => value));
  const values = join(keys.map((key, at) => castTo(key, position[at] ?? null)));
  return keys[0]?.descending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`;
}

/** A value of a position. */
export function castTo({ field }: Pick<SortKey, "field">, value: string | null): Sql {
  return sql`${param(value)}::${typeName(sortTypeOf(field) ?? "text")}`;
}

function sameAs(key: SortKey, value: string | null): Sql {
  return value === null ? sql`${key.value} is null` : sql`${key.value} = ${castTo(key, value)}`;
}

/** Rows that are later by one key, if there can be any. */
function beyond(key: SortKey, value: string | null): Sql | null {
  const nullsFirst = key.descending && !key.nullsLast;
  if (value === null) return nullsFirst ? sql`${key.value} is not null` : null;
  const further = key.descending ? sql`${key.value} < ${castTo(key, value)}` : sql`${key.value} > ${castTo(key, value)}`;
  return nullsFirst || key.isNeverNull ? further : sql`(${further} or ${key.value} is null)`;
}
