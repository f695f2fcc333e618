import { DEFAULT_PAGE_SIZE, MAX_CURSOR_LENGTH, MAX_OFFSET, MAX_PAGE_SIZE, MAX_SOUGHT_LENGTH, type JsonSchema } from "@colophon/model";
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

/** A key of 1 to 255 visible ASCII characters. */
export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

/** A text to search for. */
export const SOUGHT_TEXT: JsonSchema = { type: "string", pattern: "\\S", minLength: 1, maxLength: MAX_SOUGHT_LENGTH };

/** A component of the API description that many operations share. */
export const IF_NONE_MATCH = header(
  "If-None-Match",
  TAGS,
  "The ETag of a cached answer. If the record has not changed, the answer is 304.",
);

/** The pages of a list. */
export const LIMIT = query(
  "limit",
  { type: "integer", minimum: 0, default: DEFAULT_PAGE_SIZE },
  `Page size, at most ${MAX_PAGE_SIZE}; larger values count as ${MAX_PAGE_SIZE}. With 0, the answer contains only the total.`,
);
export const OFFSET = query(
  "offset",
  { type: "integer", minimum: 0, maximum: MAX_OFFSET, default: 0 },
  "The number of rows to skip. Not together with `cursor`.",
);
export const CURSOR = query(
  "cursor",
  { type: "string", maxLength: MAX_CURSOR_LENGTH },
  "Paging by cursor: empty for the first page, then `meta.nextCursor` with the same `sort`. Other values are refused.",
);
export const COUNT = query(
  "count",
  { type: "string", enum: ["true", "false", "exact"], default: "true" },
  "With `false`, the answer has no total. `exact` waits for the exact total instead of an estimate.",
);
