import type { JsonSchema } from "./json-schema.ts";
import type { Parameter } from "./route.ts";
import { toJsonSchema, type Shape } from "./shapes/registry.ts";

/** A query parameter. */
export function query(name: string, schema: Shape | JsonSchema, description: string): Parameter {
  return { name, in: "query", schema: toJsonSchema(schema), description };
}

/** A request header. */
export function header(name: string, schema: JsonSchema, description: string): Parameter {
  return { name, in: "header", schema, description };
}

/** An id in the path. */
export function pathId(name: string, description: string): Parameter {
  return { name, in: "path", required: true, schema: { type: "string", format: "uuid" }, description };
}

/** The grammar of RFC 9110 for `If-Match` and `If-None-Match`. */
export const TAGS: JsonSchema = { type: "string", pattern: '^(?:\\*|(?:W/)?"[!#-~]*"(?: *, *(?:W/)?"[!#-~]*")*)$' };

/** A text that is looked for. */
export const SOUGHT_TEXT: JsonSchema = { type: "string", pattern: "\\S", minLength: 1, maxLength: 200 };

/** A component of the description, which many operations share. */
export const IF_NONE_MATCH = header("If-None-Match", TAGS, "The ETag of a copy: 304 when it is still good.");

/** The pages of a list. */
export const LIMIT = query(
  "limit",
  { type: "integer", minimum: 0, default: 25 },
  "Page size; above 100 it is 100, with 0 only the total is told.",
);
export const OFFSET = query(
  "offset",
  { type: "integer", minimum: 0, maximum: 100_000, default: 0 },
  "Rows skipped. Not together with `cursor`.",
);
export const CURSOR = query(
  "cursor",
  { type: "string", maxLength: 4096 },
  "Pages by a cursor: empty for the first page, then `meta.nextCursor` with the same order; anything else is refused.",
);
export const COUNT = query(
  "count",
  { type: "string", enum: ["true", "false", "exact"], default: "true" },
  "With `false` the total is left out; `exact` waits for it where it would be an estimate.",
);
