import type { ServerResponse } from "node:http";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

const OWN_HEADERS = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "proxy-authenticate",
  "content-length",
  "x-request-id",
  "x-powered-by",
  "x-content-type-options",
]);

export interface ResponseLimits {
  readonly maxBytes: number;
  /** The longest pause between two chunks of a body, and the longest time for a body in all. */
  readonly idleMs: number;
  readonly totalMs: number;
}

/** Whether a handler's return value is a Web Response, from any realm. */
export function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === "[object Response]";
}

/**
 * Sends a handler's Web Response to the caller, streaming. A body that is too long, stalls or fails after the first byte cuts the
 * connection: a partial answer must not look complete. @throws TypeError for a Response that can't be sent (`Response.error()`, a body
 * already read), before anything is sent.
 */
export async function sendResponse(response: Response, res: ServerResponse, options: ResponseLimits & { head: boolean }): Promise<void> {
  if (response.status < 200 || response.status > 599) throw new TypeError(`a handler's Response has status ${response.status}`);
  if (response.bodyUsed || response.body?.locked) throw new TypeError("a handler's Response was already read");
  res.statusCode = response.status;
  copyHeaders(response.headers, res);
  if (options.head || !response.body) {
    await response.body?.cancel();
    res.end();
    return;
  }
  await stream(response.body as ReadableStream<Uint8Array>, res, options);
}

function copyHeaders(headers: Headers, res: ServerResponse): void {
  for (const [name, value] of headers) {
    if (!OWN_HEADERS.has(name) && name !== "set-cookie") res.setHeader(name, value);
  }
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) res.setHeader("set-cookie", cookies);
  if (!headers.has("cache-control")) res.setHeader("cache-control", "private, no-cache");
  res.setHeader("x-content-type-options", "nosniff");
}

async function stream(body: ReadableStream<Uint8Array>, res: ServerResponse, limits: ResponseLimits): Promise<void> {
  const over = new AbortController();
  const total = setTimeout(() => over.abort(), limits.totalMs);
  const idle = setTimeout(() => over.abort(), limits.idleMs);
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      idle.refresh();
      done(bytes > limits.maxBytes ? new Error(`a handler's Response is over ${limits.maxBytes} bytes`) : null, chunk);
    },
  });
  try {
    await pipeline(Readable.fromWeb(body), meter, res, { signal: over.signal });
  } finally {
    clearTimeout(total);
    clearTimeout(idle);
  }
}
