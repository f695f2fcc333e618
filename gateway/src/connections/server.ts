import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { CATALOG, type ErrorCode } from "@colophon/model/errors";
import type { createGateway } from "../app.ts";
import { boundConnections } from "./bound-connections.ts";
import { ALLOW } from "../requests/framing.ts";
import { processInOrder, isBusy, refuseInOrder } from "./pipeline.ts";

/** The public HTTP server: strict parsing, time limits for slow callers, JSON in every error answer. */
export function createGatewayServer(gateway: ReturnType<typeof createGateway>): Server {
  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false, // Node's own error answer has no body; see below
    headersTimeout: 10_000,
    requestTimeout: 0, // bodies are watched by the slow guard: an upload may take its time
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: 2000,
    noDelay: true,
  });
  server.maxHeadersCount = 0; // all are kept, so that none is silently dropped; they are counted later
  Object.assign(server, { httpAllowHalfOpen: true }); // a caller may close its sending side, and still wait for its answer
  boundConnections(server, { isBusy });

  const handle = (awaitsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false; // Node loses bytes that it read after an upgrade request
    processInOrder(request, response, () => gateway.handle(request, response, awaitsContinue));
  };
  server.on("request", handle(false));
  server.on("checkContinue", handle(true));
  server.on("checkExpectation", (request: IncomingMessage) => refuseRaw(request.socket, 400, "VALIDATION_ERROR"));
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => refuseRaw(socket, 405, "METHOD_NOT_ALLOWED"));
  server.on("clientError", refuseUnparsed);
  return server;
}

/** Answers bytes that Node's parser refused, or a request that timed out. */
function refuseUnparsed(error: Error & { code?: string; bytesParsed?: number }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (error.code === "HPE_INVALID_EOF_STATE") return refuseInOrder(socket, () => socket.destroy()); // the caller disconnected
  if (error.code === "HPE_HEADER_OVERFLOW") return refuseRaw(socket, 431, "HEADERS_TOO_LARGE");
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return refuseRaw(socket, 408, "REQUEST_TIMEOUT");
  refuseRaw(socket, 400, "VALIDATION_ERROR");
}

/** Refuses bytes that are no request, after the pending answers of the connection. */
function refuseRaw(socket: Duplex, status: number, code: ErrorCode): void {
  refuseInOrder(socket, () => socket.end(toRawAnswer(status, code), () => socket.destroy()));
}

function toRawAnswer(status: number, code: ErrorCode): string {
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
    ...(status === 405 ? [`Allow: ${ALLOW}`] : []),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
