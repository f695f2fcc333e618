import { parseValue, startPass, toDateTime, isRealDate, isPlainObject, type FieldDefinition, type ValueProblem } from "@colophon/model";
import type { IssuePath } from "../problems.ts";
import { formatValue } from "../messages.ts";
import { patternOf, patternProblem } from "../pattern/pattern.ts";
import type { FieldView } from "./read-fields.ts";

/** Reports, at the right path, everything about a default that the field itself would refuse in a request. */
export function checkValue(field: FieldView, value: unknown, issuePath: IssuePath): void {
  if (!isJson(value, []))
    return issuePath.report(`Use JSON instead of ${formatValue(value)}, without functions, dates and circular references.`);
  for (const { field: path, message } of problemsOf(definitionOf(field), value)) {
    const keys = keysOf(path);
    const given = keys.reduce<unknown>(
      (outer, key) => (Array.isArray(outer) || isPlainObject(outer) ? Reflect.get(outer, key) : undefined),
      value,
    );
    if (message === REQUIRED)
      issuePath
        .at(...keys)
        .report(keys.length > 0 ? "Add this: the field is required." : "Remove this default: the field is required and can't be empty.");
    else issuePath.at(...keys).report(`Correct this default: ${given === undefined ? "it" : formatValue(given)} ${message}.`);
  }
}

/** The value is read as a create reads it. */
function problemsOf(definition: FieldDefinition, value: unknown): readonly ValueProblem[] {
  const pass = startPass({ draft: false, makeKey: () => "", patternOf });
  parseValue(pass, definition, value, { path: "", nested: false });
  return pass.problems;
}

const REQUIRED = "is required";

function keysOf(path: string): readonly (string | number)[] {
  return path
    .split(".")
    .filter((key) => key !== "")
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** Whether JSON can represent the value: no functions, dates, cycles. */
function isJson(value: unknown, around: readonly object[]): boolean {
  if (typeof value !== "object" || value === null)
    return typeof value !== "function" && typeof value !== "bigint" && typeof value !== "symbol";
  if (around.includes(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return Object.values(value).every((member) => isJson(member, [...around, value]));
}

/** A field of any type, for one whose type could not be read: its mistake is reported elsewhere. */
const ANY = { type: "json" } as const;

/** The definition, as far as it could be read: wrong options are left out. */
export function definitionOf(field: FieldView): FieldDefinition {
  const { name, type, options, item } = field;
  if (type === null || (type === "select" && options.options === undefined)) return { ...ANY, name: name ?? "" };
  const condition = options.admin?.["condition"];
  const read = {
    ...options,
    name: name ?? "",
    type,
    required: options.required === true && (condition === undefined || isPlainObject(condition)),
    admin: { condition },
    pattern: options.pattern === undefined || patternProblem(options.pattern) !== null ? undefined : options.pattern,
    min: isBound(type, options.min) ? options.min : undefined,
    max: isBound(type, options.max) ? options.max : undefined,
    fields: namedOf(field.fields),
    of: item === null ? ANY : definitionOf(item),
    blocks: field.blocks.flatMap((block) => (block.name === null ? [] : [{ name: block.name, fields: namedOf(block.fields) }])),
  };
  return read as FieldDefinition; // each option has been checked by the type's shape
}

function namedOf(fields: readonly FieldView[]): readonly FieldDefinition[] {
  return fields.filter(({ name }) => name !== null).map((field) => withoutWrongDefault(definitionOf(field)));
}

/** A wrong default inside another field is reported at its own place only. */
function withoutWrongDefault(definition: FieldDefinition): FieldDefinition {
  if (definition.default === undefined || problemsOf(definition, definition.default).length === 0) return definition;
  const { default: _, ...others } = definition;
  return { ...others, required: false };
}

/** Whether a minimum or maximum is a value of the type. */
export function isBound(type: FieldView["type"], bound: unknown): boolean {
  if (type === "date") return isRealDate(String(bound));
  return type !== "datetime" || toDateTime(String(bound)) !== null;
}
