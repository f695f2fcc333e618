import { AppError } from "@colophon/errors";
import { clearedCookie, type Credentials } from "./credentials.ts";
import type { Holder, IdentityCache } from "./identity-cache.ts";

/** Who asks, and whether a cookie said so: the cross-site rule is for cookies. */
export interface Caller extends Holder {
  readonly byCookie: boolean;
}

export interface IdentifyOptions {
  readonly cache: IdentityCache;
  /** The role of callers without credentials; null when the configuration has no public role. */
  readonly publicRole: string | null;
}

export type Identify = ReturnType<typeof createIdentify>;

/**
 * Finds out who asks.
 *
 * @throws AppError UNAUTHORIZED (with a cookie-clearing header when a cookie was dead), or SERVICE_UNAVAILABLE when
 *   the auth service can't be asked.
 */
export function createIdentify({ cache, publicRole }: IdentifyOptions) {
  const anonymous: Caller = {
    identity: { kind: "anonymous", credentialId: null, userId: null, role: publicRole ?? "", expiresAt: null },
    rateLimitPerMinute: null,
    byCookie: false,
  };

  /**
   * @param isOpen - a route that needs no credentials: a dead cookie is ignored there, a bad Bearer token is not.
   * @param secure - whether the session cookie is a Secure one.
   */
  return async function identify(
    credentials: Credentials,
    epoch: string | null,
    { isOpen, secure }: { isOpen: boolean; secure: boolean },
  ): Promise<Caller> {
    if (credentials.kind === "refused") throw new AppError("UNAUTHORIZED", credentials.reason);
    if (credentials.kind === "none") {
      if (publicRole === null && !isOpen) throw new AppError("UNAUTHORIZED");
      return anonymous;
    }

    const key = keyOf(credentials);
    const holder = key === null ? null : await cache.find(key, epoch);
    if (holder) return { ...holder, byCookie: credentials.kind === "session" };
    if (credentials.kind === "key") throw new AppError("UNAUTHORIZED", "The API key is not valid");
    if (isOpen) return anonymous;
    throw new AppError("UNAUTHORIZED", "The session has ended", { headers: { "set-cookie": clearedCookie(secure) } });
  };
}

/** What a credential is looked up by; null for none, and for what can't be one. */
export function keyOf(credentials: Credentials): string | null {
  return credentials.kind === "session" || credentials.kind === "key" ? `${credentials.kind}:${credentials.hash}` : null;
}
