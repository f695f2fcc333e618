import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { routes } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import express, { type ErrorRequestHandler } from "express";
import { beginSpan, inSpan, type Span } from "../tracing/trace.ts";
import { cacheControlOf } from "./send-json.ts";
import { isAborted, logFailure, sendError, toAnswerableError } from "./error-answer.ts";
import { IDENTITY_HEADER, type Identity } from "../identity/identity.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { requestContextOf, pathOf, rememberRequest, requestIdOf, type RequestContext } from "./request-state.ts";
import { refusedOf, type Refused } from "./refused.ts";
import { refuseUnrouted } from "./route.ts";
import { createRouter, patternOf, type Router } from "./router.ts";
import { createClockRefusal, type ClockRefusal, type Verifier } from "../identity/verifier.ts";

export interface AppOptions {
  readonly name: string;
  readonly log: Log;
  readonly verifier: Verifier;
  readonly routes: (router: Router) => void;
  readonly metrics?: Metrics;
  /** Whether `/internal/…` is served, to the gateway only. */
  readonly trustInternal?: boolean;
  /** The roles with access to rows for admins. */
  readonly adminRoles?: ReadonlySet<string>;
  /** Called with a refused sign-in, and with a signed-in caller who lacks a permission. The answer waits for it; it never fails. */
  readonly onRefused?: (refused: Refused) => Promise<void> | null;
  /** Runs `work` for a caller, for fair sharing among callers. */
  readonly actFor?: (context: RequestContext, work: () => void) => void;
}

/** A request listener, and the patterns of its routes. */
export type App = RequestListener & { readonly patterns: readonly string[] };

/**
 * The Express application of a service: identity first (401 without the gateway's token), then the routes, then 404 or 405, and the answer to
 * an error. Routes read bodies with `readJson`, and send answers with `sendJson`, which has its own ETags.
 */
export function createApp(options: AppOptions): App {
  const router = createRouter();
  const clocksDiffer = createClockRefusal(options.log, options.metrics?.registry);
  options.routes(router);

  const app = express().disable("x-powered-by").disable("etag").disable("query parser");
  app.use((request, response, next) => observe(options, request, response, next));
  app.use((request, _, next) => identify(options, { request, clocksDiffer }, next));
  app.use((request, response, next) => router.handle(request, response, next));
  app.use((request, response, next) => refuseUnrouted(router, request, response, next));
  const answerTo: ErrorRequestHandler = (error, request, response, _next) => answerError(options, error, request, response);
  app.use(answerTo);
  return Object.assign(app, { patterns: router.patterns() });
}

function observe({ log, metrics }: AppOptions, request: IncomingMessage, response: ServerResponse, work: () => void): void {
  const started = performance.now();
  const { method = "" } = request;
  const span = beginSpan(() => spanOf(request));
  response.once("close", () => {
    const ms = performance.now() - started;
    const status = response.writableFinished ? response.statusCode : 499; // 499: the caller disconnected
    const route = patternOf(request) ?? "none";
    if (!isStreamed(route, response)) metrics?.observe(method, route, status, ms / 1000);
    const line = { requestId: requestIdOf(request), method, path: pathOf(request), status, ms: Math.round(ms * 10) / 10 };
    inSpan(span, () => log.info(line, "request"));
    if (span) endSpan(span, { request, route, status });
  });
  inSpan(span, work);
}

/** Whether the answer was a stream: how long that lasted says nothing about how long requests take. */
function isStreamed(route: string, { statusCode, headersSent }: ServerResponse): boolean {
  return route === routes.events.path && headersSent && statusCode === 200;
}

/** The gateway started the trace, and decided whether it is kept. */
function spanOf({ method = "", headers: { traceparent } }: IncomingMessage) {
  const parent = { traceparent: typeof traceparent === "string" ? traceparent : undefined };
  return { name: method, kind: "server", parent, attributes: { "http.request.method": method } } as const;
}

function endSpan(span: Span, { request, route, status }: { request: IncomingMessage; route: string; status: number }): void {
  span.end({
    name: `${request.method} ${route}`,
    attributes: { "http.route": route, "http.response.status_code": status, "cms.request_id": requestIdOf(request) },
    failed: status >= 500,
  });
}

function identify(
  { verifier, trustInternal = false, adminRoles, actFor }: AppOptions,
  { request, clocksDiffer }: { readonly request: IncomingMessage; readonly clocksDiffer: ClockRefusal },
  next: () => void,
): void {
  const token = request.headers[IDENTITY_HEADER];
  const identity = typeof token === "string" ? verifier.verify(token) : null;
  if (identity === "ahead" || identity === "behind") throw clocksDiffer(identity);
  if (!identity || !mayEnter(identity, request.url ?? "", trustInternal)) throw new AppError("UNAUTHORIZED");

  const requestId = request.headers["x-request-id"];
  const isAdmin = adminRoles?.has(identity.role) ?? false;
  rememberRequest(request, { identity, isAdmin, requestId: typeof requestId === "string" ? requestId : randomUUID() });
  const context = actFor && requestContextOf(request, identity);
  if (context) actFor(context, next);
  else next();
}

/** `/internal` is only for the gateway, and the gateway's own identity is accepted nowhere else. */
function mayEnter(identity: Identity, url: string, trustInternal: boolean): boolean {
  const isInternal = trustInternal && url.startsWith("/internal/");
  return isInternal === (identity.kind === "gateway");
}

function answerError({ log, onRefused }: AppOptions, thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (isAborted(request, thrown)) return void response.destroy(); // its line in the log says 499
  const error = toAnswerableError(thrown);
  logFailure(log, error, requestIdOf(request));
  const send = () => sendError(request, response, error, cacheControlOf(request));
  const refused = onRefused ? refusedOf(request, error) : null;
  const noted = refused && onRefused?.(refused);
  if (noted) void noted.then(send);
  else send();
}
