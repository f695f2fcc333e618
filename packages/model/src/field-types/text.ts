/** Field types whose value is a string of text. */
import { canonicalEmail, EMAIL_PATTERN, isEmail } from "../values/email.ts";
import { MAX_EMAIL_LENGTH, MAX_INDEXED_BYTES, MAX_SLUG_LENGTH, MAX_URL_LENGTH } from "../limits.ts";
import { sourceOf, type Pattern } from "../pattern.ts";
import { SLUG_PATTERN } from "../slugs.ts";
import { byteLength, codePoints, isCleanText } from "../values/strings.ts";
import type { DefinitionOf, FieldTypeRule, JsonSchema, ParseContext } from "../field-type.ts";

const COLOR = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;

interface Indexed {
  readonly unique?: unknown;
  readonly index?: boolean;
}

/** A text in NFC: lengths and patterns apply to the stored form. */
export function readText(value: unknown, { unique, index }: Indexed, context: ParseContext): string | undefined {
  if (typeof value !== "string") return context.reject("must be a string");
  if (!isCleanText(value)) return context.reject("must not contain NUL characters or unpaired surrogates");
  const normal = value.normalize("NFC");
  if ((unique || index) && byteLength(normal) > MAX_INDEXED_BYTES)
    return context.reject(`must be at most ${MAX_INDEXED_BYTES} bytes, because it is indexed`);
  return normal;
}

/** JSON Schema has no keyword for bytes: no indexed text has more characters than it may have bytes. */
export function textSchema({ unique, index }: Indexed, maxLength = Infinity): JsonSchema {
  const isCut = (unique || index) && maxLength > MAX_INDEXED_BYTES;
  const most = isCut ? MAX_INDEXED_BYTES : maxLength;
  return {
    type: "string",
    ...(most !== Infinity && { maxLength: most }),
    ...(isCut && { description: `Indexed: at most ${MAX_INDEXED_BYTES.toLocaleString("en")} bytes in UTF-8.` }),
  };
}

/** Why a text doesn't match the field's pattern, or null. */
function mismatch(read: string, length: number, pattern: Pattern): string | null {
  if (length > pattern.maxLength) return `must be at most ${pattern.maxLength} characters long, because it is matched with a pattern`;
  return pattern.test(read) ? null : `must match ${pattern.source}`;
}

/** JSON Schema's patterns have no flags. */
function patternSchema(pattern: string | RegExp): JsonSchema {
  const { source, flags } = sourceOf(pattern);
  return /^[du]*$/.test(flags) ? { pattern: source } : {};
}

/** One or several lines of text. */
export const text: FieldTypeRule<"text"> = {
  column: () => "text",
  parse(value, definition, context) {
    const read = readText(value, definition, context);
    if (read === undefined) return undefined;
    const { minLength, maxLength, pattern } = definition;
    const length = codePoints(read);
    if (minLength !== undefined && length < minLength) return context.reject(`must be at least ${minLength} characters long`);
    if (maxLength !== undefined && length > maxLength) return context.reject(`must be at most ${maxLength} characters long`);
    const problem = pattern === undefined ? null : mismatch(read, length, context.patternOf(pattern));
    return problem === null ? read : context.reject(problem);
  },
  schema: ({ minLength, maxLength, pattern, ...indexed }) => ({
    ...textSchema(indexed, maxLength),
    ...(minLength !== undefined && { minLength }),
    ...(pattern !== undefined && patternSchema(pattern)),
  }),
  sample: ({ minLength, maxLength }) => "Some text".padEnd(minLength ?? 0, ".").slice(0, maxLength),
};

/** The part of a URL that identifies a record. */
export const slug: FieldTypeRule<"slug"> = {
  column: () => "text",
  parse(value, definition, context) {
    const read = readText(value, definition, context);
    if (read === undefined) return undefined;
    if (read.length > MAX_SLUG_LENGTH) return context.reject(`must be at most ${MAX_SLUG_LENGTH} characters long`);
    return SLUG_PATTERN.test(read) ? read : context.reject("must be lower-case letters, digits and single hyphens between them");
  },
  schema: () => ({ type: "string", pattern: SLUG_PATTERN.source, maxLength: MAX_SLUG_LENGTH }),
  sample: () => "some-text",
};

/** An email address, stored in the form of `canonicalEmail`. */
export const email: FieldTypeRule<"email"> = {
  column: () => "text",
  parse(value, definition, context) {
    const given = readText(value, definition, context);
    if (given === undefined) return undefined;
    const read = canonicalEmail(given);
    return isEmail(read) ? read : context.reject("must be an email address");
  },
  schema: () => ({ type: "string", pattern: EMAIL_PATTERN, maxLength: MAX_EMAIL_LENGTH }),
  sample: () => "someone@example.com",
};

function isWebAddress(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}

/** An absolute web URL. */
export const url: FieldTypeRule<"url"> = {
  column: () => "text",
  parse(value, definition: DefinitionOf<"url">, context) {
    const read = readText(value, definition, context);
    if (read === undefined) return undefined;
    return codePoints(read) <= MAX_URL_LENGTH && isWebAddress(read) ? read : context.reject("must be an http or https address");
  },
  schema: (definition) => ({ ...textSchema(definition, MAX_URL_LENGTH), pattern: "^[hH][tT][tT][pP][sS]?://\\S+$" }), // `format: uri` does not allow /ä
  sample: () => "https://example.com/",
};

/** A CSS color in hexadecimal. */
export const color: FieldTypeRule<"color"> = {
  column: () => "text",
  parse(value, definition, context) {
    const read = readText(value, definition, context);
    if (read === undefined) return undefined;
    return COLOR.test(read) ? read : context.reject("must be a color as #rrggbb or #rrggbbaa");
  },
  schema: () => ({ type: "string", pattern: "^#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?$" }),
  sample: () => "#336699",
};
