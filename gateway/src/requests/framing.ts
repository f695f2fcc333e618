import type { IncomingMessage } from "node:http";
import { METHODS } from "@colophon/api";
import { AppError } from "@colophon/model/errors";
import { isCanonicalPath } from "./path.ts";

const KNOWN_METHODS: ReadonlySet<string> = new Set([...METHODS, "HEAD", "OPTIONS"]);
/** `Allow` of the whole API: every method of any path. */
export const ALLOW = [...KNOWN_METHODS].toSorted().join(", ");
const MAX_HEADERS = 100;

/**
 * Refuses requests that two programs could parse differently, before anything else reads them. Node's strict parser refuses the other known
 * smuggling requests.
 *
 * @param path - the request's target up to its question mark.
 * @throws AppError 400, 405, 431 or 501.
 */
export function checkFraming(request: IncomingMessage, path: string): void {
  if (!KNOWN_METHODS.has(request.method ?? "")) {
    throw new AppError("METHOD_NOT_ALLOWED", undefined, { headers: { allow: ALLOW, connection: "close" } });
  }
  if (request.rawHeaders.length / 2 > MAX_HEADERS) throw new AppError("HEADERS_TOO_LARGE", undefined, CLOSE);
  if (request.httpVersion !== "1.1" && request.httpVersion !== "1.0") throw malformed("Send HTTP/1.1");
  checkCoding(request.headers["transfer-encoding"]);
  if (hasRepeated(request.rawHeaders, "host") || !isHost(request)) throw malformed("A request has one Host, and it is a host");
  if (request.method === "OPTIONS" && path === "*") return;
  if (!isTargetInUrl(request.url ?? "")) throw malformed("The request's target must be a path");
  if (!isCanonicalPath(path)) throw new AppError("VALIDATION_ERROR", "The path is not in its canonical form");
}

/** Refuses a body by its announced length, before a byte of it is read. @throws AppError PAYLOAD_TOO_LARGE */
export function checkLength({ headers }: IncomingMessage, limitBytes: number): void {
  const length = headers["content-length"];
  if (length !== undefined && Number(length) > limitBytes) throw new AppError("PAYLOAD_TOO_LARGE");
}

/** Whether a header was sent more than once; `request.headers` keeps only the first of some. */
export function hasRepeated(rawHeaders: readonly string[], name: string): boolean {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const header = rawHeaders[i]!;
    if (header.length === name.length && header.toLowerCase() === name) seen++;
  }
  return seen > 1;
}

/** Node's parser ensures that the last coding is `chunked`; other codings are not decoded here. */
function checkCoding(coding: string | undefined): void {
  if (coding === undefined || coding.toLowerCase() === "chunked") return;
  const below = coding.toLowerCase().split(",").slice(0, -1);
  if (below.some((name) => name.trim() === "chunked")) throw malformed("A body is chunked once");
  throw new AppError("NOT_IMPLEMENTED", undefined, CLOSE);
}

function isHost({ headers: { host }, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === "1.0";
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host);
}

function isTargetInUrl(url: string): boolean {
  return url.startsWith("/") && !url.includes("#");
}

const CLOSE = { headers: { connection: "close" } };

function malformed(message: string): AppError {
  return new AppError("VALIDATION_ERROR", message, CLOSE);
}
