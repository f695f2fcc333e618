import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { policyOf, type RequestPolicy, type Service } from "@colophon/api";
import type { AppError } from "@colophon/model/errors";
import type { AnswerState, Identity, Log, Metrics } from "@colophon/runtime";
import { type Span, inSpan } from "@colophon/runtime/tracing";
import type { Client, ClientReader } from "./client-address.ts";
import { beginTrace, endSpan } from "./trace.ts";

/** A read whose answer may be kept: the target of the request, the caller, and the state before the request was forwarded. */
export interface CacheableRead {
  readonly target: string;
  readonly identity: Pick<Identity, "kind" | "role" | "userId" | "credentialId">;
  readonly state: AnswerState;
  /** Whether its answer, if it may be kept, contains the body. */
  readonly isWhole: boolean;
}

/** One request in the gateway, with what is known about it. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly client: Client;
  /** The request's target up to its question mark. */
  readonly path: string;
  /** The caller waits for `100 Continue` before it sends its body. */
  awaitsContinue: boolean;
  readonly startedAt: number;
  /** The policy of its path and method; null if no service has the path. */
  readonly policy: RequestPolicy | null;
  /** If this process keeps traces. */
  readonly span: Span | null;
  /** Ends the call with an error, in any state. */
  fail: (error: AppError) => void;
  /** Frees the memory of the request's body; it is not needed once the service has answered. */
  freeBody: () => void;
  /** The part of the answer that its service keeps in memory. */
  atServiceBytes: number;
  /** Set if its answer may be kept. */
  cacheableRead: CacheableRead | null;
}

const REQUEST_ID = /^[\w.-]{1,64}$/;

/** Starts a call: gives it an id (the caller's own if it is a plain one) and finds the client address. */
export function openCall(
  { request, response, awaitsContinue }: Pick<Call, "request" | "response" | "awaitsContinue">,
  readClient: ClientReader,
): Call {
  const { headers, socket } = request;
  const own = headers["x-request-id"];
  const requestId = typeof own === "string" && REQUEST_ID.test(own) ? own : randomUUID();
  const client = readClient(socket.remoteAddress ?? "", single(headers["x-forwarded-for"]), single(headers["x-forwarded-proto"]));
  response.setHeader("x-request-id", requestId);
  request.url = toOriginForm(request.url ?? "", headers.host);
  const path = pathOf(request.url);
  const policy = policyOf(path, request.method);
  const span = policy?.upstream === "gateway" ? null : beginTrace(request, requestId); // health is requested every few seconds
  const fail = (): void => void response.destroy();
  const startedAt = performance.now();
  const freeBody = (): void => undefined;
  const begun = { awaitsContinue, startedAt, fail, freeBody, atServiceBytes: 0, cacheableRead: null };
  return { request, response, requestId, client, path, policy, span, ...begun };
}

/** For metrics: never a caller's own path. */
export function routeNameOf({ policy }: Call): string {
  return policy?.name ?? "none";
}

/** Whether a request has a body, according to its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Services whose answers may say what they depend on. */
const CACHED: ReadonlySet<Service | "gateway" | undefined> = new Set(["content", "asset"]);

/** Whether the answer to a call could come from the cache. */
export function mayBeCached({ request, policy }: Pick<Call, "request" | "policy">): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && CACHED.has(policy?.upstream) && !policy?.isStream && !hasBody(request) && !asksForSome(request);
}

/** Whether a read is for a part of a file, or for a certain state of it: only the service knows whether it has that. */
function asksForSome({ headers }: IncomingMessage): boolean {
  return headers.range !== undefined || headers["if-match"] !== undefined || headers["if-unmodified-since"] !== undefined;
}

/** Lets a waiting caller send its body. */
export function letContinue(call: Call): void {
  if (!call.awaitsContinue) return;
  call.awaitsContinue = false;
  call.response.writeContinue();
}

/**
 * A target in absolute form (`http://host/api/…`) as its path, if its host is that of the header. Otherwise it is unchanged, and refused
 * later: a request has one host.
 */
function toOriginForm(target: string, host: string | undefined): string {
  if (target.startsWith("/") || host === undefined) return target;
  const [, authority, rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (authority?.toLowerCase() !== host.toLowerCase()) return target;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(",") : value;
}

/** Records the result of a request in metrics, log and trace. */
export function observe(call: Call, { log, metrics }: { readonly log: Log; readonly metrics: Metrics }): void {
  const { request, response, requestId, startedAt, path, policy, span } = call;
  const routeName = routeNameOf(call);
  const ms = performance.now() - startedAt;
  const status = response.writableFinished ? response.statusCode : 499; // 499: aborted by the caller
  const isStreamed = policy?.isStream === true && response.headersSent && response.statusCode === 200; // its duration isn't one of requests
  if (!isStreamed) metrics.observe(request.method ?? "", routeName, status, ms / 1000);
  const line = { requestId, method: request.method, path, status, ms: Math.round(ms * 10) / 10 };
  inSpan(span, () => log.info(line, "request"));
  if (span) endSpan(span, { method: request.method ?? "", routeName, status });
}
