import { request as httpRequest, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { unavailable } from "@colophon/model/errors";
import type { AppError } from "@colophon/model/errors";
import { AUDIENCE_HEADER, lastEventIdOf, PUBLIC_ANSWER_HEADER, type Log } from "@colophon/runtime";
import { createProxyMiddleware, proxyEventsPlugin, type RequestHandler } from "http-proxy-middleware";
import { keeperOf } from "../answer-cache/cacheable-read.ts";
import type { AnswerCache, CachedAnswer } from "../answer-cache/answer-cache.ts";
import { endAfterBody, refuse } from "../answers/refuse.ts";
import { upstreamOf } from "../connections/upstream.ts";
import { removeLimitHeaders } from "../limits/admission.ts";
import { laneOf, type ConcurrencyLimiter } from "../limits/concurrency-limiter.ts";
import type { Call } from "../requests/call.ts";
import type { SharedStreams } from "../streams/shared-streams.ts";
import type { TimeLimits } from "../time-limits.ts";
import { began, mayGoElsewhere, mayRepeat, waitsForCaller, type Forwarding, type ForwardOptions } from "./attempt.ts";
import { toAnswerHeaders } from "./headers.ts";
import { passOn } from "./pass-on.ts";
import type { ReadServiceTime } from "./service-clock.ts";
import type { Targets } from "./targets.ts";

export type Forward = ReturnType<typeof createForward>;

/**
 * Instead of the request, which the proxy would read as the body, and end the request to the service when it has: `began` sends the body once
 * the connection is established, so that it can be sent again if it isn't.
 */
const NO_BODY = Object.assign(Readable.from([]), { pipe: <To>(to: To): To => to });

/** A property of the request itself: a WeakMap would grow by an entry per request, until the next full garbage collection. */
const FORWARDING = Symbol("forwarding");
type Forwarded = IncomingMessage & { [FORWARDING]?: Forwarding };

interface ForwardSettings {
  readonly url: string;
  readonly targets: Targets;
  readonly concurrency: ConcurrencyLimiter;
  readonly readTime: ReadServiceTime;
  readonly log: Log;
  /** How long the service may take until the first byte of its answer. */
  readonly answerMs: TimeLimits["answerMs"];
  /** Null if answers are not kept. */
  readonly answers: AnswerCache | null;
  readonly streams: SharedStreams;
}

/**
 * Forwards requests to one service and streams its answers back; only the bodies of uploads are streamed, and counted. The service's time
 * limit starts before the request waits for its place. A failure before the first byte of an answer is 503; a later one cuts the
 * connection, so that a partial answer never looks complete.
 *
 * @param url - the service's URL, as `upstreamOf` reads it.
 */
export function createForward({ url, targets, concurrency, readTime, log, answerMs, answers, streams }: ForwardSettings) {
  const { agent } = targets;
  const target = upstreamOf(url); // the proxy would parse a text again at each request
  const proxy: RequestHandler = createProxyMiddleware({
    target,
    agent,
    selfHandleResponse: true,
    buffer: NO_BODY,
    // The other plugins build a URL for each answer, for a log that is off: measured, 5 to 9 % of the gateway's processor time.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq(outgoing, request) {
        const forwarding = forwardingOf(request);
        if (forwarding) began(outgoing, forwarding, (error) => failed(error, forwarding));
      },
      proxyRes(answer, request) {
        const forwarding = forwardingOf(request);
        if (forwarding) arrived(answer, forwarding);
        else answer.destroy();
      },
      error: (error, request) => failed(error, request && forwardingOf(request)),
      econnreset: (_error, request) => clearTimeout(forwardingOf(request)?.timeLimit),
    },
  });

  /** Without the proxy, which would end a shared stream with the caller who came first, and keep what an idle one doesn't need. */
  function openStream(forwarding: Forwarding, method: "GET" | "HEAD"): void {
    const { url: path, headers } = forwarding.call.request;
    const outgoing = httpRequest({ ...target, agent, method, path, headers });
    const isShared = (): boolean => forwarding.isAnswered && forwarding.outgoing === null; // the callers who read it get to know it otherwise
    const fail = (error: Error): void => void (isShared() || failed(error, forwarding));
    outgoing.once("socket", () => began(outgoing, forwarding, fail));
    outgoing.once("response", (answer: IncomingMessage) => {
      if (method === "GET") return arrived(answer, forwarding);
      forwarding.outgoing = null;
      answer.resume();
      if (!joined(answer, forwarding)) openStream(forwarding, "GET");
    });
    outgoing.on("error", fail);
  }

  /** The service has checked the caller. @returns false if no stream is open that the caller could share, or the service refused */
  function joined(answer: IncomingMessage, forwarding: Forwarding): boolean {
    const { call } = forwarding;
    const audience = answer.headers[AUDIENCE_HEADER];
    const lastId = lastEventIdOf(call.request);
    if (answer.statusCode !== 200 || typeof audience !== "string" || !streams.canJoin(audience, lastId)) return false;
    if (begin(answer, forwarding)) streams.join(call, audience, lastId);
    return true;
  }

  function send(forwarding: Forwarding): void {
    const { call } = forwarding;
    if (isStreamRead(forwarding)) openStream(forwarding, streams.mayJoin(lastEventIdOf(call.request)) ? "HEAD" : "GET");
    else void proxy(call.request, call.response);
  }

  function arrived(answer: IncomingMessage, forwarding: Forwarding): void {
    if (answer.headers.connection === "close") targets.deprioritize(answer.socket.remoteAddress ?? "");
    readTime(forwarding.service, answer.headers.date);
    if (mayGoElsewhere(answer, forwarding)) sendAgain(answer, forwarding);
    else answered(answer, forwarding);
  }

  function sendAgain(answer: IncomingMessage, forwarding: Forwarding): void {
    answer.resume();
    forwarding.outgoing = null;
    forwarding.wasRepeated = true;
    send(forwarding);
  }

  function failed(error: Error, forwarding: Forwarding | undefined): void {
    if (!forwarding) return;
    const { call } = forwarding;
    forwarding.outgoing = null;
    if (call.response.destroyed || call.response.writableEnded) return;
    if (mayRepeat(error, forwarding)) {
      forwarding.wasRepeated = true;
      targets.markFailed(forwarding.address);
      return send(forwarding);
    }
    clearTimeout(forwarding.timeLimit);
    refuse(call, unavailable(error), log);
  }

  /** Sends the head of the answer. @returns null if the caller is gone, or was refused */
  function begin(answer: IncomingMessage, forwarding: Forwarding): Omit<CachedAnswer, "body"> | null {
    const { call } = forwarding;
    const { response } = call;
    forwarding.isAnswered = true;
    forwarding.body = null;
    call.freeBody();
    clearTimeout(forwarding.timeLimit);
    if (response.headersSent || response.destroyed) return null;

    const headers = toAnswerHeaders(answer.headers);
    if (headers["vary"] !== undefined) headers["vary"] = `Origin, ${String(headers["vary"])}`;
    const isPublic = answer.headers[PUBLIC_ANSWER_HEADER] !== undefined;
    if (isPublic) removeLimitHeaders(response);
    endAfterBody(call);
    const status = answer.statusCode ?? 502;
    response.writeHead(status, headers);
    return { status, headers, isPublic };
  }

  function answered(answer: IncomingMessage, forwarding: Forwarding): void {
    const { call } = forwarding;
    const head = begin(answer, forwarding);
    if (!head) return void answer.destroy();
    const audience = answer.headers[AUDIENCE_HEADER];
    if (!isStreamRead(forwarding)) return passOn(answer, forwarding, keeperOf(answers, call, answer.headers, head));
    if (typeof audience === "string") {
      forwarding.outgoing = null; // it may outlast this caller
      return streams.add(call, answer, audience);
    }
    answer.once("close", () => void (answer.complete || call.response.destroy()));
    passOn(answer, forwarding, null);
  }

  /** @throws AppError TOO_MANY_REQUESTS if too many of the caller's requests wait. */
  return function forward(call: Call, options: ForwardOptions): void {
    const { policy, service, limitKey } = options;
    const request: Forwarded = call.request;
    const give = (error: AppError): void => {
      if (forwarding.outgoing) forwarding.outgoing.destroy(error);
      else failed(error, forwarding);
    };
    const limitMs = answerMs(policy);
    const timeLimit = setTimeout(() => {
      if (waitsForCaller(forwarding)) timeLimit.refresh();
      else give(unavailable(new Error(`${service} did not answer within ${limitMs} ms`)));
    }, limitMs);
    const forwarding: Forwarding = {
      ...options,
      call,
      timeLimit,
      wasRepeated: false,
      isAnswered: false,
      address: undefined,
      outgoing: null,
      leave: () => undefined,
    };
    request[FORWARDING] = forwarding;
    call.fail = give;
    call.response.once("close", () => {
      clearTimeout(timeLimit);
      forwarding.leave();
      if (policy.isStream) forwarding.outgoing?.destroy(); // the service would never end it
    });
    const sendOnce = (): void => {
      if (!call.response.destroyed) send(forwarding);
    };
    const leave = policy.isStream ? enterFreely(sendOnce) : concurrency({ limitKey, service, lane: laneOf(policy) }, sendOnce);
    let isHeld = true;
    const leaveOnce = (): void => {
      // see CONTRIBUTING.md: not assigned directly
      if (isHeld) leave();
      isHeld = false;
    };
    forwarding.leave = leaveOnce;
  };
}

/** A stream lasts for hours, and takes no place. Its number is limited otherwise. */
function enterFreely(send: () => void): () => void {
  send();
  return () => undefined;
}

function isStreamRead({ policy, call }: Forwarding): boolean {
  return policy.isStream === true && call.request.method === "GET";
}

function forwardingOf(request: Forwarded): Forwarding | undefined {
  return request[FORWARDING];
}
