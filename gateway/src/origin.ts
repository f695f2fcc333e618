import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@colophon/errors";

const EXPOSED = "ETag, Location, Retry-After, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset";
const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
const ALLOWED_HEADERS = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id";
const HEADER_NAMES = /^[\w-]+(?: *, *[\w-]+){0,49}$/;
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "OPTIONS"]);

export type OriginRules = ReturnType<typeof createOriginRules>;

/**
 * Which other sites may do what: CORS (who may read answers in a browser), and the cross-site rule (who may make a
 * browser act with its cookie). Origins are compared as text, whole and exact.
 *
 * @param origins - the configuration's `cors.origins`.
 * @param publicUrl - the service's own address, when a proxy in front hides it.
 */
export function createOriginRules({ origins, publicUrl }: { origins: readonly string[]; publicUrl?: string | undefined }) {
  const listed = new Set(origins);
  const ownOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin;

  function isOwn(request: IncomingMessage, origin: string, scheme: string): boolean {
    const { host = "" } = request.headers;
    if (origin === ownOrigin || origin === `${scheme}://${host}`) return true;
    // A browser vouches for it, and only the scheme differs: https ends at a proxy that TRUST_PROXY doesn't name.
    return request.headers["sec-fetch-site"] === "same-origin" && origin === `https://${host}`;
  }

  return {
    /** Sets what belongs on every answer, refusals included. */
    decorate(request: IncomingMessage, response: ServerResponse): void {
      response.setHeader("vary", "Origin");
      const { origin } = request.headers;
      if (origin === undefined || !listed.has(origin)) return;
      response.setHeader("access-control-allow-origin", origin);
      response.setHeader("access-control-allow-credentials", "true");
      response.setHeader("access-control-expose-headers", EXPOSED);
    },

    isPreflight(request: IncomingMessage): boolean {
      const { headers, method } = request;
      return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
    },

    /** Answers a browser that asks before it sends. */
    answerPreflight(request: IncomingMessage, response: ServerResponse): void {
      const { origin = "", "access-control-request-headers": asked = "" } = request.headers;
      response.setHeader("vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
      response.setHeader("cache-control", "private, no-cache");
      response.setHeader("x-content-type-options", "nosniff");
      if (listed.has(origin)) {
        response.setHeader("access-control-allow-methods", ALLOWED_METHODS);
        response.setHeader("access-control-allow-headers", HEADER_NAMES.test(asked) ? asked : ALLOWED_HEADERS);
        response.setHeader("access-control-max-age", "600");
      }
      response.writeHead(204).end();
    },

    /**
     * Refuses what another site makes a browser do. A caller that isn't a browser sends neither header and passes.
     *
     * @throws AppError FORBIDDEN.
     */
    checkCrossSite(request: IncomingMessage, scheme: string): void {
      if (SAFE_METHODS.has(request.method)) return;
      const { origin, "sec-fetch-site": site } = request.headers;
      if (origin !== undefined) {
        if (listed.has(origin) || isOwn(request, origin, scheme)) return;
      } else if (site === undefined || site === "same-origin" || site === "none") return;
      throw new AppError("FORBIDDEN", "This request comes from another site");
    },
  };
}
