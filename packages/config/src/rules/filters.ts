import {
  fitValue,
  isCleanText,
  isOperator,
  isRealDate,
  kindOfDefinition,
  OPERATOR_NAMES,
  OPERATORS,
  optionValues,
  takesOperator,
  isPlainObject,
  type FilterOperator,
  type Kind,
} from "@colophon/model";
import type { IssuePath } from "../problems.ts";
import { kindOf, nearest, quoteList, formatValue } from "../messages.ts";
import { targetOf, type Catalog } from "./catalog.ts";
import { follow, type Destination, type FoundField } from "./paths.ts";
import type { FieldView } from "./read-fields.ts";
import { definitionOf } from "./values.ts";

const VARIABLES = ["$CURRENT_USER", "$CURRENT_ROLE", "$NOW"] as const;
const VARIABLE = /^\$[A-Z_]+$/;
type Variable = (typeof VARIABLES)[number];

/**
 * A permission's filter: each path leads to a field, each value has its type. Empty and undefined values are refused, because they would
 * lift the intended restriction.
 */
export function checkFilter(filter: unknown, issuePath: IssuePath, { catalog, entity }: { catalog: Catalog; entity: string }): void {
  if (!isPlainObject(filter))
    return issuePath.report(`Make filter an object of field and value instead of ${kindOf(filter)}, or write true to allow all rows.`);
  if (Object.keys(filter).length === 0)
    return issuePath.report("Name at least one field in filter, or write true instead of this object to allow all rows.");
  checkTests(filter, issuePath, { find: (path) => follow(catalog, entity, path, { isFilter: true }), variables: true });
}

/** The entity of a filter's names, and whether its values may be variables. */
export interface FilterScope {
  readonly find: (path: string) => Destination;
  readonly variables: boolean;
}

/** Each member of a filter: its name leads to a field, its value has that field's type. */
export function checkTests(filter: Record<string, unknown>, issuePath: IssuePath, { find, variables }: FilterScope): void {
  for (const [path, value] of Object.entries(filter)) {
    const at = issuePath.at(path);
    const found = find(path);
    if ("problem" in found) at.report(found.problem);
    else checkTest(value, { at, ...found, variables });
  }
}

interface Operand extends FoundField {
  readonly at: IssuePath;
  readonly variables: boolean;
}

function checkTest(value: unknown, place: Operand): void {
  const { at } = place;
  if (value === undefined) return at.report("Add a value: undefined would remove the restriction.");
  if (value === null) return at.report("Write { $null: true } instead of null.");
  if (Array.isArray(value))
    return at.report(value.length === 0 ? "Add a value: an empty array matches no rows." : "Write { $in: […] } instead of an array.");
  if (typeof value === "object") return checkOperators(value, place);
  const operators = operatorsOf(place);
  if (!operators.includes("$eq"))
    return at.report(
      `Write ${operators.includes("$has") ? "{ $has: … }" : "{ $null: false }"} instead of ${formatValue(value)}: this field is not a single value.`,
    );
  checkOne(value, place);
}

function checkOperators(test: object, place: Operand): void {
  const { at, field } = place;
  const operators = operatorsOf(place);
  const entries = Object.entries(test);
  if (entries.length === 0) return at.report("Add a value: {} would remove the restriction.");
  for (const [operator, operand] of entries) {
    const here = { ...place, at: at.at(operator) };
    if (!isOperator(operator)) here.at.report(unknownOperator(operator));
    else if (field !== null && !operators.includes(operator))
      here.at.report(`Use ${quoteList(operators)}: a field of type ${field.type} has no ${operator}.`);
    else checkOperand(operator, operand, here);
  }
}

function unknownOperator(operator: string): string {
  const suggestion = nearest(operator, OPERATOR_NAMES);
  if (suggestion === undefined) return `Use one of the operators ${OPERATOR_NAMES.join(" ")}.`;
  return `Write "${suggestion}" instead of "${operator}": there is no such operator.`;
}

function checkOperand(operator: FilterOperator, operand: unknown, place: Operand): void {
  const { at } = place;
  const { takes } = OPERATORS[operator];
  if (takes === "flag") {
    if (typeof operand !== "boolean") at.report(`Use true or false instead of ${formatValue(operand)}.`);
  } else if (takes === "pattern") checkText(operand, place);
  else if (takes === "one") checkOne(operand, place);
  else if (!Array.isArray(operand) || operand.length === 0)
    at.report(
      `Give ${operator} an array with at least one value instead of ${Array.isArray(operand) ? "an empty one" : formatValue(operand)}.`,
    );
  else if (takes === "two" && operand.length !== 2)
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
  const expected = field === null ? null : expectedOf(field, value);
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
  const kind = kindOfView(field);
  if (variable === "$NOW") return kind === "date" || kind === "datetime";
  if (variable === "$CURRENT_ROLE") return kind === "text" || kind === "choice" || kind === "choices";
  return kind === "text" || targetOf(field) === "_user" || (field.name === "id" && entity === "_user");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && isCleanText(value);
}

/** The kinds whose values are not just any text, as in a query string: the configuration writes numbers as such, and times with a zone. */
const IS_WRITTEN: Partial<Record<Kind, (value: unknown) => boolean>> = {
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === "boolean",
  datetime: (value) => typeof value === "string" && !isRealDate(value),
};

/** What would fit the field, or null if the value does. */
function expectedOf(field: FieldView, value: unknown): string | null {
  const kind = kindOfView(field);
  const isWritten = IS_WRITTEN[kind]?.(value) ?? typeof value === "string";
  if (kind === "json" || (isWritten && "value" in fitValue(kind, definitionOf(field), value))) return null;
  return kind === "choice" || kind === "choices" ? quoteList(optionValues(field.options.options ?? [])) : EXPECTED[kind];
}

const ID = "the id of a record, or a dotted path to one of its fields,";
const EXPECTED: Record<Exclude<Kind, "choice" | "choices" | "json">, string> = {
  text: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  date: "a day as 2026-01-31",
  datetime: "a time as 2026-01-31T12:00:00.000Z",
  id: ID,
  links: ID,
};

function kindOfView({ type, options }: FieldView): Kind {
  return type === null ? "json" : kindOfDefinition({ ...options, type });
}

/** References with several values are compared one by one, and as a list. A field that could not be read takes every operator. */
function operatorsOf({ field, isRepeated }: FoundField): readonly FilterOperator[] {
  if (field === null) return OPERATOR_NAMES;
  const isList = isRepeated === true && targetOf(field) !== null;
  const kinds: readonly Kind[] = isList ? ["id", "links"] : [kindOfView(field)];
  return OPERATOR_NAMES.filter((operator) => kinds.some((kind) => takesOperator(kind, operator)));
}
