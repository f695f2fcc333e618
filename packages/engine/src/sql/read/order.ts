/** The order of a list, and where in it a page begins, as SQL. */
import { kindOf } from "../../plan/filter/operand.ts";
import { NEVER_NULL, orderToken, SORT_TYPES } from "../../plan/order.ts";
import type { OrderKey, Place } from "../../plan/order.ts";
import type { Entity, Field } from "../../types.ts";
import { isoTime } from "../iso-time.ts";
import { columnOf } from "../source.ts";
import type { Source } from "../source.ts";
import { anyOf, join, literal, param, sql, typeName } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { collated } from "../text-keys.ts";

/**
 * `order by …`. Nulls stay where PostgreSQL puts them (last when ascending, first when descending):
 * so one index over (column, id) serves both directions.
 */
export function orderSql(order: readonly OrderKey[], source: Source): Sql {
  const keys = order.map(({ field, descending }) => (descending ? sql`${sortedBy(source, field)} desc` : sortedBy(source, field)));
  return sql`order by ${join(keys)}`;
}

/** A field's value as rows are sorted by it, and compared with the place where a page begins: texts in one order everywhere. */
function sortedBy(source: Source, field: Field): Sql {
  const value = columnOf(source, field);
  return SORT_TYPES[kindOf(field)] === "text" ? collated(value) : value;
}

/** A row's place in the order as a json array: the token, then the sort values as text. */
export function placeJson(entity: Entity, order: readonly OrderKey[], source: Source): Sql {
  const values = order.map(({ field }) => {
    const value = columnOf(source, field);
    return field.type === "datetime" ? isoTime(value) : sql`${value}::text`;
  });
  return sql`json_build_array(${join([literal(orderToken(entity, order)), ...values])})`;
}

/** The rows after a place. Comparing whole rows lets PostgreSQL start in the index where the page begins. */
export function afterSql(order: readonly OrderKey[], place: Place, source: Source): Sql {
  if (isUniform(order, place)) return rowAfter(order, place, source);
  const alternatives = order.flatMap((key, at) => {
    const same = order.slice(0, at).map((before, index) => sameAs(before, place[index] ?? null, source));
    const further = beyond(key, place[at] ?? null, source);
    return further ? [sql`(${join([...same, further], " and ")})`] : [];
  });
  return anyOf(alternatives);
}

/** All keys in one direction, and no row without a value can follow: then one row comparison says it all. */
function isUniform(order: readonly OrderKey[], place: Place): boolean {
  const descending = order[0]?.descending;
  return order.every((key, at) => {
    const nullsBehindUs = key.descending || NEVER_NULL.has(key.field.name);
    return key.descending === descending && place[at] !== null && nullsBehindUs;
  });
}

function rowAfter(order: readonly OrderKey[], place: Place, source: Source): Sql {
  const columns = join(order.map(({ field }) => sortedBy(source, field)));
  const values = join(order.map((key, at) => castTo(key, place[at] ?? null)));
  return order[0]?.descending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`;
}

function castTo({ field }: OrderKey, value: string | null): Sql {
  return sql`${param(value)}::${typeName(SORT_TYPES[kindOf(field)] ?? "text")}`;
}

function sameAs(key: OrderKey, value: string | null, source: Source): Sql {
  const column = sortedBy(source, key.field);
  return value === null ? sql`${column} is null` : sql`${column} = ${castTo(key, value)}`;
}

/** What comes later by one key, if anything can: a null is greater than every value, as PostgreSQL sorts. */
function beyond(key: OrderKey, value: string | null, source: Source): Sql | null {
  const column = sortedBy(source, key.field);
  if (value === null) return key.descending ? sql`${column} is not null` : null;
  if (key.descending) return sql`${column} < ${castTo(key, value)}`;
  return NEVER_NULL.has(key.field.name)
    ? sql`${column} > ${castTo(key, value)}`
    : sql`(${column} > ${castTo(key, value)} or ${column} is null)`;
}
