/** The order of a list, and the place in it where a page begins. */
import { fitOperand, kindOf } from "../filter/operand.ts";
import type { Kind } from "../filter/operand.ts";
import { visibleField } from "../filter/visible.ts";
import type { Reader } from "../filter/contract.ts";
import { isoTime } from "../project/sql.ts";
import { anyOf, join, param, sql, typeName, word } from "../sql.ts";
import type { Sql } from "../sql.ts";
import { columnOf } from "../source.ts";
import type { Source } from "../source.ts";
import type { Entity, Field, ReadRequest } from "../types.ts";

/** One column to sort by. A list's order always ends with the id, so that it is total and paging is stable. */
export interface OrderKey {
  readonly field: Field;
  readonly descending: boolean;
}

/** The sort values of the last row of the page before, as text; null where that row had no value. */
export type Place = readonly (string | null)[];

const SORT_TYPES: Partial<Record<Kind, string>> = {
  text: "text",
  choice: "text",
  integer: "int8",
  number: "float8",
  boolean: "boolean",
  date: "date",
  datetime: "timestamptz",
  id: "uuid",
};
const NEVER_NULL = new Set(["id", "_type", "createdAt", "updatedAt", "locale", "translationGroup"]);

/** The order asked for, newest first by default. Refusals go to `reader.problems`. */
export function planOrder(reader: Reader, entity: Entity, sort: ReadRequest["sort"]): readonly OrderKey[] {
  const trusted = { ...reader, trusted: true };
  if (sort.length === 0) return withId(entity, [keyOf(trusted, entity, { field: "createdAt", descending: true })]);
  return withId(
    entity,
    sort.map((one) => keyOf(reader, entity, one)),
  );
}

function keyOf(reader: Reader, entity: Entity, { field: name, descending }: ReadRequest["sort"][number]): OrderKey | null {
  const field = visibleField(reader, entity, name);
  if (field && SORT_TYPES[kindOf(field)]) return { field, descending };
  reader.problems.push({ field: "sort", message: field ? `can't sort by ${name}` : `there is no field ${name}` });
  return null;
}

function withId(entity: Entity, keys: readonly (OrderKey | null)[]): readonly OrderKey[] {
  const known = keys.filter((key): key is OrderKey => key !== null && key.field.name !== "_type"); // a constant sorts nothing
  const end = known.findIndex(({ field }) => field.name === "id");
  const id = entity.byName.get("id");
  if (end >= 0 || !id) return known.slice(0, end + 1);
  return [...known, { field: id, descending: known.at(-1)?.descending ?? true }];
}

/**
 * `order by …`. Nulls stay where PostgreSQL puts them (last when ascending, first when descending):
 * so one index over (column, id) serves both directions.
 */
export function orderSql(order: readonly OrderKey[], source: Source): Sql {
  return sql`order by ${join(order.map(({ field, descending }) => (descending ? sql`${columnOf(source, field)} desc` : columnOf(source, field))))}`;
}

/** The token that binds a cursor to its list: the entity and the order. */
export function orderToken(entity: Entity, order: readonly OrderKey[]): string {
  return [entity.name, ...order.map(({ field, descending }) => (descending ? "-" : "") + field.name)].join(".");
}

/** A row's place in the order as a json array: the token, then the sort values as text. */
export function placeJson(entity: Entity, order: readonly OrderKey[], source: Source): Sql {
  const values = order.map(({ field }) => {
    const value = columnOf(source, field);
    return field.type === "datetime" ? isoTime(value) : sql`${value}::text`;
  });
  return sql`json_build_array(${join([word(orderToken(entity, order)), ...values])})`;
}

/** Reads a cursor's payload back; null when it belongs to another list or its values no longer fit. */
export function placeOf(entity: Entity, order: readonly OrderKey[], payload: unknown): Place | null {
  if (!Array.isArray(payload) || payload.length !== order.length + 1) return null;
  const [token, ...values] = payload as readonly unknown[];
  const fits = order.every(({ field }, at) => {
    const value = values[at];
    if (value === null) return !NEVER_NULL.has(field.name);
    return typeof value === "string" && "value" in fitOperand(kindForPlace(field), field.definition, value);
  });
  return token === orderToken(entity, order) && fits ? (values as Place) : null;
}

/** An option that the configuration has dropped since is still a place in the order. */
function kindForPlace(field: Field): Kind {
  const kind = kindOf(field);
  return kind === "choice" ? "text" : kind;
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
  const columns = join(order.map(({ field }) => columnOf(source, field)));
  const values = join(order.map((key, at) => castTo(key, place[at] ?? null)));
  return order[0]?.descending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`;
}

function castTo({ field }: OrderKey, value: string | null): Sql {
  return sql`${param(value)}::${typeName(SORT_TYPES[kindOf(field)] ?? "text")}`;
}

function sameAs(key: OrderKey, value: string | null, source: Source): Sql {
  const column = columnOf(source, key.field);
  return value === null ? sql`${column} is null` : sql`${column} = ${castTo(key, value)}`;
}

/** What comes later by one key, if anything can: a null is greater than every value, as PostgreSQL sorts. */
function beyond(key: OrderKey, value: string | null, source: Source): Sql | null {
  const column = columnOf(source, key.field);
  if (value === null) return key.descending ? sql`${column} is not null` : null;
  if (key.descending) return sql`${column} < ${castTo(key, value)}`;
  return NEVER_NULL.has(key.field.name)
    ? sql`${column} > ${castTo(key, value)}`
    : sql`(${column} > ${castTo(key, value)} or ${column} is null)`;
}
