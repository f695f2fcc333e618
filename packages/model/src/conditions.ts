/** Conditions between fields of the same level, evaluated like PostgreSQL evaluates those on a row's fields. */
import type { FieldDefinition } from "./definitions.ts";
import type { AdminFilter } from "./field-admin.ts";
import { isPlainObject } from "./values/json-value.ts";
import { kindOfDefinition, type Kind } from "./kinds.ts";
import { fitValue } from "./operands.ts";
import { isOperator, OPERATORS, type FilterOperator, type FilterValue } from "./operators.ts";
import { isRequiredConditionally } from "./field-options.ts";

type Single = string | number | boolean;
type Members = Readonly<Record<string, unknown>>;
type Test = readonly [path: readonly string[], operator: string, operands: readonly unknown[]];

/** Options of an evaluation. */
interface Evaluated {
  readonly fields: readonly FieldDefinition[];
  readonly values: Members;
  /** The value of a missing member: null in a form; a condition on an undefined one is false. */
  readonly missing: null | undefined;
}

/** Whether the writer may read a member inside a field of the record. */
export type Sees = (member: FieldDefinition, field: string) => boolean;

/** The members of an object or a block. */
interface Checked {
  readonly fields: readonly FieldDefinition[];
  readonly values: Members;
  readonly sees: (member: FieldDefinition) => boolean;
}

/**
 * The members that are required because their condition is true. A condition on a rejected (undefined) value is not; one on a member that
 * the writer can't read makes nothing required.
 */
export function requiredMembers({ fields, values, sees }: Checked): readonly FieldDefinition[] {
  const evaluated = { fields, values, missing: undefined };
  return fields.filter((field) => {
    if (!isRequiredConditionally(field)) return false;
    return testsOf(field.admin?.condition ?? {}).every((test) => isSeen(test[0], fields, sees) && passes(test, evaluated));
  });
}

/** Whether the writer may read every member on the way to the value of a condition. */
function isSeen([name, ...rest]: readonly string[], fields: readonly FieldDefinition[], sees: Checked["sees"]): boolean {
  const member = fields.find((field) => field.name === name);
  if (!member) return name === undefined;
  return sees(member) && isSeen(rest, member.type === "object" ? member.fields : [], sees);
}

/** Whether all tests of a condition are true. */
export function holds(condition: AdminFilter, evaluated: Evaluated): boolean {
  return testsOf(condition).every((test) => passes(test, evaluated));
}

const known = new WeakMap<AdminFilter, readonly Test[]>();

function testsOf(condition: AdminFilter): readonly Test[] {
  const found = known.get(condition) ?? Object.entries(condition).flatMap(([path, value]) => testsOfField(path.split("."), value));
  known.set(condition, found);
  return found;
}

function testsOfField(path: readonly string[], value: FilterValue): readonly Test[] {
  if (value === null) return [[path, "$null", [true]]];
  if (typeof value !== "object") return [[path, "$eq", [value]]];
  return Object.entries(value).map(([operator, operands]) => [path, operator, Array.isArray(operands) ? operands : [operands]]);
}

function passes([[name = "", ...rest], operator, operands]: Test, { fields, values, missing }: Evaluated): boolean {
  const definition = fields.find((field) => field.name === name);
  const value = values[name] ?? (values[name] === null ? null : missing);
  if (definition === undefined || value === undefined) return false;
  if (rest.length > 0)
    return definition.type === "object" && passesInside([rest, operator, operands], definition.fields, { value, missing });
  if (operator === "$null") return isNothing(value, definition) === (operands[0] === true);
  return isComparison(operator) && ANSWERS[operator](...comparable(value, operands, definition, operator));
}

/** A relation to many without members is null, as in filters; a list of options is a value. */
function isNothing(value: unknown, definition: FieldDefinition): boolean {
  return value === null || (kindOfDefinition(definition) === "links" && Array.isArray(value) && value.length === 0);
}

/** A test of a member; those of an object without a value are null. */
function passesInside(
  test: Test,
  fields: readonly FieldDefinition[],
  { value, missing }: { value: unknown; missing: null | undefined },
): boolean {
  return isPlainObject(value) ? passes(test, { fields, values: value, missing }) : passes(test, { fields, values: {}, missing: null });
}

type Comparable = readonly [value: unknown, operands: readonly Single[], kind: Kind];

/** A form's value has not been parsed: it is brought to its normal form, as the operands are. */
function comparable(value: unknown, operands: readonly unknown[], definition: FieldDefinition, operator: Comparison): Comparable {
  const kind = kindOfDefinition(definition);
  const operandKind = OPERATORS[operator].takes === "pattern" ? "text" : kind;
  const fitted = operands.map((given) => fitValue(operandKind, definition, given));
  const normal = fitValue(kind === "choice" ? "text" : kind, definition, value);
  return ["value" in normal ? normal.value : value, fitted.flatMap((item) => ("value" in item ? [item.value] : [])), kind];
}

type Comparison = Exclude<FilterOperator, "$null">;

function isComparison(operator: string): operator is Comparison {
  return isOperator(operator) && operator !== "$null";
}

const collator = new Intl.Collator("en"); // the order of "und-x-icu"

/** Negative, zero or positive; NaN if there is nothing to compare. */
function compare(value: unknown, operand: Single | undefined, kind: Kind): number {
  if (value === null || operand === undefined) return Number.NaN;
  if (kind === "number" || kind === "integer") return Number(value) - Number(operand);
  if (kind === "boolean") return value === operand ? 0 : Number.NaN;
  const [left, right] = [String(value), String(operand)];
  if (left === right) return 0;
  return ((kind === "text" || kind === "choice") && collator.compare(left, right)) || (left < right ? -1 : 1);
}

function isAny(value: unknown, operands: readonly Single[], kind: Kind): boolean {
  return operands.some((operand) => compare(value, operand, kind) === 0);
}

function upper(value: unknown): string {
  return typeof value === "string" ? value.toUpperCase() : "";
}

function contains(value: unknown, element: unknown): boolean {
  return Array.isArray(value) && value.includes(element);
}

const ANSWERS: Readonly<Record<Comparison, (...given: Comparable) => boolean>> = {
  $eq: isAny,
  $in: isAny,
  $ne: (value, operands, kind) => !isAny(value, operands, kind),
  $notIn: (value, operands, kind) => !isAny(value, operands, kind),
  $gt: (value, [operand], kind) => compare(value, operand, kind) > 0,
  $gte: (value, [operand], kind) => compare(value, operand, kind) >= 0,
  $lt: (value, [operand], kind) => compare(value, operand, kind) < 0,
  $lte: (value, [operand], kind) => compare(value, operand, kind) <= 0,
  $between: (value, [least, most], kind) => compare(value, least, kind) >= 0 && compare(value, most, kind) <= 0,
  $contains: (value, [operand]) => value !== null && upper(value).includes(upper(operand)),
  $startsWith: (value, [operand]) => value !== null && upper(value).startsWith(upper(operand)),
  $endsWith: (value, [operand]) => value !== null && upper(value).endsWith(upper(operand)),
  $has: (value, [operand]) => contains(value, operand),
  $hasAny: (value, operands) => operands.some((operand) => contains(value, operand)),
  $hasAll: (value, operands) => operands.every((operand) => contains(value, operand)),
};
