/** The attributes of nodes and marks. */
import type { JsonSchema } from "../field-type.ts";
import { MAX_URL_LENGTH } from "../limits.ts";
import { codePoints, isCleanText } from "../values/strings.ts";
import { isHttpsUrl, isSafeHref } from "./urls.ts";

export interface Attribute {
  readonly required?: true;
  /** What the value must be; null if it is that. It is never called with null, which every attribute that is not required may be. */
  readonly problem: (value: unknown) => string | null;
  readonly schema: JsonSchema;
}

export type Attributes = Readonly<Record<string, Attribute>>;

/** The attribute, which may not be missing. */
export function required(attribute: Attribute): Attribute {
  return { ...attribute, required: true };
}

/** An integer of a range. */
export function integer(minimum: number, maximum: number): Attribute {
  return {
    problem: (value) =>
      Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
        ? null
        : `must be an integer from ${minimum} to ${maximum}`,
    schema: { type: "integer", minimum, maximum },
  };
}

/** A text of one line or several. */
export function text(maxLength: number): Attribute {
  return {
    problem: (value) =>
      typeof value === "string" && isCleanText(value) && codePoints(value) <= maxLength
        ? null
        : `must be a text of at most ${maxLength} characters`,
    schema: { type: "string", maxLength },
  };
}

/** One of a few words. */
export function choice(...words: readonly string[]): Attribute {
  return {
    problem: (value) => (words.some((word) => word === value) ? null : `must be one of ${words.join(", ")}`),
    schema: { type: "string", enum: words },
  };
}

/** True or false. */
export const flag: Attribute = {
  problem: (value) => (typeof value === "boolean" ? null : "must be true or false"),
  schema: { type: "boolean" },
};

/** The URL of an embedded page. */
export const httpsUrl: Attribute = {
  problem: (value) => (isHttpsUrl(value) ? null : "must be an https address"),
  schema: { type: "string", pattern: "^[hH][tT][tT][pP][sS]://", maxLength: MAX_URL_LENGTH },
};

/** The URL of a link. */
export const href: Attribute = {
  problem: (value) => (isSafeHref(value) ? null : "must be a web, mailto or tel address, or one without a scheme"),
  schema: { type: "string", minLength: 1, maxLength: MAX_URL_LENGTH },
};

/** An id, which is checked as a reference; null if its record is gone. */
export const id: Attribute = { problem: () => null, schema: { type: ["string", "null"], format: "uuid" } };
