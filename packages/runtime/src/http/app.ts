import { randomUUID } from "node:crypto";
import { AppError } from "@colophon/errors";
import { beginSpan, inSpan, type Span } from "@colophon/tracing";
import express, { Router, type ErrorRequestHandler, type Express, type Request, type RequestHandler } from "express";
import { cacheControlOf } from "./cache-control.ts";
import { isAborted, logFailure, sendError, toAnswerableError } from "./error-answer.ts";
import { IDENTITY_HEADER, type Identity } from "../identity/identity.ts";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { callerOf, pathOf, rememberRequest, requestIdOf, type RequestCaller } from "./request-state.ts";
import { refuseUnrouted } from "./route.ts";
import type { Verifier } from "../identity/verifier.ts";

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
  /** Runs `work` for a caller, for fair sharing among callers. */
  readonly actFor?: (caller: RequestCaller, work: () => void) => void;
}

/**
 * A service's Express app: identity first (401 without the gateway's token), then the routes, then 404 or 405, then the error handler.
 * Routes read bodies with `readJson`.
 */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").enable("case sensitive routing").enable("strict routing").disable("query parser");

  const router = Router({ caseSensitive: true, strict: true });
  options.routes(router);

  app.use(observe(options), identify(options), router, refuseUnrouted(router), answerError(options));
  return app;
}

function observe({ log, metrics }: AppOptions): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const span = beginSpan(() => spanOf(request));
    response.once("close", () => {
      const ms = performance.now() - started;
      const status = response.writableFinished ? response.statusCode : 499; // 499: the caller disconnected
      const pattern: unknown = request.route?.path;
      const route = typeof pattern === "string" ? pattern : "none";
      metrics?.observe(request.method, route, status, ms / 1000);
      const path = pathOf(request);
      const line = { requestId: requestIdOf(request), method: request.method, path, status, ms: Math.round(ms * 10) / 10 };
      inSpan(span, () => log.info(line, "request"));
      if (span) endSpan(span, { request, route, status });
    });
    inSpan(span, next);
  };
}

/** The gateway started the trace, and decided whether it is kept. */
function spanOf(request: Request) {
  const { traceparent } = request.headers;
  const parent = { traceparent: typeof traceparent === "string" ? traceparent : undefined };
  return { name: request.method, kind: "server", parent, attributes: { "http.request.method": request.method } } as const;
}

function endSpan(span: Span, { request, route, status }: { request: Request; route: string; status: number }): void {
  span.end({
    name: `${request.method} ${route}`,
    attributes: { "http.route": route, "http.response.status_code": status, "cms.request_id": requestIdOf(request) },
    failed: status >= 500,
  });
}

function identify({ verifier, trustInternal = false, adminRoles, actFor }: AppOptions): RequestHandler {
  return (request, _response, next) => {
    const token = request.headers[IDENTITY_HEADER];
    const identity = typeof token === "string" ? verifier.verify(token) : null;
    if (!identity || !mayEnter(identity, request.url, trustInternal)) throw new AppError("UNAUTHORIZED");

    const requestId = request.headers["x-request-id"];
    const isAdmin = adminRoles?.has(identity.role) ?? false;
    rememberRequest(request, { identity, isAdmin, requestId: typeof requestId === "string" ? requestId : randomUUID() });
    const caller = actFor && callerOf(request, identity);
    if (caller) actFor(caller, next);
    else next();
  };
}

/** `/internal` is only for the gateway, and the gateway's own identity is accepted nowhere else. */
function mayEnter(identity: Identity, url: string, trustInternal: boolean): boolean {
  const isInternal = trustInternal && url.startsWith("/internal/");
  return isInternal === (identity.kind === "gateway");
}

function answerError({ log }: AppOptions): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  return (thrown: unknown, request, response, _next) => {
    if (isAborted(request, thrown)) {
      response.destroy(); // its line in the log says 499
      return;
    }
    const error = toAnswerableError(thrown);
    logFailure(log, error, requestIdOf(request));
    sendError(request, response, error, cacheControlOf(request));
  };
}
