import { hash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { cacheOf } from "@colophon/api";
import { isNotModified } from "./conditions.ts";
import { pathOf } from "./request-state.ts";

export interface JsonAnswer {
  /** 200 by default. */
  readonly status?: number;
  /** JSON text, sent unchanged. */
  readonly body: string;
  /** Requests a strong ETag: `"<version>.<hash of the body>"`, or `"<hash>"` without a version; or contains one. */
  readonly etag?: { readonly version?: number; readonly tag?: string };
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** Answers with JSON text: caching rules, ETag, 304 and HEAD included. */
export function sendJson(request: IncomingMessage, response: ServerResponse, answer: JsonAnswer): void {
  const { status = 200, body, etag } = answer;
  const headers: OutgoingHttpHeaders = { "cache-control": cacheControlOf(request), "x-content-type-options": "nosniff" };
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers[name] = typeof value === "string" ? value : [...value];

  if (etag) {
    const tag = etag.tag ?? etagOf(body, etag.version);
    headers["etag"] = tag;
    if (status === 200 && isRead(request) && isNotModified(request.headers, { etag: tag })) {
      response.writeHead(304, headers).end();
      return;
    }
  }
  headers["content-type"] = "application/json; charset=utf-8";
  headers["content-length"] = Buffer.byteLength(body);
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

/** A strong validator of one answer. 96 bits of SHA-256 make collisions practically impossible. */
export function etagOf(body: string, version?: number): string {
  const digest = hash("sha256", body, "base64url").slice(0, 16);
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`;
}

function isRead(request: IncomingMessage): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

/** The route's caching policy for all answers at a request's path. */
export function cacheControlOf(request: IncomingMessage): string {
  return cacheOf(pathOf(request)) ?? "private, no-cache";
}
