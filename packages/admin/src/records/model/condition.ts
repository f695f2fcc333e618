/** Evaluates the `admin.condition` of a field in the same way as the API. */
import type { FieldDefinition, FilterValue } from "@colophon/config";
import { isObject, type Values } from "./types.ts";

type Test = readonly [path: readonly string[], operator: string, sought: readonly unknown[]];

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
  return Object.entries(condition).map(([operator, sought]) => [path, operator, Array.isArray(sought) ? sought : [sought]]);
}

function passes([[name = "", ...rest], operator, sought]: Test, fields: readonly FieldDefinition[], values: Values): boolean {
  const definition = fields.find((field) => field.name === name);
  const value = values[name] ?? null;
  if (rest.length > 0)
    return definition?.type === "object" && passes([rest, operator, sought], definition.fields, isObject(value) ? value : {});
  if (operator === "$null") return (value === null) === (sought[0] === true);
  return definition !== undefined && (ANSWERS[operator]?.(value, sought, definition.type) ?? false);
}

const collator = new Intl.Collator("en"); // the collation of the API
const IN_ORDER_OF_LETTERS: ReadonlySet<string> = new Set(["text", "slug", "richtext", "email", "url", "color", "select"]);

/** Negative, zero or positive; NaN if there is nothing to compare. */
function compare(value: unknown, sought: unknown, type: string): number {
  if (value === null || sought === undefined) return Number.NaN;
  if (type === "number") return Number(value) - Number(sought);
  const [one, other] = [comparable(value, type), comparable(sought, type)];
  if (one === other) return 0;
  return (IN_ORDER_OF_LETTERS.has(type) && collator.compare(one, other)) || (one < other ? -1 : 1);
}

function comparable(value: unknown, type: string): string {
  const text = String(value).normalize("NFC");
  const time = type === "datetime" ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

function isAny(value: unknown, sought: readonly unknown[], type: string): boolean {
  return sought.some((one) => compare(value, one, type) === 0);
}

function upper(value: unknown): string {
  return typeof value === "string" ? value.toUpperCase() : "";
}

function holds(value: unknown, one: unknown): boolean {
  return Array.isArray(value) && value.includes(one);
}

type Answer = (value: unknown, sought: readonly unknown[], type: string) => boolean;
const ANSWERS: Readonly<Record<string, Answer>> = {
  $eq: isAny,
  $in: isAny,
  $ne: (value, sought, type) => !isAny(value, sought, type),
  $notIn: (value, sought, type) => !isAny(value, sought, type),
  $gt: (value, [sought], type) => compare(value, sought, type) > 0,
  $gte: (value, [sought], type) => compare(value, sought, type) >= 0,
  $lt: (value, [sought], type) => compare(value, sought, type) < 0,
  $lte: (value, [sought], type) => compare(value, sought, type) <= 0,
  $between: (value, [least, most], type) => compare(value, least, type) >= 0 && compare(value, most, type) <= 0,
  $contains: (value, [sought]) => value !== null && upper(value).includes(upper(sought)),
  $startsWith: (value, [sought]) => value !== null && upper(value).startsWith(upper(sought)),
  $endsWith: (value, [sought]) => value !== null && upper(value).endsWith(upper(sought)),
  $has: (value, [sought]) => holds(value, sought),
  $hasAny: (value, sought) => sought.some((one) => holds(value, one)),
  $hasAll: (value, sought) => sought.every((one) => holds(value, one)),
};
