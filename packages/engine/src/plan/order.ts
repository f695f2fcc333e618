/** The order of a list, and the place in it where a page begins. */
import { fitOperand, kindOf } from "./filter/operand.ts";
import type { Kind } from "./filter/operand.ts";
import { ownField, unknownField } from "./filter/visible.ts";
import type { Reader } from "./filter/contract.ts";
import type { Entity, Field, ReadRequest } from "../types.ts";

/** One column to sort by. A list's order always ends with the id, so that it is total and paging is stable. */
export interface OrderKey {
  readonly field: Field;
  readonly descending: boolean;
}

/** The sort values of the last row of the page before, as text; null where that row had no value. */
export type Place = readonly (string | null)[];

/** The type that a kind of field is sorted by; a kind without one can't be sorted by. */
export const SORT_TYPES: Partial<Record<Kind, string>> = {
  text: "text",
  choice: "text",
  integer: "int8",
  number: "float8",
  boolean: "boolean",
  date: "date",
  datetime: "timestamptz",
  id: "uuid",
};
/** Automatic fields that every row has. */
export const NEVER_NULL = new Set(["id", "_type", "createdAt", "updatedAt", "locale", "translationGroup", "_status"]);

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
  const field = ownField(reader, entity, name);
  if (field && SORT_TYPES[kindOf(field)]) return { field, descending };
  reader.problems.push({ field: "sort", message: field ? `can't sort by ${name}` : unknownField(reader, entity, name) });
  return null;
}

function withId(entity: Entity, keys: readonly (OrderKey | null)[]): readonly OrderKey[] {
  const known = keys.filter((key): key is OrderKey => key !== null && key.field.name !== "_type"); // a constant sorts nothing
  const end = known.findIndex(({ field }) => field.name === "id");
  const id = entity.byName.get("id");
  if (end >= 0 || !id) return known.slice(0, end + 1);
  return [...known, { field: id, descending: known.at(-1)?.descending ?? true }];
}

/** The token that binds a cursor to its list: the entity and the order. */
export function orderToken(entity: Entity, order: readonly OrderKey[]): string {
  return [entity.name, ...order.map(({ field, descending }) => (descending ? "-" : "") + field.name)].join(".");
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
