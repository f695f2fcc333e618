/** Field types whose value is a string of text. */
import { SLUG_PATTERN, byteLength, codePoints, isCleanText } from "./strings.ts";
import type { DefinitionOf, FieldTypeRule, Place } from "./contract.ts";
import { isPlainObject, jsonProblem } from "./json-value.ts";

/** A B-tree entry holds at most 2,704 bytes; a longer value could not be stored under an index. */
const MAX_INDEXED_BYTES = 2000;
const MAX_SLUG = 255;
const MAX_EMAIL = 254;
const MAX_URL = 2048;
const EMAIL = /^[^\s@"(),:;<>[\]\\\u0000-\u001f\u007f]{1,64}@[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))+$/i;
const COLOR = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;

function readText(value: unknown, definition: { unique?: unknown; index?: boolean }, place: Place): string | undefined {
  if (typeof value !== "string") return place.reject("must be a string");
  if (!isCleanText(value)) return place.reject("must not hold NUL characters or unpaired surrogates");
  if ((definition.unique || definition.index) && byteLength(value) > MAX_INDEXED_BYTES)
    return place.reject(`must be at most ${MAX_INDEXED_BYTES} bytes, because it is indexed`);
  return value;
}

function patternOf(pattern: string | RegExp): RegExp {
  return typeof pattern === "string" ? new RegExp(pattern, "u") : new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
}

/** A line or several lines of text. */
export const text: FieldTypeRule<"text"> = {
  column: () => "text",
  parse(value, definition, place) {
    const read = readText(value, definition, place);
    if (read === undefined) return undefined;
    const { minLength, maxLength, pattern } = definition;
    const length = codePoints(read);
    if (minLength !== undefined && length < minLength) return place.reject(`must be at least ${minLength} characters long`);
    if (maxLength !== undefined && length > maxLength) return place.reject(`must be at most ${maxLength} characters long`);
    if (pattern !== undefined && !patternOf(pattern).test(read)) return place.reject(`must match ${patternOf(pattern).source}`);
    return read;
  },
  schema: ({ minLength, maxLength, pattern }) => ({
    type: "string",
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && /^[dgyu]*$/.test(patternOf(pattern).flags) && { pattern: patternOf(pattern).source }), // JSON Schema has no flags
  }),
  sample: ({ minLength, maxLength }) => "Some text".padEnd(minLength ?? 0, ".").slice(0, maxLength),
};

function parseRichBlocks(value: unknown, place: Place): unknown {
  if (!Array.isArray(value)) return place.reject("must be an array of blocks");
  value.forEach((block, at) => {
    if (!isPlainObject(block) || typeof block["_type"] !== "string" || block["_type"] === "")
      place.reject("must be an object with a `_type`", String(at));
  });
  const problem = jsonProblem(value);
  return problem ? place.reject(problem) : value;
}

/** Long text: Markdown as text, or an array of blocks as an editor makes it. */
export const richtext: FieldTypeRule<"richtext"> = {
  column: ({ format }) => (format === "blocks" ? "jsonb" : "text"),
  parse: (value, definition, place) =>
    definition.format === "blocks" ? parseRichBlocks(value, place) : readText(value, definition, place),
  schema: ({ format }) =>
    format === "blocks"
      ? {
          type: "array",
          items: { type: "object", required: ["_type"], properties: { _type: { type: "string" } }, additionalProperties: true },
        }
      : { type: "string" },
  sample: ({ format }) => (format === "blocks" ? [{ _type: "paragraph", text: "Some text" }] : "Some **rich** text"),
};

/** The part of an address that names a record. */
export const slug: FieldTypeRule<"slug"> = {
  column: () => "text",
  parse(value, definition, place) {
    const read = readText(value, definition, place);
    if (read === undefined) return undefined;
    if (read.length > MAX_SLUG) return place.reject(`must be at most ${MAX_SLUG} characters long`);
    return SLUG_PATTERN.test(read) ? read : place.reject("must be lower-case letters, digits and single hyphens between them");
  },
  schema: () => ({ type: "string", pattern: SLUG_PATTERN.source, maxLength: MAX_SLUG }),
  sample: () => "some-text",
};

/** An email address, kept in lower case. */
export const email: FieldTypeRule<"email"> = {
  column: () => "text",
  parse(value, definition, place) {
    const read = readText(value, definition, place)?.toLowerCase();
    if (read === undefined) return undefined;
    return read.length <= MAX_EMAIL && EMAIL.test(read) ? read : place.reject("must be an email address");
  },
  schema: () => ({ type: "string", pattern: "^[^\\s@]+@[^\\s@]+$", maxLength: MAX_EMAIL }), // `format: email` knows no jürgen@example.com
  sample: () => "someone@example.com",
};

function isWebAddress(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}

/** An absolute web address. */
export const url: FieldTypeRule<"url"> = {
  column: () => "text",
  parse(value, definition: DefinitionOf<"url">, place) {
    const read = readText(value, definition, place);
    if (read === undefined) return undefined;
    return read.length <= MAX_URL && isWebAddress(read) ? read : place.reject("must be an http or https address");
  },
  schema: () => ({ type: "string", pattern: "^[hH][tT][tT][pP][sS]?://\\S+$", maxLength: MAX_URL }), // `format: uri` knows no /ä
  sample: () => "https://example.com/",
};

/** A colour as CSS writes it in hexadecimal. */
export const color: FieldTypeRule<"color"> = {
  column: () => "text",
  parse(value, definition, place) {
    const read = readText(value, definition, place);
    if (read === undefined) return undefined;
    return COLOR.test(read) ? read : place.reject("must be a color as #rrggbb or #rrggbbaa");
  },
  schema: () => ({ type: "string", pattern: "^#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?$" }),
  sample: () => "#336699",
};
