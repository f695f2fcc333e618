import type { IncomingMessage, ServerResponse } from "node:http";
import { maxBodyBytes, routes, type RequestPolicy, type Service } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import { methodNotAllowed, type Log, type Metrics, type Signer } from "@colophon/runtime";
import { inSpan } from "@colophon/runtime/tracing";
import type { createHealth } from "./answers/health.ts";
import { refuse } from "./answers/refuse.ts";
import type { ClientReader } from "./requests/client-address.ts";
import type { CorsRules } from "./identity/cors.ts";
import { readCredentials } from "./identity/credentials.ts";
import { keyOf, type RequestPrincipal, type Identify } from "./identity/identify.ts";
import type { IdentityCache } from "./identity/identity-cache.ts";
import type { SlowGuard } from "./connections/slow-guard.ts";
import type { Forward } from "./forwarding/forward.ts";
import { signIdentityHeaders } from "./forwarding/headers.ts";
import { prefersPage, type AdminPage } from "./page/admin-page.ts";
import { endedStream, type OpenStreams } from "./streams/open-streams.ts";
import type { AnswerCache } from "./answer-cache/answer-cache.ts";
import { answerFromCache, cacheableReadOf } from "./answer-cache/cacheable-read.ts";
import { createAdmission, type AdmissionParts } from "./limits/admission.ts";
import { isCountedApart, shareKeyOf } from "./limits/buckets.ts";
import { openCall, type Call, observe, hasBody } from "./requests/call.ts";
import { ALLOW, checkFraming, checkLength } from "./requests/framing.ts";
import type { BodyReader } from "./requests/read-body.ts";

export interface GatewayParts extends Omit<AdmissionParts, "cachesAnswers"> {
  /** Null if answers are not cached. */
  readonly answers: AnswerCache | null;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly readClient: ClientReader;
  readonly cors: CorsRules;
  readonly identify: Identify;
  /** Identifies readers of event streams, which extend no session. */
  readonly identifyReader: Identify;
  readonly identities: Pick<IdentityCache, "lastPrincipal">;
  readonly signer: Signer;
  readonly health: ReturnType<typeof createHealth>;
  readonly adminPage: AdminPage;
  readonly forwards: Readonly<Partial<Record<Service, Forward>>>;
  readonly readBody: BodyReader;
  readonly slowGuard: SlowGuard;
  readonly streams: OpenStreams;
  readonly maxUploadBytes: number;
  readonly cookieSecure: boolean | undefined;
}

/** The gateway's request pipeline, in the order of refusals: framing, size, limit, credentials, site, route. */
export function createGateway(parts: GatewayParts) {
  const { log, cors, identify, signer, health, adminPage, forwards } = parts;
  const { admit, showLimit } = createAdmission({ ...parts, cachesAnswers: parts.answers !== null });

  /** The answer to a request that is malformed or too large contains the rate limit, but the request is not counted. */
  async function refuseForm(call: Call, refusal: unknown): Promise<never> {
    await showLimit(call);
    throw refusal;
  }

  function limitBytesOf(policy: RequestPolicy | null): number {
    return maxBodyBytes(policy ?? {}, parts.maxUploadBytes);
  }

  async function answer(call: Call): Promise<void> {
    const { request, response, path, client, policy } = call;
    cors.decorate(request, response);
    const isHttps = client.scheme === "https";
    if (isHttps || parts.cookieSecure === true) response.setHeader("strict-transport-security", "max-age=31536000");

    try {
      checkFraming(request, path);
      checkLength(request, limitBytesOf(policy));
    } catch (refusal) {
      return refuseForm(call, refusal);
    }
    if (policy?.upstream === "gateway") return policy.name === routes.health.name ? answerHealth(call) : answerPage(call);
    if (path === "/" && adminPage.isServed && prefersPage(request)) return answerRoot(call);
    const credentials = readCredentials(request);
    const key = keyOf(credentials);
    const known = key === null ? null : parts.identities.lastPrincipal(key);
    const admission = await admit(call, known);
    let state = admission.answers;
    if (path === "*") return answerOptions(response);
    if (cors.isPreflight(request)) return cors.answerPreflight(request, response);

    const find = policy?.isStream ? parts.identifyReader : identify;
    const principal = await find(credentials, admission.epoch, {
      isOpen: policy?.auth === "anyone",
      secure: parts.cookieSecure ?? isHttps,
    });
    if (!known && isCountedApart(principal)) ({ answers: state } = await admit(call, principal)); // only now the caller is known
    if (needsSiteCheck(principal, policy)) cors.checkCrossSite(request, client.scheme);

    const forward = policy ? forwards[policy.upstream] : undefined;
    if (!policy || !forward) throw new AppError("NOT_FOUND");
    if (policy.isStream && request.method === "GET") {
      await parts.streams.add(call, principal, key);
      if (parts.streams.isStopping()) return endedStream(response);
    }
    call.cacheableRead = parts.answers && cacheableReadOf(call, principal, state);
    const kept = call.cacheableRead && (await parts.answers?.find(call.cacheableRead));
    if (kept) return answerFromCache(call, kept);
    const limitBytes = limitBytesOf(policy);
    const limitKey = shareKeyOf(client, principal);
    const body = policy.body !== "upload" && hasBody(request) ? await parts.readBody(call, limitKey, limitBytes) : null;
    if (response.destroyed) return; // the caller disconnected meanwhile
    signIdentityHeaders(call, { principal, policy, body, signer });
    forward(call, { policy, service: policy.upstream, limitKey, body, limitBytes });
  }

  /** The same for everybody: counted by address, without identifying the caller. */
  async function answerPage(call: Call): Promise<void> {
    await admit(call, null);
    adminPage.answer(call.request, call.response, call.path);
  }

  async function answerRoot(call: Call): Promise<void> {
    await admit(call, null);
    const headers = { location: "/admin/", vary: "Accept", "cache-control": "no-cache", "x-content-type-options": "nosniff" };
    call.response.writeHead(302, headers).end();
  }

  async function answerHealth(call: Call): Promise<void> {
    const { request, response } = call;
    if (request.headers.authorization !== undefined) await checkToken(call);
    if (request.method !== "GET" && request.method !== "HEAD") throw methodNotAllowed(Object.keys(routes.health.methods));
    return health.answer(request, response);
  }

  /** A bad Bearer token is refused even if none is needed. Only here does a health request need a look-up, so it counts. */
  async function checkToken(call: Call): Promise<void> {
    const { epoch } = await admit(call, null);
    await identify(readCredentials(call.request), epoch, { isOpen: true, secure: false });
  }

  return {
    /** @param awaitsContinue - the caller waits for `100 Continue`. */
    handle(request: IncomingMessage, response: ServerResponse, awaitsContinue = false): void {
      const call = openCall({ request, response, awaitsContinue }, parts.readClient);
      const fail = (error: AppError): void => refuse(call, error, log); // see CONTRIBUTING.md: not assigned directly
      call.fail = fail;
      const unwatch = parts.slowGuard.watch(call);
      response.once("close", () => {
        unwatch();
        if (call.cacheableRead) parts.answers?.end(call.cacheableRead);
        observe(call, parts);
      });
      void inSpan(call.span, () => answer(call).catch((thrown: unknown) => refuse(call, thrown, log)));
    },
  };
}

/** An API key is not used by a browser; a sign-in or sign-out is checked also without a cookie. */
function needsSiteCheck({ byCookie, identity }: RequestPrincipal, policy: RequestPolicy | null): boolean {
  return byCookie || (policy?.auth === "anyone" && identity.kind !== "key");
}

/** `OPTIONS *`: the methods of the whole service. */
function answerOptions(response: ServerResponse): void {
  const headers = { allow: ALLOW, "cache-control": "private, no-cache", "x-content-type-options": "nosniff" };
  response.writeHead(204, headers).end();
}
