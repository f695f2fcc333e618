import { isCleanText, isRealDate, isUuid, optionValues, toDateTime, type FieldType, type FilterOperator } from "@colophon/model";
import type { Place } from "../problems.ts";
import { isObject } from "../shape.ts";
import { kindOf, nearest, quoteList, formatValue } from "../messages.ts";
import { follow, targetOf, type Catalog, type Destination } from "./catalog.ts";
import type { FieldView } from "./read-fields.ts";

const EQUALS = ["$eq", "$ne", "$in", "$notIn", "$null"] as const;
const ORDERED = [...EQUALS, "$gt", "$gte", "$lt", "$lte", "$between"] as const;
const TEXT_OPERATORS = ["$contains", "$startsWith", "$endsWith"] as const;
const LISTS = ["$has", "$hasAny", "$hasAll", "$null"] as const;
const SEVERAL: ReadonlySet<string> = new Set<FilterOperator>(["$in", "$notIn", "$between", "$hasAny", "$hasAll"]);
const OPERATORS = [...ORDERED, ...TEXT_OPERATORS, "$has", "$hasAny", "$hasAll"] as const satisfies readonly FilterOperator[];
const VARIABLES = ["$CURRENT_USER", "$CURRENT_ROLE", "$NOW"] as const;
const VARIABLE = /^\$[A-Z_]+$/;
type Variable = (typeof VARIABLES)[number];

/** The operators that a filter may use for a field. */
type Comparison = "text" | "choice" | "number" | "boolean" | "day" | "instant" | "id" | "several" | "nothing";

const ALLOWED: Record<Comparison, readonly FilterOperator[]> = {
  text: [...ORDERED, ...TEXT_OPERATORS],
  choice: [...ORDERED, ...TEXT_OPERATORS],
  number: ORDERED,
  boolean: EQUALS,
  day: ORDERED,
  instant: ORDERED,
  id: EQUALS,
  several: LISTS,
  nothing: ["$null"],
};

const BY_TYPE: Record<FieldType, Comparison> = {
  text: "text",
  richtext: "text",
  slug: "text",
  email: "text",
  url: "text",
  color: "text",
  select: "choice",
  number: "number",
  boolean: "boolean",
  date: "day",
  datetime: "instant",
  json: "nothing",
  object: "nothing",
  array: "nothing",
  blocks: "nothing",
  relation: "id",
  image: "id",
  video: "id",
  file: "id",
};

/**
 * A permission's filter: each path leads to a field, each value has its type. Empty and undefined values are refused, because they would
 * lift the intended restriction.
 */
export function checkFilter(filter: unknown, place: Place, { catalog, entity }: { catalog: Catalog; entity: string }): void {
  if (!isObject(filter))
    return place.report(`Make filter an object of field and value instead of ${kindOf(filter)}, or write true to allow all rows.`);
  if (Object.keys(filter).length === 0)
    return place.report("Name at least one field in filter, or write true instead of this object to allow all rows.");
  checkTests(filter, place, { find: (path) => follow(catalog, entity, path), variables: true });
}

/** The entity of a filter's names, and whether its values may be variables. */
export interface FilterScope {
  readonly find: (path: string) => Destination;
  readonly variables: boolean;
}

/** Each member of a filter: its name leads to a field, its value has that field's type. */
export function checkTests(filter: Record<string, unknown>, place: Place, { find, variables }: FilterScope): void {
  for (const [path, value] of Object.entries(filter)) {
    const at = place.at(path);
    const found = find(path);
    if ("problem" in found) at.report(found.problem);
    else checkTest(value, { at, field: found.field, entity: found.entity, variables });
  }
}

interface Operand {
  readonly at: Place;
  readonly field: FieldView | null;
  readonly entity: string;
  readonly variables: boolean;
}

function checkTest(value: unknown, place: Operand): void {
  const { at } = place;
  if (value === undefined) return at.report("Add a value: undefined would remove the restriction.");
  if (value === null) return at.report("Write { $null: true } instead of null.");
  if (Array.isArray(value))
    return at.report(value.length === 0 ? "Add a value: an empty array matches no rows." : "Write { $in: […] } instead of an array.");
  if (typeof value === "object") return checkOperators(value, place);
  if (place.field !== null && !ALLOWED[comparisonOf(place.field)].includes("$eq"))
    return at.report(`Write ${exampleOf(place.field)} instead of ${formatValue(value)}: this field is not a single value.`);
  checkOne(value, place);
}

function checkOperators(test: object, place: Operand): void {
  const { at, field } = place;
  const entries = Object.entries(test);
  if (entries.length === 0) return at.report("Add a value: {} would remove the restriction.");
  for (const [operator, operand] of entries) {
    const here = { ...place, at: at.at(operator) };
    const known = OPERATORS.find((name) => name === operator);
    const near = nearest(operator, OPERATORS);
    if (known === undefined)
      here.at.report(
        near === undefined
          ? `Use one of the operators ${OPERATORS.join(" ")}.`
          : `Write "${near}" instead of "${operator}": there is no such operator.`,
      );
    else if (field !== null && !ALLOWED[comparisonOf(field)].includes(known))
      here.at.report(`Use ${quoteList(ALLOWED[comparisonOf(field)])}: a field of type ${field.type} has no ${known}.`);
    else checkOperand(known, operand, here);
  }
}

function checkOperand(operator: FilterOperator, operand: unknown, place: Operand): void {
  const { at } = place;
  if (operator === "$null") {
    if (typeof operand !== "boolean") at.report(`Use true or false instead of ${formatValue(operand)}.`);
  } else if (TEXT_OPERATORS.some((known) => known === operator)) checkText(operand, place);
  else if (!SEVERAL.has(operator)) checkOne(operand, place);
  else if (!Array.isArray(operand) || operand.length === 0)
    at.report(
      `Give ${operator} an array with at least one value instead of ${Array.isArray(operand) ? "an empty one" : formatValue(operand)}.`,
    );
  else if (operator === "$between" && operand.length !== 2)
    at.report(`Give $between two values, the minimum and the maximum, instead of ${operand.length}.`);
  else for (const [index, item] of operand.entries()) checkOne(item, { ...place, at: at.at(index) });
}

/** A part of a text: it need not be a valid value of the field, such as an option of a select. */
function checkText(value: unknown, place: Operand): void {
  if (!isText(value) || value === "") place.at.report(`Use a text instead of ${formatValue(value)}.`);
  else if (VARIABLE.test(value)) checkVariable(value, place);
}

/** One value against its field; a field that could not be read accepts any scalar. */
function checkOne(value: unknown, place: Operand): void {
  const { at, field } = place;
  if (value === undefined || value === null || typeof value === "object" || typeof value === "function")
    return at.report(`Give one value, a text, number, true or false, instead of ${kindOf(value)}.`);
  if (typeof value === "string" && VARIABLE.test(value)) return checkVariable(value, place);
  const expected = field === null ? null : EXPECTED[comparisonOf(field)](value, field);
  if (expected !== null) at.report(`Use ${expected} instead of ${formatValue(value)}.`);
}

function checkVariable(value: string, { at, field, entity, variables }: Operand): void {
  if (!variables) return at.report(`Write a constant instead of ${formatValue(value)}: variables are not allowed here.`);
  const variable = VARIABLES.find((name) => name === value);
  if (variable === undefined) return at.report(`Use ${quoteList(VARIABLES)} instead of ${formatValue(value)}: there is no such variable.`);
  if (field !== null && !fitsVariable(variable, field, entity)) at.report(CORRECTIONS[variable]);
}

const CORRECTIONS: Record<Variable, string> = {
  $CURRENT_USER:
    'Compare "$CURRENT_USER" with a relation to "_user" (follow one by a dotted path, such as author.user), with the id of "_user", or with a text that holds a user\'s id.',
  $CURRENT_ROLE: 'Compare "$CURRENT_ROLE" with a text or select that holds a role\'s name.',
  $NOW: 'Compare "$NOW" with a date or datetime.',
};

function fitsVariable(variable: Variable, field: FieldView, entity: string): boolean {
  const comparison = comparisonOf(field);
  if (variable === "$NOW") return comparison === "day" || comparison === "instant";
  if (variable === "$CURRENT_ROLE") return comparison === "text" || comparison === "choice" || field.options.multiple === true;
  return comparison === "text" || targetOf(field) === "_user" || (field.name === "id" && entity === "_user");
}

const isText = (value: unknown): value is string => typeof value === "string" && isCleanText(value);
const text = (value: unknown) => (isText(value) ? null : "a text");
const number = (value: unknown, { options }: FieldView) =>
  options.integer === true ? (Number.isSafeInteger(value) ? null : "a whole number") : Number.isFinite(value) ? null : "a number";
const option = (value: unknown, field: FieldView) =>
  typeof value === "string" && optionValues(field.options.options ?? []).includes(value.normalize("NFC"))
    ? null
    : quoteList(optionValues(field.options.options ?? []));
const id = (value: unknown) => (isUuid(value) ? null : "the id of a record, or a dotted path to one of its fields,");

const EXPECTED: Record<Comparison, (value: unknown, field: FieldView) => string | null> = {
  text,
  choice: option,
  number,
  boolean: (value) => (typeof value === "boolean" ? null : "true or false"),
  day: (value) => (typeof value === "string" && isRealDate(value) ? null : "a day as 2026-01-31"),
  instant: (value) => (typeof value === "string" && toDateTime(value) !== null ? null : "a time as 2026-01-31T12:00:00.000Z"),
  id,
  several: (value, field) => (field.type === "select" ? option(value, field) : id(value)),
  nothing: () => null,
};

function comparisonOf({ type, options, nested }: FieldView): Comparison {
  if (type === null || (type === "richtext" && options.format === "blocks")) return "nothing";
  if (options.many === true || options.multiple === true) return nested ? "nothing" : "several";
  return BY_TYPE[type];
}

function exampleOf(field: FieldView): string {
  return comparisonOf(field) === "several" ? "{ $has: … }" : "{ $null: false }";
}
