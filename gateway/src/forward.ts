import type { ClientRequest, IncomingMessage } from "node:http";
import { AppError } from "@colophon/errors";
import { freeBuffersOf, type Log } from "@colophon/runtime";
import { createProxyMiddleware, type Options, type RequestHandler } from "http-proxy-middleware";
import type { Call } from "./call.ts";
import { toAnswerHeaders } from "./headers.ts";
import { refuse } from "./refuse.ts";
import type { Targets } from "./targets.ts";
import type { Route } from "./upstreams.ts";

type ProxyServer = Parameters<NonNullable<Options["plugins"]>[number]>[0];

/** What is known of a request while a service works on it. */
interface Forwarding {
  readonly call: Call;
  readonly route: Route;
  readonly limitBytes: number;
  wasRepeated: boolean;
  isAnswered: boolean;
  /** Of the process that has the request, where it is known. */
  address: string | undefined;
  firstByteLimit: NodeJS.Timeout | undefined;
  /** The request to the service that is under way; null between two tries and after a failure. */
  outgoing: ClientRequest | null;
}

export type Forward = ReturnType<typeof createForward>;

/** The last is Node's when the first address of a name didn't take the connection in a quarter of a second, and no other did. */
const CONNECTION_FAILURES: ReadonlySet<unknown> = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT"]);

/** A property on the request itself: a WeakMap would grow by an entry a request, until the next full garbage collection. */
const FORWARDING = Symbol("forwarding");
type Forwarded = IncomingMessage & { [FORWARDING]?: Forwarding };

/**
 * Streams requests to one service and its answers back; bodies are counted, never read. A failure before the first
 * byte of an answer is 503, one after it cuts the connection, so that half an answer never looks like a whole one.
 *
 * @param url - where the service is, such as `http://content:8080`.
 */
export function createForward({ url, targets, log }: { url: string; targets: Targets; log: Log }) {
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
      if (answer.headers.connection === "close") targets.postpone(answer.socket.remoteAddress ?? "");
      answered(answer, forwardingOf(request));
    });
    server.on("error", (error, request) => failed(error, request && forwardingOf(request)));
    server.on("econnreset", (_error, request) => clearTimeout(forwardingOf(request)?.firstByteLimit));
  }

  function failed(error: Error, forwarding: Forwarding | undefined): void {
    if (!forwarding) return;
    const { call } = forwarding;
    clearTimeout(forwarding.firstByteLimit);
    forwarding.outgoing = null;
    if (call.response.destroyed || call.response.writableEnded) return;
    if (mayRepeat(error, forwarding)) {
      forwarding.wasRepeated = true;
      targets.distrust(forwarding.address);
      return void proxy(call.request, call.response);
    }
    refuse(call, error instanceof AppError ? error : new AppError("SERVICE_UNAVAILABLE", undefined, { cause: error }), log);
  }

  return function forward(call: Call, route: Route, limitBytes: number): void {
    const request: Forwarded = call.request;
    const unsent = { wasRepeated: false, isAnswered: false, address: undefined, firstByteLimit: undefined, outgoing: null };
    request[FORWARDING] = { call, route, limitBytes, ...unsent };
    if (call.awaitsContinue) call.response.writeContinue();
    void proxy(call.request, call.response);
  };
}

function forwardingOf(request: Forwarded): Forwarding | undefined {
  return request[FORWARDING];
}

/** The address in its parts: as text the proxy would parse it anew at each request. */
function targetOf(url: string): { protocol: string; hostname: string; host: string; port: string; pathname: string } {
  const { protocol, hostname, port, pathname } = new URL(url);
  return { protocol, hostname, host: hostname, port, pathname };
}

/** The service's connection is there, and the body is about to flow. */
function began(outgoing: ClientRequest, forwarding: Forwarding, fail: (error: Error) => void): void {
  if (outgoing.socket?.destroyed) return; // its failure has been told, and may have led to another try
  const { call, route, limitBytes } = forwarding;
  forwarding.outgoing = outgoing;
  forwarding.address = outgoing.socket?.remoteAddress;
  // Some ends come without an error, such as a switch of protocols that nobody asked for.
  outgoing.once("close", () => {
    if (forwarding.outgoing === outgoing && !forwarding.isAnswered) fail(new AppError("SERVICE_UNAVAILABLE"));
  });
  const limit = setTimeout(() => {
    const waitsForCaller = !call.request.complete && !outgoing.writableNeedDrain;
    if (waitsForCaller) limit.refresh();
    else outgoing.destroy(new AppError("SERVICE_UNAVAILABLE"));
  }, route.firstByteMs);
  forwarding.firstByteLimit = limit;
  if (!hasBody(call.request)) return;

  call.request.once("end", () => void (forwarding.isAnswered || limit.refresh())); // some services answer before the end
  if (route.isUpload) freeBuffersOf(call.request);
  if (call.request.headers["transfer-encoding"] !== undefined) countBody(call.request, outgoing, limitBytes);
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
  clearTimeout(forwarding.firstByteLimit);
  if (response.headersSent || response.destroyed) return void answer.destroy();

  const headers = toAnswerHeaders(answer.headers);
  const { vary } = headers;
  if (vary !== undefined) headers["vary"] = `Origin, ${String(vary)}`;
  response.writeHead(answer.statusCode ?? 502, headers);
  answer.pipe(response);
}

/** Only what changes nothing and has no body, once, and only when the connection failed rather than the time. */
function mayRepeat(error: Error, { call, wasRepeated }: Forwarding): boolean {
  const isRead = call.request.method === "GET" || call.request.method === "HEAD";
  if (wasRepeated || !isRead || hasBody(call.request) || call.response.headersSent) return false;
  return "code" in error && CONNECTION_FAILURES.has(error.code);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}
