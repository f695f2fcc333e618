/** Operands of filters: the kind of a field, and whether a value fits it. */
import { canonicalEmail } from "@colophon/config";
import type { FieldDefinition } from "@colophon/config";
import { isRealDate, toDateTime } from "../../field-types/dates.ts";
import { isUuid, optionValues } from "../../field-types/index.ts";
import { isCleanText } from "../../field-types/strings.ts";
import { isPlaceholder, likePattern, placeholder } from "../../placeholder.ts";
import type { LikePlace, Value } from "../../placeholder.ts";
import type { Field } from "../../types.ts";

/** How a field is compared. `choices` is a multiple select, `links` a to-many relation, `json` anything else inside jsonb. */
export type Kind = "text" | "choice" | "integer" | "number" | "boolean" | "date" | "datetime" | "id" | "choices" | "links" | "json";

const KINDS = {
  text: () => "text",
  richtext: (d) => (d.format === "blocks" ? "json" : "text"),
  slug: () => "text",
  number: (d) => (d.integer ? "integer" : "number"),
  boolean: () => "boolean",
  date: () => "date",
  datetime: () => "datetime",
  select: (d) => (d.multiple ? "choices" : "choice"),
  email: () => "text",
  url: () => "text",
  color: () => "text",
  json: () => "json",
  object: () => "json",
  array: () => "json",
  blocks: () => "json",
  relation: (d) => (d.many ? "links" : "id"),
  image: (d) => (d.many ? "links" : "id"),
  video: (d) => (d.many ? "links" : "id"),
  file: (d) => (d.many ? "links" : "id"),
} satisfies { [T in FieldDefinition["type"]]: (definition: FieldDefinition & { type: T }) => Kind };

/** The kind of a field by its definition. */
export function kindOfDefinition(definition: FieldDefinition): Kind {
  return (KINDS[definition.type] as (of: FieldDefinition) => Kind)(definition);
}

/** The kind of a field of an entity, automatic ones included. */
export function kindOf(field: Field): Kind {
  const { storage } = field;
  return storage.kind === "column" && storage.sqlType === "uuid" ? "id" : kindOfDefinition(field.definition);
}

/** A value that fits, or a sentence that describes what would. */
export type Fitted = { readonly value: Value } | { readonly problem: string };

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

const FIT: Record<Kind, (text: string, definition: FieldDefinition) => Fitted> = {
  text: fitText,
  choice: fitChoice,
  choices: fitChoice,
  integer: fitInteger,
  number: fitNumber,
  boolean: (text) => (text === "true" || text === "false" ? { value: text === "true" } : { problem: "must be true or false" }),
  date: (text) => (isRealDate(text) ? { value: text } : { problem: "must be a real date as YYYY-MM-DD" }),
  datetime: fitDateTime,
  id: (text) => (isUuid(text) ? { value: text.toLowerCase() } : { problem: "must be the id of a record" }),
  links: (text) => (isUuid(text) ? { value: text.toLowerCase() } : { problem: "must be the id of a record" }),
  json: () => ({ problem: "can't be compared" }),
};

/** Converts one value, as text from a query string or from the configuration, to the kind of a field. */
export function fitOperand(kind: Kind, definition: FieldDefinition, value: Value): Fitted {
  if (isPlaceholder(value)) return { value };
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return { problem: "must be a single value" };
  return FIT[kind](String(value), definition);
}

/** Converts a text to search for inside a value to a LIKE pattern. */
export function fitPattern(value: Value, place: LikePlace): Fitted {
  if (isPlaceholder(value)) return { value: placeholder(value.name, place) };
  if (typeof value !== "string") return { problem: "must be text" };
  return isCleanText(value)
    ? { value: likePattern(value.normalize("NFC"), place) }
    : { problem: "must not contain NUL characters or unpaired surrogates" };
}
