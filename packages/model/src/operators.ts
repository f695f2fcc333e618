/** The filter operators, one row each: the fields that they compare, and what they are given. */
import type { Kind, SingleKind } from "./kinds.ts";

const ORDERED = ["text", "choice", "integer", "number", "date", "datetime"] as const;
const SINGLE = [...ORDERED, "boolean", "id"] as const satisfies readonly SingleKind[];
const LISTS = ["choices", "links"] as const;
const TEXT = ["text", "choice"] as const;

interface OperatorRule {
  /** How many values it takes: `list` at least one, `flag` is true or false, `pattern` a part of a text. */
  readonly takes: "one" | "list" | "two" | "flag" | "pattern";
  readonly kinds: readonly Kind[];
}

export const OPERATORS = {
  $eq: { takes: "one", kinds: SINGLE },
  $ne: { takes: "one", kinds: SINGLE },
  $gt: { takes: "one", kinds: ORDERED },
  $gte: { takes: "one", kinds: ORDERED },
  $lt: { takes: "one", kinds: ORDERED },
  $lte: { takes: "one", kinds: ORDERED },
  $in: { takes: "list", kinds: SINGLE },
  $notIn: { takes: "list", kinds: SINGLE },
  $between: { takes: "two", kinds: ORDERED },
  $contains: { takes: "pattern", kinds: TEXT },
  $startsWith: { takes: "pattern", kinds: TEXT },
  $endsWith: { takes: "pattern", kinds: TEXT },
  $null: { takes: "flag", kinds: [...SINGLE, ...LISTS, "json"] },
  $has: { takes: "one", kinds: LISTS },
  $hasAny: { takes: "list", kinds: LISTS },
  $hasAll: { takes: "list", kinds: LISTS },
} as const satisfies Record<string, OperatorRule>;

export type FilterOperator = keyof typeof OPERATORS;

/** Every operator, in the order of messages and of the API description. */
export const OPERATOR_NAMES = Object.keys(OPERATORS) as readonly FilterOperator[];

/** The operators of a kind of field, as a type. */
export type OperatorOf<K extends Kind> = {
  [O in FilterOperator]: K extends (typeof OPERATORS)[O]["kinds"][number] ? O : never;
}[FilterOperator];

/** The operand of an operator for values of type V. */
export type OperandOf<O extends FilterOperator, V> = {
  readonly one: V;
  readonly list: readonly V[];
  readonly two: readonly [V, V];
  readonly flag: boolean;
  readonly pattern: string;
}[(typeof OPERATORS)[O]["takes"]];

/** Whether there is an operator of that name; false for `__proto__` and `toString`. */
export function isOperator(name: string): name is FilterOperator {
  return Object.hasOwn(OPERATORS, name);
}

/** Whether the operator is given several values: a list, or the two ends of a range. */
export function takesSeveral(name: string): boolean {
  return isOperator(name) && ["list", "two"].includes(OPERATORS[name].takes);
}

/** Whether a field of this kind takes the operator. */
export function takesOperator(kind: Kind, operator: FilterOperator): boolean {
  const kinds: readonly Kind[] = OPERATORS[operator].kinds;
  return kinds.includes(kind);
}

/** The operators that a field of this kind takes. */
export function operatorsFor(kind: Kind): readonly FilterOperator[] {
  return OPERATOR_NAMES.filter((operator) => takesOperator(kind, operator));
}

export type Scalar = string | number | boolean | null;

/** One field's part in the filters of permissions, conditions and saved views. */
export type FilterValue = Scalar | Partial<Record<FilterOperator, Scalar | readonly Scalar[]>>;
