import type { IncomingHttpHeaders } from "node:http";

const DROPPED = new Set([
  "authorization",
  "connection",
  "cookie",
  "expect",
  "forwarded",
  "keep-alive",
  "te",
  "traceparent",
  "tracestate",
  "trailer",
  "upgrade",
  "x-original-url",
  "x-rewrite-url",
]);
const DROPPED_PREFIXES = ["x-cms-", "x-forwarded-", "x-http-method", "proxy-"];

/** What the gateway says to a service about a request, instead of what the caller said. */
export interface Vouched {
  readonly identity: string;
  readonly requestId: string;
  readonly address: string;
  readonly scheme: string;
  /** The gateway's own trace, where it keeps one; a caller's decides nothing. */
  readonly traceparent?: string | undefined;
}

/**
 * The headers a service sees: the caller's, without credentials, hop-by-hop headers and everything that only the
 * gateway may say. A name with `_` is dropped, since some programs read it as `-`.
 */
export function toForwardedHeaders(headers: IncomingHttpHeaders, vouched: Vouched): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) if (!isDropped(name)) forwarded[name] = headers[name];

  forwarded["x-cms-identity"] = vouched.identity;
  forwarded["x-request-id"] = vouched.requestId;
  forwarded["x-cms-client"] = vouched.address;
  forwarded["x-cms-scheme"] = vouched.scheme;
  if (vouched.traceparent !== undefined) forwarded["traceparent"] = vouched.traceparent;
  return forwarded;
}

function isDropped(name: string): boolean {
  if (DROPPED.has(name) || name.includes("_")) return true;
  const first = name.charCodeAt(0);
  if (first !== LETTER_X && first !== LETTER_P) return false;
  return DROPPED_PREFIXES.some((prefix) => name.startsWith(prefix));
}

const LETTER_X = 0x78;
const LETTER_P = 0x70;

const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** The headers of a service's answer that go on to the caller: those of one hop, and those named by `Connection`, don't. */
export function toAnswerHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const answer: Record<string, string | string[]> = {};
  const named = nominated(headers.connection);
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && !HOP_BY_HOP.includes(name) && !named.includes(name) && !name.startsWith("x-cms-")) answer[name] = value;
  }
  return answer;
}

function nominated(connection: string | undefined): readonly string[] {
  if (connection === undefined || connection === "keep-alive" || connection === "close") return [];
  return connection
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
}
