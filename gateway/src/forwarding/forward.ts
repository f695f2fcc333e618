import type { ClientRequest, IncomingMessage } from "node:http";
import type { RequestPolicy, Service } from "@colophon/api";
import { AppError } from "@colophon/errors";
import { freeBuffersOf, type Log } from "@colophon/runtime";
import { createProxyMiddleware, type Options, type RequestHandler } from "http-proxy-middleware";
import { letContinue, type Call } from "../requests/call.ts";
import { toAnswerHeaders } from "./headers.ts";
import type { Places } from "../limits/places.ts";
import { hasBody } from "../requests/read-body.ts";
import { endAfterBody, refuse } from "../answers/refuse.ts";
import type { Targets } from "./targets.ts";

type ProxyServer = Parameters<NonNullable<Options["plugins"]>[number]>[0];

/** What there is to forward beside the call itself. */
export interface Shipment {
  readonly policy: RequestPolicy;
  readonly service: Service;
  /** Whose place at the services it takes. */
  readonly limitKey: string;
  /** The body where it was read already; null where there is none, or where it is streamed. */
  readonly body: Buffer | null;
  /** The most that a streamed body may weigh. */
  readonly limitBytes: number;
}

/** What is known of a request while a service works on it. */
interface Forwarding extends Shipment {
  readonly call: Call;
  readonly timeLimit: NodeJS.Timeout;
  wasRepeated: boolean;
  isAnswered: boolean;
  /** Of the process that has the request, where it is known. */
  address: string | undefined;
  /** The request to the service that is under way; null before the first try, between two of them and after a failure. */
  outgoing: ClientRequest | null;
}

export type Forward = ReturnType<typeof createForward>;

/** The last is Node's when the first address of a name didn't take the connection in a quarter of a second, and no other did. */
const CONNECTION_FAILURES: ReadonlySet<unknown> = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"]);

/** A property on the request itself: a WeakMap would grow by an entry a request, until the next full garbage collection. */
const FORWARDING = Symbol("forwarding");
type Forwarded = IncomingMessage & { [FORWARDING]?: Forwarding };

/**
 * Passes requests on to one service and streams its answers back; of bodies only uploads are streamed, and counted.
 * The time that a service has begins before the request waits for its place. A failure before the first byte of an
 * answer is 503, one after it cuts the connection, so that half an answer never looks like a whole one.
 *
 * @param url - where the service is, such as `http://content:8080`.
 */
export function createForward({ url, targets, places, log }: { url: string; targets: Targets; places: Places; log: Log }) {
  const proxy: RequestHandler = createProxyMiddleware({
    target: targetOf(url),
    agent: targets.agent,
    selfHandleResponse: true,
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
      answered(answer, forwardingOf(request));
    });
    server.on("error", (error, request) => failed(error, request && forwardingOf(request)));
    server.on("econnreset", (_error, request) => clearTimeout(forwardingOf(request)?.timeLimit));
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
    refuse(call, error instanceof AppError ? error : new AppError("SERVICE_UNAVAILABLE", undefined, { cause: error }), log);
  }

  /** @throws AppError TOO_MANY_REQUESTS where too many of the caller's requests wait. */
  return function forward(call: Call, shipment: Shipment): void {
    const { policy, service, limitKey } = shipment;
    const request: Forwarded = call.request;
    const give = (error: AppError): void => {
      if (forwarding.outgoing) forwarding.outgoing.destroy(error);
      else failed(error, forwarding);
    };
    const timeLimit = setTimeout(() => {
      if (waitsForCaller(forwarding)) timeLimit.refresh();
      else give(new AppError("SERVICE_UNAVAILABLE"));
    }, policy.gatewayBudgetMs);
    const forwarding: Forwarding = {
      ...shipment,
      call,
      timeLimit,
      wasRepeated: false,
      isAnswered: false,
      address: undefined,
      outgoing: null,
    };
    request[FORWARDING] = forwarding;
    call.fail = give;
    const send = (): void => {
      if (!call.response.destroyed) void proxy(call.request, call.response);
    };
    const leave = places({ limitKey, service }, send);
    call.response.once("close", () => {
      clearTimeout(timeLimit);
      leave();
    });
  };
}

function forwardingOf(request: Forwarded): Forwarding | undefined {
  return request[FORWARDING];
}

/** The address in its parts: as text, the proxy would parse it again at each request. */
function targetOf(url: string): { protocol: string; hostname: string; host: string; port: string; pathname: string } {
  const { protocol, hostname, port, pathname } = new URL(url);
  return { protocol, hostname, host: hostname, port, pathname };
}

/** The service's connection is there, and the body is about to flow. */
function began(outgoing: ClientRequest, forwarding: Forwarding, fail: (error: Error) => void): void {
  const { call, policy, body } = forwarding;
  if (call.response.writableEnded) return void outgoing.destroy(); // refused meanwhile
  if (outgoing.socket?.destroyed) return; // its failure has been told, and may have led to another try
  forwarding.outgoing = outgoing;
  forwarding.address = outgoing.socket?.remoteAddress;
  // Some ends come without an error, such as a switch of protocols that nobody asked for.
  outgoing.once("close", () => {
    if (forwarding.outgoing === outgoing && !forwarding.isAnswered) fail(new AppError("SERVICE_UNAVAILABLE"));
  });
  if (body) return void outgoing.end(body);
  if (policy.body === "upload" && hasBody(call.request)) streamed(outgoing, forwarding);
}

function streamed(outgoing: ClientRequest, forwarding: Forwarding): void {
  const { call, limitBytes, timeLimit } = forwarding;
  const { request } = call;
  letContinue(call);
  request.once("end", () => void (forwarding.isAnswered || timeLimit.refresh())); // some services answer before the end
  freeBuffersOf(request);
  if (request.headers["transfer-encoding"] !== undefined) countBody(request, outgoing, limitBytes);
}

function waitsForCaller({ call, outgoing }: Forwarding): boolean {
  return outgoing !== null && !call.request.complete && !outgoing.writableNeedDrain;
}

/** A body of unknown length is cut off where it passes the limit; one of known length was refused before. */
function countBody(request: IncomingMessage, outgoing: ClientRequest, limitBytes: number): void {
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) outgoing.destroy(new AppError("PAYLOAD_TOO_LARGE"));
  });
}

function answered(answer: IncomingMessage, forwarding: Forwarding | undefined): void {
  if (!forwarding) return void answer.destroy();
  const { response } = forwarding.call;
  forwarding.isAnswered = true;
  clearTimeout(forwarding.timeLimit);
  if (response.headersSent || response.destroyed) return void answer.destroy();

  const headers = toAnswerHeaders(answer.headers);
  const { vary } = headers;
  if (vary !== undefined) headers["vary"] = `Origin, ${String(vary)}`;
  endAfterBody(forwarding.call);
  response.writeHead(answer.statusCode ?? 502, headers);
  answer.pipe(response);
}

/** Only what changes nothing and has no body, once, and only when the connection failed rather than the time. */
function mayRepeat(error: Error, { call, wasRepeated }: Forwarding): boolean {
  const isRead = call.request.method === "GET" || call.request.method === "HEAD";
  if (wasRepeated || !isRead || hasBody(call.request) || call.response.headersSent) return false;
  return "code" in error && CONNECTION_FAILURES.has(error.code);
}
