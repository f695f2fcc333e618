import { AppError } from "@colophon/model/errors";
import { clearedCookie, type Credentials } from "./credentials.ts";
import type { Principal, IdentityCache } from "./identity-cache.ts";

/** The principal of a request, and whether a cookie identified it: the cross-site rule applies to cookies. */
export interface RequestPrincipal extends Principal {
  readonly byCookie: boolean;
}

export interface IdentifyOptions {
  readonly cache: IdentityCache;
  /** The role of callers without credentials; null if the configuration has no public role. */
  readonly publicRole: string | null;
}

export type Identify = ReturnType<typeof createIdentify>;

/**
 * Identifies the caller.
 *
 * @throws AppError UNAUTHORIZED (with a cookie-clearing header if a cookie has expired), or SERVICE_UNAVAILABLE if the auth service does
 * not answer.
 */
export function createIdentify({ cache, publicRole }: IdentifyOptions) {
  const anonymous: RequestPrincipal = {
    identity: { kind: "anonymous", credentialId: null, userId: null, role: publicRole ?? "", expiresAt: null },
    rateLimitPerMinute: null,
    byCookie: false,
  };

  /**
   * @param isOpen - a route that needs no credentials: an expired cookie is ignored there, a bad Bearer token is not.
   * @param secure - whether the session cookie is a Secure one.
   */
  return async function identify(
    credentials: Credentials,
    epoch: string | null,
    { isOpen, secure }: { isOpen: boolean; secure: boolean },
  ): Promise<RequestPrincipal> {
    if (credentials.kind === "refused") throw new AppError("UNAUTHORIZED", credentials.reason);
    if (credentials.kind === "none") {
      if (publicRole === null && !isOpen) throw new AppError("UNAUTHORIZED");
      return anonymous;
    }

    const key = keyOf(credentials);
    const principal = key === null ? null : await cache.find(key, epoch);
    if (principal) return { ...principal, byCookie: credentials.kind === "session" };
    if (credentials.kind === "key") throw new AppError("UNAUTHORIZED", "The API key is not valid");
    if (isOpen) return anonymous;
    throw new AppError("UNAUTHORIZED", "The session has ended", { headers: { "set-cookie": clearedCookie(secure) } });
  };
}

/** The look-up key of a credential; null for none, and for an impossible one. */
export function keyOf(credentials: Credentials): string | null {
  return credentials.kind === "session" || credentials.kind === "key" ? `${credentials.kind}:${credentials.hash}` : null;
}
