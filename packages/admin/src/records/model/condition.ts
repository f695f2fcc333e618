/** Evaluates the `admin.condition` of a field in the same way as the API. */
import type { FieldDefinition, FilterValue } from "@colophon/config";
import { isObject, type Values } from "./types.ts";

type Test = readonly [path: readonly string[], operator: string, operands: readonly unknown[]];

/** @param fields - the fields of the same level, for their types. */
export function isShown({ admin }: Pick<FieldDefinition, "admin">, fields: readonly FieldDefinition[], values: unknown): boolean {
  const members = isObject(values) ? values : {};
  return Object.entries(admin?.condition ?? {})
    .flatMap(([path, condition]) => testsOf(path.split("."), condition))
    .every((test) => passes(test, fields, members));
}

function testsOf(path: readonly string[], condition: FilterValue): readonly Test[] {
  if (condition === null) return [[path, "$null", [true]]];
  if (typeof condition !== "object") return [[path, "$eq", [condition]]];
  return Object.entries(condition).map(([operator, operands]) => [path, operator, Array.isArray(operands) ? operands : [operands]]);
}

function passes([[name = "", ...rest], operator, operands]: Test, fields: readonly FieldDefinition[], values: Values): boolean {
  const definition = fields.find((field) => field.name === name);
  const value = values[name] ?? null;
  if (rest.length > 0)
    return definition?.type === "object" && passes([rest, operator, operands], definition.fields, isObject(value) ? value : {});
  if (operator === "$null") return (value === null) === (operands[0] === true);
  return definition !== undefined && (OPERATORS[operator]?.(value, operands, definition.type) ?? false);
}

const collator = new Intl.Collator("en"); // the collation of the API
const COLLATED_TYPES: ReadonlySet<string> = new Set(["text", "slug", "richtext", "email", "url", "color", "select"]);

/** Negative, zero or positive; NaN if there is nothing to compare. */
function compare(value: unknown, operand: unknown, type: string): number {
  if (value === null || operand === undefined) return Number.NaN;
  if (type === "number") return Number(value) - Number(operand);
  const [one, other] = [comparable(value, type), comparable(operand, type)];
  if (one === other) return 0;
  return (COLLATED_TYPES.has(type) && collator.compare(one, other)) || (one < other ? -1 : 1);
}

function comparable(value: unknown, type: string): string {
  const text = String(value).normalize("NFC");
  const time = type === "datetime" ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

function isAny(value: unknown, operands: readonly unknown[], type: string): boolean {
  return operands.some((one) => compare(value, one, type) === 0);
}

function upper(value: unknown): string {
  return typeof value === "string" ? value.toUpperCase() : "";
}

function contains(value: unknown, one: unknown): boolean {
  return Array.isArray(value) && value.includes(one);
}

type Operator = (value: unknown, operands: readonly unknown[], type: string) => boolean;
const OPERATORS: Readonly<Record<string, Operator>> = {
  $eq: isAny,
  $in: isAny,
  $ne: (value, operands, type) => !isAny(value, operands, type),
  $notIn: (value, operands, type) => !isAny(value, operands, type),
  $gt: (value, [operand], type) => compare(value, operand, type) > 0,
  $gte: (value, [operand], type) => compare(value, operand, type) >= 0,
  $lt: (value, [operand], type) => compare(value, operand, type) < 0,
  $lte: (value, [operand], type) => compare(value, operand, type) <= 0,
  $between: (value, [least, most], type) => compare(value, least, type) >= 0 && compare(value, most, type) <= 0,
  $contains: (value, [operand]) => value !== null && upper(value).includes(upper(operand)),
  $startsWith: (value, [operand]) => value !== null && upper(value).startsWith(upper(operand)),
  $endsWith: (value, [operand]) => value !== null && upper(value).endsWith(upper(operand)),
  $has: (value, [operand]) => contains(value, operand),
  $hasAny: (value, operands) => operands.some((one) => contains(value, one)),
  $hasAll: (value, operands) => operands.every((one) => contains(value, one)),
};
