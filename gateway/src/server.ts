import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { CATALOG, type ErrorCode } from "@colophon/errors";
import type { createGateway } from "./app.ts";

/** What is known of a connection; one entry for all of its requests, as entries that come and go burden garbage collection. */
interface Turn {
  /** It gets no further answer. */
  isClosing: boolean;
  /** The answer that it waits for just now. */
  current: ServerResponse | null;
}

const turns = new WeakMap<Duplex, Turn>();

function turnOf(socket: Duplex): Turn {
  const known = turns.get(socket);
  if (known) return known;
  const turn = { isClosing: false, current: null };
  turns.set(socket, turn);
  return turn;
}

/** Works on the requests of one connection one after the other: what is pipelined behind a refusal is never looked at. */
function inTurn(socket: Duplex, response: ServerResponse, work: () => void): void {
  const turn = turnOf(socket);
  const begin = (): void => {
    if (turn.isClosing || socket.destroyed) return void response.destroy();
    work();
  };
  const before = turn.current;
  turn.current = response;
  response.once("close", () => {
    if (!response.shouldKeepAlive) turn.isClosing = true;
    if (turn.current === response) turn.current = null;
  });
  if (before) before.once("close", begin);
  else begin();
}

/** The public HTTP server: strict about what it parses, impatient with the slow, JSON in every refusal. */
export function createGatewayServer(gateway: ReturnType<typeof createGateway>): Server {
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false, // Node's own refusal has no body; see below
    headersTimeout: 10_000,
    requestTimeout: 0, // bodies are watched by the slow guard: an upload may take its time
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: 2000,
    noDelay: true,
  });
  server.maxHeadersCount = 0; // all are kept, so that none is silently dropped; they are counted later

  const handle = (awaitsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) =>
    inTurn(request.socket, response, () => gateway.handle(request, response, awaitsContinue));
  server.on("request", handle(false));
  server.on("checkContinue", handle(true));
  server.on("checkExpectation", (request: IncomingMessage) => refuseRaw(request.socket, 400, "VALIDATION_ERROR"));
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => refuseRaw(socket, 405, "METHOD_NOT_ALLOWED"));
  server.on("clientError", refuseUnparsed);
  return server;
}

/** Answers bytes that Node's parser refused, or that never came. */
function refuseUnparsed(error: Error & { code?: string; bytesParsed?: number }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (error.code === "HPE_HEADER_OVERFLOW") return refuseRaw(socket, 431, "HEADERS_TOO_LARGE");
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return void socket.destroy();
  refuseRaw(socket, 400, "VALIDATION_ERROR");
}

function refuseRaw(socket: Duplex, status: number, code: ErrorCode): void {
  turnOf(socket).isClosing = true;
  const body = JSON.stringify({ error: { code, message: CATALOG[code][1] } });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: private, no-cache",
    "X-Content-Type-Options: nosniff",
    "Vary: Origin",
    `X-Request-Id: ${crypto.randomUUID()}`,
    "Connection: close",
    ...(status === 405 ? ["Allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"] : []),
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
