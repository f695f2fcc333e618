/** Whether a value in a filter or condition fits the kind of its field. */
import { isRealDate, toDateTime } from "./values/dates.ts";
import type { FieldDefinition } from "./definitions.ts";
import { canonicalEmail } from "./values/email.ts";
import type { Kind } from "./kinds.ts";
import { optionValues } from "./field-options.ts";
import { isCleanText, isUuid } from "./values/strings.ts";

/** A value that fits, or a sentence that describes what would. */
export type Fitted = { readonly value: string | boolean } | { readonly problem: string };

const WHOLE = /^-?\d{1,19}$/;
const DECIMAL = /^-?\d{1,400}(?:\.\d{1,400})?(?:[eE][+-]?\d{1,4})?$/;
const INT8_MIN = -(2n ** 63n);
const INT8_MAX = 2n ** 63n - 1n;

function fitInteger(text: string): Fitted {
  const fits = WHOLE.test(text) && BigInt(text) >= INT8_MIN && BigInt(text) <= INT8_MAX;
  return fits ? { value: String(BigInt(text)) } : { problem: "must be a whole number" };
}

function fitNumber(text: string): Fitted {
  const fits = DECIMAL.test(text) && Number.isFinite(Number(text));
  return fits ? { value: String(Number(text)) } : { problem: "must be a number" };
}

function fitDateTime(text: string): Fitted {
  const value = isRealDate(text) ? `${text}T00:00:00.000Z` : toDateTime(text);
  return value ? { value } : { problem: "must be a date, or a date and time with its zone, such as 2026-01-31T12:00:00Z" };
}

function fitText(text: string, definition: FieldDefinition): Fitted {
  if (!isCleanText(text)) return { problem: "must not contain NUL characters or unpaired surrogates" };
  return { value: definition.type === "email" ? canonicalEmail(text) : text.normalize("NFC") };
}

function fitChoice(text: string, definition: FieldDefinition): Fitted {
  const options = definition.type === "select" ? optionValues(definition.options) : [];
  const value = text.normalize("NFC");
  return options.includes(value) ? { value } : { problem: `must be one of ${options.join(", ")}` };
}

const fitId = (text: string): Fitted => (isUuid(text) ? { value: text.toLowerCase() } : { problem: "must be the id of a record" });

const FIT: Record<Kind, (text: string, definition: FieldDefinition) => Fitted> = {
  text: fitText,
  choice: fitChoice,
  choices: fitChoice,
  integer: fitInteger,
  number: fitNumber,
  boolean: (text) => (text === "true" || text === "false" ? { value: text === "true" } : { problem: "must be true or false" }),
  date: (text) => (isRealDate(text) ? { value: text } : { problem: "must be a real date as YYYY-MM-DD" }),
  datetime: fitDateTime,
  id: fitId,
  links: fitId,
  json: () => ({ problem: "can't be compared" }),
};

/** Converts one value, as text from a query string or from the configuration, to the kind of a field. */
export function fitValue(kind: Kind, definition: FieldDefinition, value: unknown): Fitted {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return { problem: "must be a single value" };
  return FIT[kind](String(value), definition);
}
