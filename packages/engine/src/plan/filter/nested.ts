/** Conditions on references inside objects, arrays and blocks: true if any of the references matches. */
import { isListStep } from "../../references/nested-references.ts";
import type { Table } from "../../types.ts";
import type { Condition } from "../../requests.ts";
import type { NestedColumn, Reference } from "../../views/nested-column.ts";

type Test = Extract<Condition, { kind: "test" }>;

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
