import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@colophon/errors";
import { MAX_JSON_BYTES, methodNotAllowed, type Log, type Metrics, type Signer } from "@colophon/runtime";
import { inSpan } from "@colophon/tracing";
import type { AddressReader } from "./address.ts";
import { HEALTH_PATH, openCall, type Call } from "./call.ts";
import type { Forward } from "./forward.ts";
import { checkFraming } from "./framing.ts";
import { toForwardedHeaders } from "./headers.ts";
import type { createHealth } from "./health.ts";
import type { Caller, Identify } from "./identify.ts";
import type { OriginRules } from "./origin.ts";
import type { Bucket } from "./rate-limit.ts";
import type { Admission, Limiter } from "./rate-limit-redis.ts";
import { refuse } from "./refuse.ts";
import { endSpan } from "./trace.ts";
import { routeOf, type Route, type UpstreamName } from "./upstreams.ts";

export interface GatewayParts {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly readOrigin: AddressReader;
  readonly limiter: Limiter;
  /** Told of each request that the limit refused. */
  readonly onRefusal: (routeName: string) => void;
  readonly limits: { readonly general: number; readonly auth: number };
  readonly originRules: OriginRules;
  readonly identify: Identify;
  readonly signer: Signer;
  readonly health: ReturnType<typeof createHealth>;
  readonly forwards: Readonly<Partial<Record<UpstreamName, Forward>>>;
  readonly maxUploadBytes: number;
  readonly cookieSecure: boolean | undefined;
}

/** Room for the parts of a multipart body beside the file itself. */
const MULTIPART_SLACK_BYTES = 64 * 1024;

/** A request's way through the gateway, in the order of refusals: framing, size, limit, credentials, site, route. */
export function createGateway(parts: GatewayParts) {
  const { log, limiter, limits, originRules, identify, signer, health, forwards } = parts;

  function bucketsOf(call: Call, route: Route | null): Bucket[] {
    const { limitKey } = call.origin;
    const general = { key: `cms:limit:${limitKey}`, max: limits.general };
    return route?.isAuth ? [general, { key: `cms:limit:auth:${limitKey}`, max: limits.auth }] : [general];
  }

  function checkForm(call: Call, route: Route | null): void {
    checkFraming(call.request, call.path);
    checkLength(call.request, limitBytesOf(route));
  }

  /** A request that is malformed or too large is told of the limit but not counted. */
  async function refuseForm(call: Call, route: Route | null, refusal: unknown): Promise<never> {
    tellLimit(call.response, await limiter(bucketsOf(call, route), false));
    throw refusal;
  }

  async function admit(call: Call, route: Route | null): Promise<Admission> {
    const admission = await limiter(bucketsOf(call, route));
    tellLimit(call.response, admission);
    if (admission.admitted) return admission;
    parts.onRefusal(call.routeName);
    throw new AppError("TOO_MANY_REQUESTS", undefined, { headers: { "retry-after": String(admission.resetSeconds) } });
  }

  function limitBytesOf(route: Route | null): number {
    return route?.isUpload ? parts.maxUploadBytes + MULTIPART_SLACK_BYTES : MAX_JSON_BYTES;
  }

  async function answer(call: Call): Promise<void> {
    const { request, response, path, origin } = call;
    const route = routeOf(path, request.method);
    call.routeName = path === HEALTH_PATH ? "health" : (route?.name ?? "none");
    originRules.decorate(request, response);

    try {
      checkForm(call, route);
    } catch (refusal) {
      return refuseForm(call, route, refusal);
    }
    if (path === HEALTH_PATH) return answerHealth(call);
    const { epoch } = await admit(call, route);
    if (originRules.isPreflight(request)) return originRules.answerPreflight(request, response);

    const secure = parts.cookieSecure ?? origin.scheme === "https";
    const caller = await identify(request, epoch, { isOpen: route?.isOpen ?? false, secure });
    if (needsSiteCheck(caller, route)) originRules.checkCrossSite(request, origin.scheme);

    const forward = route ? forwards[route.upstream] : undefined;
    if (!route || !forward) throw new AppError("NOT_FOUND");
    if (response.destroyed) return; // the caller went away meanwhile
    vouch(call, caller);
    forward(call, route, limitBytesOf(route));
  }

  async function answerHealth(call: Call): Promise<void> {
    const { request, response } = call;
    if (request.headers.authorization !== undefined) await checkToken(call);
    if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(["GET"]);
    return health.answer(request, response);
  }

  /** A bad Bearer token is refused even where none is needed. Only here does asking for the health cost a look-up, so it counts. */
  async function checkToken(call: Call): Promise<void> {
    const { epoch } = await admit(call, null);
    await identify(call.request, epoch, { isOpen: true, secure: false });
  }

  function vouch({ request, requestId, origin, span }: Call, caller: Caller): void {
    const headers = toForwardedHeaders(request.headers, {
      identity: signer.sign(caller.identity),
      requestId,
      address: origin.address,
      scheme: origin.scheme,
      traceparent: span?.traceparent,
    });
    const isRead = request.method === "GET" || request.method === "HEAD";
    const hasLength = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    if (!isRead && !hasLength) headers["content-length"] = "0"; // else a POST without a body becomes a chunked one
    request.headers = headers;
  }

  return {
    /** @param awaitsContinue - the caller waits for `100 Continue`. */
    handle(request: IncomingMessage, response: ServerResponse, awaitsContinue = false): void {
      const call = openCall({ request, response, awaitsContinue }, parts.readOrigin);
      response.once("close", () => observe(call, parts));
      void inSpan(call.span, () => answer(call).catch((thrown: unknown) => refuse(call, thrown, log)));
    },
  };
}

/** A key's caller is no browser; a sign-in or a logout counts also without a cookie. */
function needsSiteCheck({ byCookie, identity }: Caller, route: Route | null): boolean {
  return byCookie || (route?.isOpen === true && identity.kind !== "key");
}

/** Refuses a body by the length it announces, before a byte of it is read. */
function checkLength(request: IncomingMessage, limitBytes: number): void {
  const length = request.headers["content-length"];
  if (length !== undefined && Number(length) > limitBytes) throw new AppError("PAYLOAD_TOO_LARGE");
}

function tellLimit(response: ServerResponse, { limit, remaining, resetSeconds }: Admission): void {
  response.setHeader("ratelimit-limit", limit);
  response.setHeader("ratelimit-remaining", remaining);
  response.setHeader("ratelimit-reset", resetSeconds);
}

function observe({ request, response, requestId, routeName, startedAt, path, span }: Call, { log, metrics }: GatewayParts): void {
  const ms = performance.now() - startedAt;
  const status = response.writableFinished ? response.statusCode : 499; // 499: broken off
  metrics.observe(request.method ?? "", routeName, status, ms / 1000);
  const line = { requestId, method: request.method, path, status, ms: Math.round(ms * 10) / 10 };
  inSpan(span, () => log.info(line, "request"));
  if (span) endSpan(span, { method: request.method ?? "", routeName, status });
}
