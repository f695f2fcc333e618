import type { IncomingMessage, ServerResponse } from "node:http";
import { METHODS } from "@colophon/api";
import { AppError } from "@colophon/model/errors";

const EXPOSED = "ETag, Location, Retry-After, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset";
const ALLOWED_METHODS = METHODS.flatMap((method) => (method === "GET" ? [method, "HEAD"] : [method])).join(", ");
const ALLOWED_HEADERS = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id";
const HEADER_NAMES = /^[\w-]+(?: *, *[\w-]+){0,49}$/;
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(["GET", "HEAD", "OPTIONS"]);

export type CorsRules = ReturnType<typeof createCorsRules>;

/**
 * The rules for other sites: CORS (which sites may read answers in a browser), and the cross-site rule (which sites may make a browser send
 * requests with its cookie). Origins are compared exactly, except for a wildcard's one label.
 *
 * @param origins - the configuration's `cors.origins`.
 * @param publicUrl - the service's own URL, if a proxy in front hides it.
 */
export function createCorsRules({ origins, publicUrl }: { origins: readonly string[]; publicUrl?: string | undefined }) {
  const isListed = createOriginMatcher(origins);
  const ownOrigin = publicUrl === undefined ? null : new URL(publicUrl).origin;

  function isOwn(request: IncomingMessage, origin: string, scheme: string): boolean {
    const { host = "" } = request.headers;
    if (origin === ownOrigin || origin === `${scheme}://${host}`) return true;
    // Browsers send it for same-origin requests too, and only the scheme differs if TLS ends at a proxy that TRUST_PROXY doesn't name.
    return request.headers["sec-fetch-site"] === "same-origin" && origin === `https://${host}`;
  }

  return {
    /** Sets the headers of every answer, including errors. */
    decorate(request: IncomingMessage, response: ServerResponse): void {
      response.setHeader("vary", "Origin");
      const { origin } = request.headers;
      if (origin === undefined || !isListed(origin)) return;
      response.setHeader("access-control-allow-origin", origin);
      response.setHeader("access-control-allow-credentials", "true");
      response.setHeader("access-control-expose-headers", EXPOSED);
    },

    isPreflight(request: IncomingMessage): boolean {
      const { headers, method } = request;
      return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
    },

    /** Answers a preflight request. */
    answerPreflight(request: IncomingMessage, response: ServerResponse): void {
      const { origin = "", "access-control-request-headers": asked = "" } = request.headers;
      response.setHeader("vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
      response.setHeader("cache-control", "private, no-cache");
      response.setHeader("x-content-type-options", "nosniff");
      if (isListed(origin)) {
        response.setHeader("access-control-allow-methods", ALLOWED_METHODS);
        response.setHeader("access-control-allow-headers", HEADER_NAMES.test(asked) ? asked : ALLOWED_HEADERS);
        response.setHeader("access-control-max-age", "600");
      }
      response.writeHead(204).end();
    },

    /**
     * Refuses requests that another site makes a browser send. A caller that isn't a browser sends neither header and passes.
     *
     * @throws AppError FORBIDDEN.
     */
    checkCrossSite(request: IncomingMessage, scheme: string): void {
      if (SAFE_METHODS.has(request.method)) return;
      const { origin, "sec-fetch-site": site } = request.headers;
      if (origin !== undefined) {
        if (isListed(origin) || isOwn(request, origin, scheme)) return;
      } else if (site === undefined || site === "same-origin" || site === "none") return;
      throw new AppError("FORBIDDEN", "This request comes from another site");
    },
  };
}

/** Whether an origin is listed, or is one label below one that is listed as `https://*.example.com`. */
function createOriginMatcher(origins: readonly string[]): (origin: string) => boolean {
  const exact = new Set(origins);
  const parents = new Set(origins.filter((origin) => origin.includes("://*.")).map((origin) => origin.replace("://*.", "://")));
  return (origin) => {
    if (exact.has(origin)) return !origin.includes("*");
    if (parents.size === 0) return false;
    const [, scheme = "", below = ""] = /^(https?:\/\/)[a-z0-9_-]+\.([^/]+)$/.exec(origin) ?? [];
    return parents.has(scheme + below);
  };
}
