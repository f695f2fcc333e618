import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How much a connection must move, in either direction, in each window. */
const MIN_BYTES = 8 * 1024;
const WINDOW_MS = 30_000;

interface Watched {
  readonly request: IncomingMessage;
  since: number;
  bytes: number;
}

/**
 * Ends connections that hold a request open by sending their body, or reading their answer, a few bytes at a time.
 * One that waits for a service is not slow.
 *
 * @param isUpload - whether a request's body may take longer than one window, as long as it moves.
 */
export function guardAgainstSlowness(
  server: Server,
  { isUpload, windowMs = WINDOW_MS }: { isUpload: (request: IncomingMessage) => boolean; windowMs?: number },
): { stop(): void } {
  const watched = new Map<Socket, Watched>();

  function watch(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    watched.set(socket, { request, since: performance.now(), bytes: movedBytes(socket) });
    response.once("close", () => watched.delete(socket));
  }

  function isSlow(socket: Socket, { request, bytes }: Watched): boolean {
    if (request.complete && socket.writableLength === 0) return false;
    if (!request.complete && !isUpload(request)) return true;
    return movedBytes(socket) - bytes < MIN_BYTES;
  }

  function look(): void {
    const now = performance.now();
    for (const [socket, mark] of watched) {
      if (now - mark.since < windowMs) continue;
      if (isSlow(socket, mark)) socket.destroy();
      mark.since = now;
      mark.bytes = movedBytes(socket);
    }
  }

  server.on("request", watch);
  server.on("checkContinue", watch);
  const timer = setInterval(look, windowMs / 15).unref();
  return { stop: () => clearInterval(timer) };
}

/** What went over the wire in either direction; what waits to be written has not. */
function movedBytes(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}
