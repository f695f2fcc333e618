/** Conditions on references inside objects, arrays and blocks: true if any of the references matches. */
import { isListStep } from "../../references/nested-references.ts";
import { referenceTableOf } from "../../references/reference-tables.ts";
import type { Condition, Entity, Field, Table } from "../../types.ts";
import type { NestedColumn, Reference } from "./contract.ts";
import { seesTarget } from "./visible.ts";
import type { Viewer } from "./visible.ts";
import { visibleWay } from "./way.ts";

type Test = Extract<Condition, { kind: "test" }>;

/** The nested reference that a path begins with, if the reader may see it and its target; and the rest of the path. */
export function nestedColumnOf(
  reader: Viewer,
  entity: Entity,
  field: Field,
  below: readonly string[],
): { readonly nestedColumn: NestedColumn; readonly rest: readonly string[] } | null {
  const whole = [field.name, ...below].join(".");
  const reference = field.references.find(({ path }) => whole === path || whole.startsWith(`${path}.`));
  const held = reference && referenceTableOf(reader.schema, entity);
  const column = held?.columns.find(({ references }) => references.some(({ path }) => path === reference?.path));
  if (!reference || !held || !column) return null;
  const names = reference.path.split(".").slice(1);
  if (!visibleWay(reader, entity, field, names)) return null;
  if (!reader.trusted && !seesTarget(reader, reference.definition)) return null;
  return { nestedColumn: { reference, table: held.table, column: column.name }, rest: below.slice(names.length) };
}

/** The table of the translatable entity that a reference leads to; null if it is not translatable. */
export function targetGroupOf({ field, nested }: Reference): Table | null {
  return nested ? nested.reference.group : field.group;
}

/** Whether the path has at most one id: it contains no list. */
export function isSingle({ reference: { steps } }: NestedColumn): boolean {
  return !steps.some(isListStep);
}

const ANY: Readonly<Record<string, string>> = { $eq: "$has", $ne: "$has", $in: "$hasAny", $notIn: "$hasAny" };

/** The comparison of one id as one of a list: true if any of the references is equal; `$ne` and `$notIn` are the negations. */
export function asListTest(test: Test): { readonly test: Test; readonly isNegated: boolean } {
  const operator = Object.hasOwn(ANY, test.operator) ? ANY[test.operator] : undefined;
  return { test: { ...test, operator: operator ?? test.operator }, isNegated: test.operator === "$ne" || test.operator === "$notIn" };
}
