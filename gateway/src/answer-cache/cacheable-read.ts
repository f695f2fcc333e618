import type { IncomingHttpHeaders } from "node:http";
import { DEPENDS_HEADER, isNotModified, type AnswerState } from "@colophon/runtime";
import type { RequestPrincipal } from "../identity/identify.ts";
import { removeLimitHeaders } from "../limits/admission.ts";
import { type CacheableRead, type Call, mayBeCached } from "../requests/call.ts";
import type { CachedAnswer, AnswerCache } from "./answer-cache.ts";

/** Headers of one answer, which the gateway sets anew. */
const OF_ONE_ANSWER: ReadonlySet<string> = new Set(["date", "x-request-id"]);
/** A 304 has no body that they could describe. */
const OF_BODY: ReadonlySet<string> = new Set(["content-type", "content-length"]);

/** The read that a call is, if its answer may be kept. */
export function cacheableReadOf(call: Call, { identity }: RequestPrincipal, state: AnswerState | null): CacheableRead | null {
  const { method, url: target = "", headers } = call.request;
  const isConditional = headers["if-none-match"] !== undefined || headers["if-modified-since"] !== undefined;
  return state && mayBeCached(call) ? { target, identity, state, isWhole: method === "GET" && !isConditional } : null;
}

/** Answers a call as its service would. */
export function answerFromCache({ request, response }: Call, { status, headers, body, isPublic }: CachedAnswer): void {
  if (isPublic) removeLimitHeaders(response);
  if (status === 200 && isHeld(request.headers, headers)) {
    response.writeHead(304, without(headers, OF_BODY)).end();
    return;
  }
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

/** Whether a caller with these conditions has the answer. */
function isHeld(conditions: IncomingHttpHeaders, { etag, "last-modified": modified }: CachedAnswer["headers"]): boolean {
  const date = typeof modified === "string" && { modifiedAt: new Date(modified) };
  return typeof etag === "string" && isNotModified(conditions, { etag, ...date });
}

/** What to call with the complete body of a service's answer; null if it is not cached. */
export function keeperOf(
  answers: AnswerCache | null,
  { request, cacheableRead }: Call,
  from: IncomingHttpHeaders,
  answered: Omit<CachedAnswer, "body">,
): ((body: Buffer) => void) | null {
  const depends = from[DEPENDS_HEADER];
  if (!answers || !cacheableRead || request.method !== "GET" || typeof depends !== "string" || from["set-cookie"]) return null;
  if (!answers.accepts(answered.status, Number(from["content-length"]))) return null;
  const headers = without(answered.headers, OF_ONE_ANSWER);
  return (body) => answers.keep(cacheableRead, depends, { ...answered, headers, body });
}

function without(headers: CachedAnswer["headers"], names: ReadonlySet<string>): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
}
