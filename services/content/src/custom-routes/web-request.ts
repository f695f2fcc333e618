import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/model/errors";

const REMOVED_HEADERS = /^(?:cookie|authorization|proxy-|x-cms-|connection$|keep-alive$|transfer-encoding$|upgrade$|te$|trailer$|expect$)/;

export interface WebRequestOptions {
  /** Scheme, host and port as callers use them. */
  readonly origin: string;
  readonly signal: AbortSignal;
  readonly maxBodyBytes: number;
}

/**
 * The request of a custom route's handler: the caller's request without credentials and internal headers.
 *
 * @throws PAYLOAD_TOO_LARGE if the body is longer than `maxBodyBytes`.
 */
export async function toWebRequest(message: IncomingMessage, options: WebRequestOptions): Promise<Request> {
  const method = message.method ?? "GET";
  const body = method === "GET" || method === "HEAD" ? null : await bodyOf(message, options.maxBodyBytes);
  const url = new URL(message.url ?? "/", options.origin);
  return new Request(url, {
    method,
    headers: headersOf(message),
    signal: options.signal,
    body: body?.length ? new Uint8Array(body) : null,
  });
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    if (REMOVED_HEADERS.test(name)) continue;
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}

async function bodyOf(message: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(message.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The rest of the body is not read, so the connection can't be used again. */
function tooLarge(): AppError {
  return new AppError("PAYLOAD_TOO_LARGE", undefined, { headers: { connection: "close" } });
}
