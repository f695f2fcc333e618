/** JSON Schema → the values that it allows, for the keywords that the description uses. */
import { EMAIL_PATTERN } from "@colophon/model";
import { default as fc } from "fast-check";

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly uniqueItems?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** The context of the generation of values, in addition to the schema. */
export interface Making {
  /** Returns the schema of a `$ref`. */
  readonly resolve: (reference: string) => JsonSchema;
  /** An id that a record may have. */
  readonly id: fc.Arbitrary<string>;
  /** The generators that were already made, by schema. */
  readonly made: WeakMap<JsonSchema, fc.Arbitrary<unknown>>;
}

const DAY_MS = 86_400_000;
const days = fc.integer({ min: -20_000, max: 40_000 }).map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
const instants = fc.date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }).map((at) => at.toISOString());
const EMAIL = new RegExp(EMAIL_PATTERN, "u");
/** Not made from the pattern: fast-check needs minutes for one text that matches it. */
const EMAIL_ADDRESS = fc
  .oneof(fc.emailAddress(), fc.constantFrom("jürgen@example.com", "info@bücher.example", "Big.Boss@Example.ORG"))
  .filter((address) => EMAIL.test(address));
const WEB_ADDRESS = fc.webUrl({ validSchemes: ["http", "https"] });

function strings({ pattern, format, minLength = 0, maxLength = 200 }: JsonSchema, { id }: Making): fc.Arbitrary<string> {
  if (format === "uuid") return id;
  if (format === "date") return days;
  if (format === "date-time") return instants;
  if (pattern?.startsWith("^[hH][tT][tT][pP]")) return WEB_ADDRESS;
  if (pattern === EMAIL_PATTERN) return EMAIL_ADDRESS;
  const fits = (text: string) => {
    const { length } = [...text.normalize("NFC")]; // the length of the stored value
    return length >= minLength && length <= maxLength;
  };
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u")).filter(fits);
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 20) }).filter(fits);
}

function objects({ properties = {}, required = [] }: JsonSchema, making: Making): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, schema]) => [name, values(schema, making)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}

function arrays({ items = {}, minItems = 0, maxItems = 4, uniqueItems }: JsonSchema, making: Making): fc.Arbitrary<unknown> {
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) };
  return uniqueItems ? fc.uniqueArray(values(items, making), bounds) : fc.array(values(items, making), bounds);
}

function ofType(type: string | undefined, schema: JsonSchema, making: Making): fc.Arbitrary<unknown> {
  const { minimum, maximum } = schema;
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer") return fc.integer({ min: Math.max(minimum ?? 0, -1e9), max: Math.min(maximum ?? 1e9, 1e9) });
  if (type === "number") return fc.integer({ min: (minimum ?? -1000) * 100, max: (maximum ?? 1000) * 100 }).map((whole) => whole / 100);
  if (type === "string") return strings(schema, making);
  if (type === "array") return arrays(schema, making);
  if (type === "object") return objects(schema, making);
  return fc.jsonValue({ maxDepth: 2 }).map(withoutEmpty);
}

/** Any JSON, except values that a required field refuses as empty. */
function withoutEmpty(value: unknown): unknown {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? 0 : value;
}

/** The values that a schema allows. */
export function values(schema: JsonSchema, making: Making): fc.Arbitrary<unknown> {
  const known = making.made.get(schema) ?? makeValues(schema, making);
  making.made.set(schema, known);
  return known;
}

function makeValues(schema: JsonSchema, making: Making): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return values(making.resolve(schema.$ref), making);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => values(choice, making)));
  const { type } = schema;
  if (typeof type === "string" || type === undefined) return ofType(type, schema, making);
  return fc.oneof(...type.map((item) => ({ arbitrary: ofType(item, schema, making), weight: item === "null" ? 1 : 4 })));
}
