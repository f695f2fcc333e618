import type { IncomingHttpHeaders } from "node:http";
import type { RequestPolicy } from "@colophon/api";
import type { Signer } from "@colophon/runtime";
import { toCookieHeaders } from "../identity/credentials.ts";
import type { RequestPrincipal } from "../identity/identify.ts";
import { type Call, hasBody } from "../requests/call.ts";

const DROPPED = new Set([
  "authorization",
  "connection",
  "cookie",
  "expect",
  "forwarded",
  "http2-settings",
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

/** The gateway's headers about a request for a service, which replace the caller's. */
interface InternalHeaders {
  readonly identity: string;
  readonly requestId: string;
  readonly address: string;
  readonly scheme: string;
  /** The gateway's own trace, if it keeps one; a caller's trace has no effect. */
  readonly traceparent?: string | undefined;
  /** Internal headers with the caller's cookies, only for the auth service. */
  readonly cookies?: Readonly<Record<string, string>> | undefined;
}

/** The data about a forwarded request. */
interface Forwarded {
  readonly principal: RequestPrincipal;
  readonly policy: RequestPolicy;
  /** If the gateway has read it. */
  readonly body: Buffer | null;
  readonly signer: Signer;
}

/** Sets the headers that the service sees, with the signed identity of the caller. */
export function signIdentityHeaders({ request, requestId, client, span }: Call, { principal, policy, body, signer }: Forwarded): void {
  const headers = toForwardedHeaders(request.headers, {
    identity: signer.sign(principal.identity),
    requestId,
    address: client.address,
    scheme: client.scheme,
    traceparent: span?.traceparent,
    cookies: policy.cookies ? toCookieHeaders(request.headers, principal.byCookie) : undefined,
  });
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (body) {
    delete headers["transfer-encoding"];
    headers["content-length"] = String(body.length);
  } else if (!isRead && !hasBody(request)) headers["content-length"] = "0"; // otherwise a POST without a body becomes a chunked one
  request.headers = headers;
}

/**
 * The headers for a service: the caller's, without credentials, hop-by-hop headers and those that only the gateway may set. A name with `_`
 * is dropped, since some programs read it as `-`.
 */
function toForwardedHeaders(headers: IncomingHttpHeaders, internal: InternalHeaders): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) if (!isDropped(name)) forwarded[name] = headers[name];

  forwarded["x-cms-identity"] = internal.identity;
  forwarded["x-request-id"] = internal.requestId;
  forwarded["x-cms-client"] = internal.address;
  forwarded["x-cms-scheme"] = internal.scheme;
  if (internal.traceparent !== undefined) forwarded["traceparent"] = internal.traceparent;
  if (internal.cookies) Object.assign(forwarded, internal.cookies);
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

/** The headers of a service's answer for the caller: without hop-by-hop headers and those named by `Connection`. */
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
