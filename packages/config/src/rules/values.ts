import type { FieldType } from "../define.ts";
import type { Place } from "../problems.ts";
import { isRequired } from "../required.ts";
import { isObject } from "../shape.ts";
import { quoteList, formatValue, unknownKey } from "../messages.ts";
import { isDay, isInstant } from "./dates.ts";
import { patternOf, patternProblem } from "../pattern/pattern.ts";
import type { FieldView } from "./read-fields.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9][a-z0-9-]{0,62})+$/i;
const COLOR = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;
const MAX_JSON_BYTES = 256 * 1024;
const MAX_ITEMS = 500;

/** The values that a select may take. */
export function optionValues({ options }: FieldView): readonly string[] {
  return (options.options ?? []).map((option) => (typeof option === "string" ? option : option.value));
}

/** Whether this is a record's id. */
export function isId(value: unknown): boolean {
  return typeof value === "string" && UUID.test(value);
}

/** Reports, at the right path, everything about a default that the field itself would refuse in a request. */
export function checkValue(field: FieldView, value: unknown, place: Place): void {
  if (field.type === null) return;
  if (field.options.many === true || field.options.multiple === true)
    return checkList(value, { field, place, one: (item, at) => say(one(field, item), at, item) });
  switch (field.type) {
    case "object":
      return checkMembers(field.fields, value, place);
    case "array":
      return checkList(value, { field, place, one: (item, at) => field.item !== null && checkValue(field.item, item, at) });
    case "blocks":
      return checkList(value, { field, place, one: (item, at) => checkBlock(field, item, at) });
    default:
      return say(one(field, value), place, value);
  }
}

function say(expected: string | null, place: Place, value: unknown): void {
  if (expected !== null) place.report(`Use ${expected} instead of ${formatValue(value)}.`);
}

function checkList(
  value: unknown,
  { field, place, one: check }: { field: FieldView; place: Place; one: (item: unknown, at: Place) => unknown },
): void {
  const { min = 0, max = MAX_ITEMS } = field.options;
  if (!Array.isArray(value)) return place.report(`Use an array instead of ${formatValue(value)}.`);
  if (value.length < Number(min)) place.report(`Give at least ${min} items, as min says.`);
  if (value.length > Number(max)) place.report(`Give at most ${max} items${field.options.max === undefined ? "" : ", as max says"}.`);
  value.slice(0, MAX_ITEMS).forEach((item, index) => check(item, place.at(index)));
}

function checkMembers(fields: readonly FieldView[], value: unknown, place: Place, extra: readonly string[] = []): void {
  if (!isObject(value)) return place.report(`Use an object instead of ${formatValue(value)}.`);
  const names = fields.flatMap(({ name }) => (name === null ? [] : [name]));
  for (const [key, member] of Object.entries(value)) {
    const field = fields.find(({ name }) => name === key);
    if (field !== undefined && member !== null) checkValue(field, member, place.at(key));
    else if (field === undefined && !extra.includes(key)) place.at(key).report(unknownKey(key, names, "the object"));
  }
  for (const { name, options } of fields) {
    const given = name === null ? null : value[name];
    if (name !== null && isRequired(options) && options.default === undefined && (given === undefined || given === null))
      place.at(name).report("Add this: the field is required.");
  }
}

function checkBlock(field: FieldView, value: unknown, place: Place): void {
  const type = isObject(value) ? value["_type"] : undefined;
  const block = field.blocks.find(({ name }) => name === type);
  if (block !== undefined) return checkMembers(block.fields, value, place, ["_type", "_key"]);
  place.at("_type").report(`Name one of the blocks here: ${quoteList(field.blocks.flatMap(({ name }) => (name === null ? [] : [name])))}.`);
}

/** A description of the expected single value, or null if it fits. */
function one(field: FieldView, value: unknown): string | null {
  return field.type === null ? null : RULES[field.type](value, field);
}

const inBounds = (value: number | string, { options: { min, max } }: FieldView): boolean =>
  (min === undefined || value >= min) && (max === undefined || value <= max);

const bounds = ({ options: { min, max } }: FieldView): string =>
  `${min === undefined ? "" : ` from ${min}`}${max === undefined ? "" : ` ${min === undefined ? "up " : ""}to ${max}`}`;

const link = (value: unknown) => (isId(value) ? null : "the id of a record");
const never = () => null;

const RULES: Record<FieldType, (value: unknown, field: FieldView) => string | null> = {
  text: textExpected,
  richtext: (value, { options }) =>
    options.format === "blocks" ? (Array.isArray(value) && isJson(value) ? null : "an array of blocks") : isText(value) ? null : "a text",
  slug: (value) =>
    typeof value === "string" && value.length <= 255 && SLUG.test(value)
      ? null
      : "lower-case letters, digits and single hyphens, at most 255 characters,",
  number: (value, field) => {
    const right = typeof value === "number" && Number.isFinite(value) && (field.options.integer !== true || Number.isSafeInteger(value));
    return right && inBounds(value, field) ? null : `a ${field.options.integer === true ? "whole " : ""}number${bounds(field)}`;
  },
  boolean: (value) => (typeof value === "boolean" ? null : "true or false"),
  date: (value, field) => (isDay(value) && inBounds(value, field) ? null : `a day as YYYY-MM-DD${bounds(field)}`),
  datetime: (value, field) =>
    isInstant(value) && instantInBounds(value, field) ? null : `a time as 2026-01-31T12:00:00.000Z${bounds(field)}`,
  select: (value, field) => (typeof value === "string" && optionValues(field).includes(value) ? null : quoteList(optionValues(field))),
  email: (value) => (typeof value === "string" && value.length <= 254 && EMAIL.test(value) ? null : "an email address"),
  url: (value) =>
    typeof value === "string" && value.length <= 2048 && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value)
      ? null
      : "an http or https address",
  color: (value) => (typeof value === "string" && COLOR.test(value) ? null : "a colour as #rrggbb or #rrggbbaa"),
  json: (value) => (isJson(value) ? null : "JSON of at most 256 KB, nested at most 32 deep,"),
  object: never,
  array: never,
  blocks: never,
  relation: link,
  image: link,
  video: link,
  file: link,
};

function instantInBounds(value: string, { options: { min, max } }: FieldView): boolean {
  const at = Date.parse(value);
  return (!isInstant(min) || at >= Date.parse(min)) && (!isInstant(max) || at <= Date.parse(max));
}

function textExpected(value: unknown, { options: { minLength = 0, maxLength = Infinity, pattern } }: FieldView): string | null {
  if (!isText(value)) return "a text";
  const { length } = [...value];
  if (length < minLength) return `a text of at least ${minLength} characters`;
  if (length > maxLength) return `a text of at most ${maxLength} characters`;
  if (pattern === undefined || patternProblem(pattern) !== null || patternOf(pattern).test(value)) return null;
  return `a text that matches ${String(pattern)}`;
}

/** Whether this is a text that the database can store: no NUL, no unpaired surrogate. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && !value.includes("\0");
}

/** Whether JSON can represent the value unchanged: no functions, dates, cycles; at most 32 levels and 256 KB. */
function isJson(value: unknown): boolean {
  return isJsonWithin(value, 32) && Buffer.byteLength(JSON.stringify(value)) <= MAX_JSON_BYTES;
}

function isJsonWithin(value: unknown, levels: number): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string") return isText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isJsonWithin(item, levels - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return Object.entries(value).every(([key, member]) => isText(key) && isJsonWithin(member, levels - 1));
}
