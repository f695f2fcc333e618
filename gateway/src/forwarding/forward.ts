import type { ClientRequest, IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { RequestPolicy, Service } from "@colophon/api";
import { AppError, unavailable } from "@colophon/model/errors";
import { freeBuffersOf, PUBLIC_ANSWER_HEADER, STARTING_HEADER, type Log } from "@colophon/runtime";
import { createProxyMiddleware, type Options, type RequestHandler } from "http-proxy-middleware";
import { keeperOf } from "../answer-cache/cacheable-read.ts";
import type { AnswerCache } from "../answer-cache/answer-cache.ts";
import { letContinue, type Call } from "../requests/call.ts";
import { toAnswerHeaders } from "./headers.ts";
import { forgetLimit } from "../limits/admission.ts";
import { laneOf, type Places } from "../limits/places.ts";
import { hasBody } from "../requests/read-body.ts";
import type { TimeLimits } from "../time-limits.ts";
import { endAfterBody, refuse } from "../answers/refuse.ts";
import { passOn } from "./pass-on.ts";
import type { ReadServiceTime } from "./service-clock.ts";
import type { Targets } from "./targets.ts";
import { upstreamOf } from "../connections/upstream.ts";

type ProxyServer = Parameters<NonNullable<Options["plugins"]>[number]>[0];

/** The data to forward in addition to the call itself. */
export interface ForwardOptions {
  readonly policy: RequestPolicy;
  readonly service: Service;
  /** The caller whose share of places at the services it uses. */
  readonly limitKey: string;
  /** The body if it is already read; null if there is none, or if it is streamed. */
  readonly body: Buffer | null;
  /** The maximum size of a streamed body. */
  readonly limitBytes: number;
}

/** The state of a request while a service processes it. */
interface Forwarding extends Omit<ForwardOptions, "body"> {
  readonly call: Call;
  /** Null as soon as the service has answered, too. */
  body: Buffer | null;
  readonly timeLimit: NodeJS.Timeout;
  wasRepeated: boolean;
  isAnswered: boolean;
  /** Of the process that has the request, if known. */
  address: string | undefined;
  /** Frees the place at the service; does nothing after the first call. */
  leave: () => void;
  /** The current request to the service; null before the first attempt, between two attempts and after a failure. */
  outgoing: ClientRequest | null;
}

export type Forward = ReturnType<typeof createForward>;

/** The last one is Node's code if the first address of a name did not connect in a quarter of a second, and no other did. */
const CONNECTION_FAILURES: ReadonlySet<unknown> = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"]);

/** Instead of the request, which the proxy would read as the body: bodies are sent when a connection is established. */
const NO_BODY = Object.assign(Readable.from([]), { pipe: <To>(to: To): To => to });

/** A property of the request itself: a WeakMap would grow by an entry per request, until the next full garbage collection. */
const FORWARDING = Symbol("forwarding");
type Forwarded = IncomingMessage & { [FORWARDING]?: Forwarding };

interface ForwardSettings {
  readonly url: string;
  readonly targets: Targets;
  readonly places: Places;
  readonly readTime: ReadServiceTime;
  readonly log: Log;
  /** How long the service may take until the first byte of its answer. */
  readonly answerMs: TimeLimits["answerMs"];
  /** Null if answers are not kept. */
  readonly answers: AnswerCache | null;
}

/**
 * Forwards requests to one service and streams its answers back; only the bodies of uploads are streamed, and counted. The service's time
 * limit starts before the request waits for its place. A failure before the first byte of an answer is 503; a later one cuts the
 * connection, so that a partial answer never looks complete.
 *
 * @param url - the service's URL, as `upstreamOf` reads it.
 */
export function createForward({ url, targets, places, readTime, log, answerMs, answers }: ForwardSettings) {
  const proxy: RequestHandler = createProxyMiddleware({
    target: upstreamOf(url), // the proxy would parse a text again at each request
    agent: targets.agent,
    selfHandleResponse: true,
    buffer: NO_BODY,
    ejectPlugins: true,
    plugins: [wire],
  });

  function wire(server: ProxyServer): void {
    server.on("proxyReq", (outgoing, request) => {
      const forwarding = forwardingOf(request);
      if (forwarding) began(outgoing, forwarding, (error) => failed(error, forwarding));
    });
    server.on("proxyRes", (answer, request) => {
      if (answer.headers.connection === "close") targets.deprioritize(answer.socket.remoteAddress ?? "");
      const forwarding = forwardingOf(request);
      if (forwarding) readTime(forwarding.service, answer.headers.date);
      if (forwarding && mayGoElsewhere(answer, forwarding)) sendAgain(answer, forwarding);
      else answered(answer, forwarding, answers);
    });
    server.on("error", (error, request) => failed(error, request && forwardingOf(request)));
    server.on("econnreset", (_error, request) => clearTimeout(forwardingOf(request)?.timeLimit));
  }

  function sendAgain(answer: IncomingMessage, forwarding: Forwarding): void {
    answer.resume();
    forwarding.outgoing = null;
    forwarding.wasRepeated = true;
    void proxy(forwarding.call.request, forwarding.call.response);
  }

  function failed(error: Error, forwarding: Forwarding | undefined): void {
    if (!forwarding) return;
    const { call } = forwarding;
    forwarding.outgoing = null;
    if (call.response.destroyed || call.response.writableEnded) return;
    if (mayRepeat(error, forwarding)) {
      forwarding.wasRepeated = true;
      targets.markFailed(forwarding.address);
      return void proxy(call.request, call.response);
    }
    clearTimeout(forwarding.timeLimit);
    refuse(call, unavailable(error), log);
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
    const send = (): void => {
      if (!call.response.destroyed) void proxy(call.request, call.response);
    };
    const leave = policy.isStream ? enterFreely(send) : places({ limitKey, service, lane: laneOf(policy) }, send);
    let isHeld = true;
    const leaveOnce = (): void => {
      // see CONTRIBUTING.md: not assigned directly
      if (isHeld) leave();
      isHeld = false;
    };
    forwarding.leave = leaveOnce;
    call.response.once("close", () => {
      clearTimeout(timeLimit);
      forwarding.leave();
      if (policy.isStream) forwarding.outgoing?.destroy(); // the service would never end it
    });
  };
}

/** A stream lasts for hours, and takes no place. Its number is limited otherwise. */
function enterFreely(send: () => void): () => void {
  send();
  return () => undefined;
}

function forwardingOf(request: Forwarded): Forwarding | undefined {
  return request[FORWARDING];
}

/** The connection to the service is established, and the body is about to be sent. */
function began(outgoing: ClientRequest, forwarding: Forwarding, fail: (error: Error) => void): void {
  const { call, policy, body } = forwarding;
  if (call.response.writableEnded) return void outgoing.destroy(); // refused meanwhile
  if (outgoing.socket?.destroyed) return; // its failure has been reported, and may have led to another attempt
  forwarding.outgoing = outgoing;
  forwarding.address = outgoing.socket?.remoteAddress;
  // Some connections end without an error, such as after an unrequested protocol switch.
  outgoing.once("close", () => {
    if (forwarding.outgoing === outgoing && !forwarding.isAnswered)
      fail(unavailable(new Error("the connection was closed before the answer")));
  });
  if (policy.body === "upload" && hasBody(call.request)) stream(outgoing, forwarding);
  else outgoing.end(body ?? undefined);
}

function stream(outgoing: ClientRequest, forwarding: Forwarding): void {
  const { call, limitBytes, timeLimit } = forwarding;
  const { request } = call;
  letContinue(call);
  request.once("end", () => void (forwarding.isAnswered || timeLimit.refresh())); // some services answer before the end
  freeBuffersOf(request);
  if (request.headers["transfer-encoding"] !== undefined) countBody(request, outgoing, limitBytes);
  request.pipe(outgoing);
}

function waitsForCaller({ call, outgoing }: Forwarding): boolean {
  return outgoing !== null && !call.request.complete && !outgoing.writableNeedDrain;
}

/** A body of unknown length is aborted at the limit; one of known length was refused before. */
function countBody(request: IncomingMessage, outgoing: ClientRequest, limitBytes: number): void {
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) outgoing.destroy(new AppError("PAYLOAD_TOO_LARGE"));
  });
}

function answered(answer: IncomingMessage, forwarding: Forwarding | undefined, answers: AnswerCache | null): void {
  if (!forwarding) return void answer.destroy();
  const { response } = forwarding.call;
  forwarding.isAnswered = true;
  forwarding.body = null;
  forwarding.call.freeBody();
  clearTimeout(forwarding.timeLimit);
  if (response.headersSent || response.destroyed) return void answer.destroy();

  const headers = toAnswerHeaders(answer.headers);
  if (headers["vary"] !== undefined) headers["vary"] = `Origin, ${String(headers["vary"])}`;
  const isPublic = answer.headers[PUBLIC_ANSWER_HEADER] !== undefined;
  if (isPublic) forgetLimit(response);
  endAfterBody(forwarding.call);
  const status = answer.statusCode ?? 502;
  response.writeHead(status, headers);
  passOn(answer, forwarding, keeperOf(answers, forwarding.call, answer.headers, { status, headers, isPublic }));
}

/** Once, any request whose body the gateway still has: a process that is starting has not looked at it. */
function mayGoElsewhere({ headers }: IncomingMessage, { call, policy, wasRepeated }: Forwarding): boolean {
  if (headers[STARTING_HEADER] === undefined || wasRepeated || call.response.destroyed) return false;
  return policy.body !== "upload" || !hasBody(call.request);
}

/** Only safe methods without a body, once, and only if the connection failed, not after a timeout. */
function mayRepeat(error: Error, { call, wasRepeated }: Forwarding): boolean {
  const isRead = call.request.method === "GET" || call.request.method === "HEAD";
  if (wasRepeated || !isRead || hasBody(call.request) || call.response.headersSent) return false;
  return "code" in error && CONNECTION_FAILURES.has(error.code);
}
