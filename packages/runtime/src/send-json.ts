import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@colophon/errors";

export interface JsonAnswer {
  /** 200 when left out. */
  readonly status?: number;
  /** JSON text, passed on as it is. */
  readonly body: string;
  /** Asks for a strong ETag: `"<version>.<hash of the body>"`, or `"<hash>"` without a version; or brings its own. */
  readonly etag?: { readonly version?: number; readonly tag?: string };
  /** `no-store` for answers about sign-in, keys and users; `private, no-cache` when left out. */
  readonly cache?: "no-store";
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers with JSON text: caching rules, ETag, 304 and HEAD included. */
export function sendJson(request: IncomingMessage, response: ServerResponse, answer: JsonAnswer): void {
  const { status = 200, body, etag, cache = "private, no-cache" } = answer;
  const headers: Record<string, string | number> = { "cache-control": cache, "x-content-type-options": "nosniff", ...answer.headers };

  if (etag) {
    const tag = etag.tag ?? etagOf(body, etag.version);
    headers["etag"] = tag;
    if (status === 200 && isRead(request) && matchesTag(request.headers["if-none-match"], tag)) {
      response.writeHead(304, headers).end();
      return;
    }
  }
  headers["content-type"] = "application/json; charset=utf-8";
  headers["content-length"] = Buffer.byteLength(body);
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

/** A strong validator of one answer. 96 bits of SHA-256 are far more than chance can hit. */
export function etagOf(body: string, version?: number): string {
  const digest = hash("sha256", body, "base64url").slice(0, 16);
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`;
}

/**
 * The version that `If-Match` insists on, or null when the caller does not insist (no header, or `*`).
 * A tag that none of our answers carried gives -1, which no record has.
 */
export function expectedVersionOf(request: IncomingMessage): number | null {
  const header = request.headers["if-match"];
  if (header === undefined || header.trim() === "*") return null;

  const versions = new Set(header.split(",").map((tag) => Number(/^"(\d{1,9})\.[\w-]+"$/.exec(tag.trim())?.[1] ?? -1)));
  if (versions.size > 1) throw new AppError("VALIDATION_ERROR", "Send one ETag in If-Match");
  return versions.values().next().value ?? -1;
}

function isRead(request: IncomingMessage): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

/** RFC 9110 §13.1.2: a list of tags or `*`, compared weakly. */
function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
}
