/** The order of a list, and the position in it where a page begins. */
import { fitOperand, kindOf, SCALAR_TYPES } from "../../plan/filter/operand.ts";
import { RECORD_FIELDS, TRANSLATION_FIELDS, type Kind } from "@colophon/model";
import { DELETED_AT, STATUS } from "../../entities.ts";
import { isOwner } from "../../plan/filter/owners.ts";
import { MAX_RELATION_STEPS, targetRows } from "../../plan/filter/plan.ts";
import { ownField, unknownField } from "../../plan/filter/own-field.ts";
import { visibleField } from "../../views/visible.ts";
import type { Reader, RowFilter } from "../../plan/filter/contract.ts";
import type { Entity, Field } from "../../types.ts";
import type { ReadRequest } from "../../requests.ts";

/** A to-one relation on the path to a value, and the rows that it may lead to. */
export interface Step {
  readonly field: Field;
  readonly target: RowFilter;
}

/** One column to sort by. A list's order always ends with the id, so that it is total and paging is stable. */
export interface OrderKey {
  readonly field: Field;
  readonly descending: boolean;
  /** The path to another record's field; values that can't be read are null, and nulls are last in both directions. */
  readonly through?: readonly [Step, ...Step[]];
}

/** The sort values of the last row of the previous page, as text; null if that row had no value. */
export type CursorPosition = readonly (string | null)[];

/** The type by which a field is sorted; a field without one can't be sorted by. */
export function sortTypeOf(field: Field): string | undefined {
  const types: Partial<Record<Kind, string>> = SCALAR_TYPES;
  return types[kindOf(field)];
}
/** Automatic fields that every row has. */
const NEVER_NULL: ReadonlySet<string> = new Set([
  ...[...RECORD_FIELDS, ...TRANSLATION_FIELDS].filter((field) => !("nullable" in field)).map(({ name }) => name),
  STATUS.name,
  DELETED_AT.name,
]);

/** Whether every row has a value of it. */
export function isNeverNull({ field, through }: OrderKey): boolean {
  return !through && NEVER_NULL.has(field.name);
}

/** The requested order, by default newest first. Problems are added to `reader.problems`. */
export function planOrder(reader: Reader, entity: Entity, sort: ReadRequest["sort"]): readonly OrderKey[] {
  const trusted = { ...reader, trusted: true };
  if (sort.length === 0) return withId(entity, [keyOf(trusted, entity, { field: "createdAt", descending: true })]);
  return withId(
    entity,
    sort.map((key) => keyOf(reader, entity, key)),
  );
}

function keyOf(reader: Reader, entity: Entity, { field: path, descending }: ReadRequest["sort"][number]): OrderKey | null {
  const names = path.split(".");
  const refuse = (message: string): null => {
    reader.problems.push({ field: "sort", message });
    return null;
  };
  if (names.length > MAX_RELATION_STEPS + 1) return refuse(`may follow at most ${MAX_RELATION_STEPS} relations`);
  const way: Step[] = [];
  let of = entity;
  for (const [at, name] of names.entries()) {
    const field = at === 0 ? ownField(reader, of, name) : visibleField(reader, of, name);
    if (!field) return refuse(unknownField(reader, entity, path));
    const isLast = at === names.length - 1;
    if (isLast) return sortTypeOf(field) && !isOwner(field) ? keyAt(field, descending, way) : refuse(`can't sort by ${path}`);
    if (field.target === null || field.storage.kind !== "column") return refuse(`can't sort by ${path}`);
    const target = targetRows(reader, field.target);
    way.push({ field, target });
    of = target.entity;
  }
  return null;
}

function keyAt(field: Field, descending: boolean, [first, ...rest]: readonly Step[]): OrderKey {
  return { field, descending, ...(first && { through: [first, ...rest] }) };
}

function withId(entity: Entity, keys: readonly (OrderKey | null)[]): readonly OrderKey[] {
  const known = keys.filter((key): key is OrderKey => key !== null && !isOwn(key, "_type")); // a constant sorts nothing
  const end = known.findIndex((key) => isOwn(key, "id"));
  const id = entity.byName.get("id");
  if (end >= 0 || !id) return known.slice(0, end + 1);
  return [...known, { field: id, descending: known.at(-1)?.descending ?? true }];
}

function isOwn({ field, through }: OrderKey, name: string): boolean {
  return !through && field.name === name;
}

function pathOf({ field, through }: OrderKey): string {
  return [...(through ?? []).map((step) => step.field.name), field.name].join(".");
}

/** The token that binds a cursor to its list: the entity and the order. */
export function orderToken(entity: Entity, order: readonly OrderKey[]): string {
  return [entity.name, ...order.map((key) => (key.descending ? "-" : "") + pathOf(key))].join(".");
}

/** Parses a cursor's payload; null if it belongs to another list or its values no longer fit. */
export function positionOf(entity: Entity, order: readonly OrderKey[], payload: unknown): CursorPosition | null {
  if (!Array.isArray(payload) || payload.length !== order.length + 1) return null;
  const [token, ...values] = payload as readonly unknown[];
  const fits = order.every((key, at) => {
    const { field } = key;
    const value = values[at];
    if (value === null) return !isNeverNull(key);
    return typeof value === "string" && "value" in fitOperand(kindForPosition(field), field.definition, value);
  });
  return token === orderToken(entity, order) && fits ? (values as CursorPosition) : null;
}

/** An option that was removed from the configuration is still a valid position. */
function kindForPosition(field: Field): Kind {
  const kind = kindOf(field);
  return kind === "choice" ? "text" : kind;
}
