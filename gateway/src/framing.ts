import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/errors";
import { isCanonicalPath } from "./path.ts";

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);
const MAX_HEADERS = 100;

/**
 * Refuses requests that two programs could read in two ways, before anything else looks at them. The rest of the
 * smuggling corpus never comes this far: Node's strict parser refuses it.
 *
 * @param path - the request's target up to its question mark.
 * @throws AppError 400, 405 or 431.
 */
export function checkFraming(request: IncomingMessage, path: string): void {
  if (!KNOWN_METHODS.has(request.method ?? "")) {
    throw new AppError("METHOD_NOT_ALLOWED", undefined, { headers: { allow: METHODS.join(", "), connection: "close" } });
  }
  if (request.rawHeaders.length / 2 > MAX_HEADERS) throw new AppError("HEADERS_TOO_LARGE", undefined, CLOSE);
  if (request.headers.upgrade !== undefined) throw malformed("This service has no protocol to upgrade to");
  if (request.headers.trailer !== undefined) throw malformed("Trailers are not taken");
  if (hasRepeated(request.rawHeaders, "host") || !isHost(request)) throw malformed("A request has one Host, and it is a host");
  if (!isTargetInUrl(request.url ?? "")) throw malformed("The request's target must be a path");
  if (!isCanonicalPath(path)) throw new AppError("VALIDATION_ERROR", "The path is not in its canonical form");
}

/** Whether a header was sent more than once; `request.headers` keeps only the first of some. */
export function hasRepeated(rawHeaders: readonly string[], name: string): boolean {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const candidate = rawHeaders[i]!;
    if (candidate.length === name.length && candidate.toLowerCase() === name) seen++;
  }
  return seen > 1;
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
