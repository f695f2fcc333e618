/** Answers: their common parts, the envelope of records, and one error answer for each status of the error catalog. */
import { CATALOG, toErrorBody } from "@colophon/model/errors";
import type { ErrorCode } from "@colophon/model/errors";
import type { JsonSchema } from "@colophon/model";
import type { Reference, ResponseObject } from "./contract.ts";
import { headerRef, schemaRef } from "./contract.ts";

type Header = Readonly<{ description: string; schema: JsonSchema; required?: boolean; example?: unknown }>;
type Responses = Readonly<Record<string, ResponseObject | Reference>>;

const WHOLE: JsonSchema = { type: "integer", minimum: 0 };

const LIMITS = {
  RateLimit: { description: "Allowed requests per minute.", schema: WHOLE },
  RateLimitRemaining: { description: "Remaining requests.", schema: WHOLE },
  RateLimitReset: { description: "Seconds until more requests are allowed.", schema: WHOLE },
};
const TAGS_RULE = "Only in answers that public caches may store: the entities that the answer depends on, and the ids of its records";
const CACHED_COMPONENTS: Readonly<Record<string, Header>> = {
  ...Object.fromEntries(
    Object.entries(LIMITS).map(([name, { description, schema }]) => [
      `Own${name}`,
      { description: `${description} Absent from answers that public caches may store.`, schema },
    ]),
  ),
  CacheTag: { description: `${TAGS_RULE}, separated by commas.`, schema: { type: "string" } },
  SurrogateKey: { description: `${TAGS_RULE}, separated by spaces.`, schema: { type: "string" } },
};

/** Headers of answers; with `isCached` also of those that public caches may store. */
export function headerComponents(isCached: boolean): Record<string, Header> {
  return {
    ...(isCached && CACHED_COMPONENTS),
    RequestId: {
      description: "The id of this request in the logs.",
      schema: { type: "string", pattern: "^[\\w.-]{1,64}$" },
      required: true,
    },
    ...Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, { ...limit, required: true }])),
    RetryAfter: { description: "Seconds to wait before the next request.", schema: { type: "integer", minimum: 1 }, required: true },
    Allow: { description: "The methods of the path.", schema: { type: "string" }, required: true, example: "GET, HEAD" },
    ETag: {
      description: "Identifies this version of the answer, for `If-None-Match` and `If-Match`.",
      schema: { type: "string" },
      required: true,
    },
    OptionalETag: {
      description: "Like `ETag`. Absent if an Idempotency-Key repeats the answer, and if there is no record.",
      schema: { type: "string" },
    },
    SetCookie: { description: "Sets or removes the session cookie, `cms_session`.", schema: { type: "string" } },
  };
}

/** Headers of every answer except that of `/api/health`. */
export const USUAL_HEADERS: Readonly<Record<string, Reference>> = {
  "X-Request-Id": headerRef("RequestId"),
  "RateLimit-Limit": headerRef("RateLimit"),
  "RateLimit-Remaining": headerRef("RateLimitRemaining"),
  "RateLimit-Reset": headerRef("RateLimitReset"),
};

/** The same answer, as public caches may store it if the caller sends no credentials. */
export function publiclyCached(answer: ResponseObject): ResponseObject {
  const own = {
    "RateLimit-Limit": headerRef("OwnRateLimit"),
    "RateLimit-Remaining": headerRef("OwnRateLimitRemaining"),
    "RateLimit-Reset": headerRef("OwnRateLimitReset"),
    "Cache-Tag": headerRef("CacheTag"),
    "Surrogate-Key": headerRef("SurrogateKey"),
  };
  return { ...answer, headers: { ...answer.headers, ...own } };
}

interface Extras {
  readonly etag?: boolean | "optional";
  readonly cookie?: boolean;
  readonly example?: unknown;
}

/** An answer with a JSON body. */
export function json(description: string, schema: JsonSchema, { etag, cookie, example }: Extras = {}): ResponseObject {
  const more = {
    ...(etag && { ETag: headerRef(etag === "optional" ? "OptionalETag" : "ETag") }),
    ...(cookie && { "Set-Cookie": headerRef("SetCookie") }),
  };
  const body = { schema, ...(example !== undefined && { example }) };
  return { description, headers: { ...USUAL_HEADERS, ...more }, content: { "application/json": body } };
}

/** `{ data }` around a shape. */
export function dataOf(schema: JsonSchema): JsonSchema {
  return { type: "object", properties: { data: schema }, required: ["data"] };
}

/** `{ error }` with one of these codes. */
function refusalSchema(codes: readonly string[]): JsonSchema {
  const error = {
    type: "object",
    properties: {
      code: { type: "string", enum: codes },
      message: { type: "string" },
      details: { type: "array", items: schemaRef("ErrorDetail") },
    },
    required: ["code", "message"],
  };
  return { type: "object", properties: { error }, required: ["error"] };
}

/** Any one of these; a single one is returned unchanged. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas };
}

/** The schemas of errors. */
export function errorSchemas(): Record<string, JsonSchema> {
  const text = { type: "string" };
  const detail = {
    type: "object",
    properties: { field: { ...text, description: "The dotted path of the field, or the parameter." }, message: text },
    required: ["field", "message"],
  };
  return { ErrorDetail: detail, Error: refusalSchema(Object.keys(CATALOG)) };
}

const NAMES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  408: "RequestTimeout",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "PayloadTooLarge",
  415: "UnsupportedMediaType",
  429: "TooManyRequests",
  431: "HeadersTooLarge",
  500: "InternalError",
  501: "NotImplemented",
  503: "Unavailable",
};

function refusal(codes: readonly ErrorCode[], status: number): ResponseObject {
  const [first = "INTERNAL_ERROR"] = codes;
  const example = toErrorBody({ code: first, message: CATALOG[first][1], details: undefined });
  const { headers, ...rest } = json(CATALOG[first][1], refusalSchema(codes), { example });
  const retry = status === 429 || status === 503 ? { "Retry-After": headerRef("RetryAfter") } : {};
  return { ...rest, headers: { ...headers, ...retry, ...(status === 405 && { Allow: headerRef("Allow") }) } };
}

/** One answer for each error status. */
export function errorResponses(): Record<string, ResponseObject> {
  const codes = Object.keys(CATALOG) as ErrorCode[];
  const byStatus = Object.groupBy(codes, (code) => String(CATALOG[code][0]));
  const named = Object.entries(byStatus).map(([status, of = []]) => [
    NAMES[Number(status)] ?? `Error${status}`,
    refusal(of, Number(status)),
  ]);
  return { ...Object.fromEntries(named), Error: json("Any other error, in the same format", schemaRef("Error")) };
}

const EVERYWHERE = [400, 401, 403, 405, 429, 431, 500, 503] as const;

/** References to the errors that a route may give: those of all routes, its own, and all others by `default`. */
export function refusals(own: readonly number[] = []): Responses {
  const statuses = [...new Set([...EVERYWHERE, ...own])].toSorted((a, b) => a - b);
  const named = statuses.map((status) => [String(status), { $ref: `#/components/responses/${NAMES[status]}` }]);
  return { ...Object.fromEntries(named), default: { $ref: "#/components/responses/Error" } };
}

/** The caller's cached answer is still valid. */
export const NOT_MODIFIED: ResponseObject = {
  description: "Not modified",
  headers: { ...USUAL_HEADERS, ETag: headerRef("ETag") },
};
