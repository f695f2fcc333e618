/** Numbers, booleans and points in time. */
import type { DefinitionOf, FieldTypeRule, JsonSchema, ParseContext } from "../field-type.ts";
import { DATE_TIME, toDateTime, isRealDate } from "../values/dates.ts";

function bounded(value: number, { min, max }: DefinitionOf<"number">, context: ParseContext): number | undefined {
  if (min !== undefined && value < min) return context.reject(`must be at least ${min}`);
  if (max !== undefined && value > max) return context.reject(`must be at most ${max}`);
  return value;
}

/** A number; with `integer` one that JSON, JavaScript and SQL represent exactly. */
export const number: FieldTypeRule<"number"> = {
  column: ({ integer }) => (integer ? "bigint" : "double precision"),
  parse(value, definition, context) {
    if (typeof value !== "number" || !Number.isFinite(value)) return context.reject("must be a number");
    if (definition.integer && !Number.isInteger(value)) return context.reject("must be a whole number");
    if (definition.integer && !Number.isSafeInteger(value)) return context.reject("must be between -(2^53 - 1) and 2^53 - 1");
    return bounded(value === 0 ? 0 : value, definition, context); // -0 becomes 0
  },
  schema({ integer, min = -Infinity, max = Infinity }) {
    const [least, most] = integer ? [Math.max(min, Number.MIN_SAFE_INTEGER), Math.min(max, Number.MAX_SAFE_INTEGER)] : [min, max];
    return {
      type: integer ? "integer" : "number",
      ...(least !== -Infinity && { minimum: least }),
      ...(most !== Infinity && { maximum: most }),
    };
  },
  sample: ({ min, max }) => (min !== undefined ? min : max !== undefined && max < 1 ? max : 1),
};

/** True or false. */
export const boolean: FieldTypeRule<"boolean"> = {
  column: () => "boolean",
  parse: (value, _definition, context) => (typeof value === "boolean" ? value : context.reject("must be true or false")),
  schema: () => ({ type: "boolean" }),
  sample: () => true,
};

function between(value: string, min: string | undefined, max: string | undefined, context: ParseContext): string | undefined {
  if (min !== undefined && value < min) return context.reject(`must not be before ${min}`);
  if (max !== undefined && value > max) return context.reject(`must not be after ${max}`);
  return value;
}

/** JSON Schema has no keyword for the bounds of a date. */
function boundsOf({ min, max }: { readonly min?: string; readonly max?: string }): JsonSchema {
  const words = [min && `from ${min}`, max && `until ${max}`].filter(Boolean).join(" ");
  return words === "" ? {} : { description: `${words.charAt(0).toUpperCase()}${words.slice(1)}.` };
}

/** A day of the calendar, without a time. */
export const date: FieldTypeRule<"date"> = {
  column: () => "date",
  parse(value, { min, max }, context) {
    if (typeof value !== "string" || !isRealDate(value)) return context.reject("must be a real date as YYYY-MM-DD");
    return between(value, min, max, context);
  },
  schema: (definition) => ({ type: "string", format: "date", ...boundsOf(definition) }),
  sample: ({ min, max }) => min ?? max ?? "2026-01-31",
};

/** A point in time, stored in UTC with milliseconds. */
export const datetime: FieldTypeRule<"datetime"> = {
  column: () => "timestamptz(3)",
  parse(value, { min, max }, context) {
    const read = typeof value === "string" ? toDateTime(value) : null;
    if (read === null) return context.reject("must be a date and time with its zone, as 2026-01-31T12:00:00.000Z");
    return between(read, (min && toDateTime(min)) || min, (max && toDateTime(max)) || max, context);
  },
  schema: (definition) => ({ type: "string", format: "date-time", pattern: DATE_TIME.source, ...boundsOf(definition) }),
  sample: ({ min, max }) => toDateTime(min ?? max ?? "") ?? "2026-01-31T12:00:00.000Z",
};
