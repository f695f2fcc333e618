import { isNotModified, type AnswerState } from "@colophon/runtime";
import type { Caller } from "../callers/identify.ts";
import { forgetLimit } from "../limits/admission.ts";
import type { Call } from "../requests/call.ts";
import { hasBody } from "../requests/read-body.ts";
import type { KeptAnswer, KeptAnswers, KeptRead } from "./kept-answers.ts";

/** Headers of one answer, which the gateway sets anew. */
const OF_ONE_ANSWER: ReadonlySet<string> = new Set(["date", "x-request-id"]);
/** A 304 has no body that they could describe. */
const OF_BODY: ReadonlySet<string> = new Set(["content-type", "content-length"]);

/** The read that a call is, if its answer may be kept. */
export function keptReadOf({ request, policy }: Call, { identity }: Caller, state: AnswerState | null): KeptRead | null {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!state || !isRead || policy?.upstream !== "content" || policy.isStream || hasBody(request)) return null;
  return { target: request.url ?? "", identity, state };
}

/** Answers a call as its service would. */
export function answerKept({ request, response }: Call, { status, headers, body, isPublic }: KeptAnswer): void {
  if (isPublic) forgetLimit(response);
  const { etag } = headers;
  if (status === 200 && typeof etag === "string" && isNotModified(request.headers, { etag })) {
    response.writeHead(304, without(headers, OF_BODY)).end();
    return;
  }
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

/** Keeps the answer to a call once its body is complete. */
export type Keep = (answer: KeptAnswer) => void;

interface Answered extends Omit<KeptAnswer, "body"> {
  readonly depends: string | undefined;
  readonly bytes: number;
}

/** What to call with the complete body of an answer; null if it is not kept. */
export function keeperOf(answers: KeptAnswers | null, { request, keptRead }: Call, answered: Answered): ((body: Buffer) => void) | null {
  const { depends, bytes, status, headers, isPublic } = answered;
  if (!answers || !keptRead || request.method !== "GET" || depends === undefined || !answers.accepts(depends, status, bytes)) return null;
  if (headers["set-cookie"] !== undefined) return null;
  return (body) => answers.keep(keptRead, depends, { status, headers: without(headers, OF_ONE_ANSWER), isPublic, body });
}

function without(headers: KeptAnswer["headers"], names: ReadonlySet<string>): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));
}
