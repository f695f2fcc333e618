import type { IncomingMessage } from "node:http";

/** The rest is read as long as so many bytes arrive in so much time, but no longer than `TOTAL_MS`. */
const PERIOD_MS = 5_000;
const LEAST_BYTES = 64 * 1024;
const TOTAL_MS = 30_000;
/** A chunked body may have no end. */
const CHUNKED_MS = 1_000;

/**
 * Reads the rest of a body that nobody uses, after the answer was sent: a connection that is closed while bytes arrive is reset, and the
 * caller would never see the answer. Calls `done` once: at its end, or when it takes too long.
 */
export function readRest(request: IncomingMessage, done: () => void): void {
  if (request.complete || request.destroyed) return done();
  let bytes = 0;
  const finish = (): void => {
    clearInterval(period);
    clearTimeout(total);
    request.off("data", count).off("end", finish).off("close", finish);
    done();
  };
  const count = (chunk: Buffer): void => void (bytes += chunk.length);
  const period = setInterval(() => {
    if (bytes < LEAST_BYTES) finish();
    bytes = 0;
  }, PERIOD_MS);
  const total = setTimeout(finish, request.headers["transfer-encoding"] === undefined ? TOTAL_MS : CHUNKED_MS);
  request.on("data", count).once("end", finish).once("close", finish);
  request.resume();
}
