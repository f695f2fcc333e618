import type { IncomingMessage } from "node:http";
import { AppError } from "@colophon/errors";
import type { Identity } from "@colophon/runtime";
import { clearedCookie, readCredentials } from "./credentials.ts";
import type { IdentityCache } from "./identity-cache.ts";

/** Who asks, and whether a cookie said so: the cross-site rule is for cookies. */
export interface Caller {
  readonly identity: Identity;
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
    byCookie: false,
  };

  /**
   * @param isOpen - a route that needs no credentials: a dead cookie is ignored there, a bad Bearer token is not.
   * @param secure - whether the session cookie is a Secure one.
   */
  return async function identify(
    request: IncomingMessage,
    epoch: string | null,
    { isOpen, secure }: { isOpen: boolean; secure: boolean },
  ): Promise<Caller> {
    const credentials = readCredentials(request);
    if (credentials.kind === "none") {
      if (publicRole === null && !isOpen) throw new AppError("UNAUTHORIZED");
      return anonymous;
    }

    const identity = credentials.kind === "unusable" ? null : await cache.find(`${credentials.kind}:${credentials.hash}`, epoch);
    if (identity) return { identity, byCookie: credentials.kind === "session" };
    if (credentials.kind === "key") throw new AppError("UNAUTHORIZED", "The API key is not valid");
    if (isOpen) return anonymous;
    throw new AppError("UNAUTHORIZED", "The session has ended", { headers: { "set-cookie": clearedCookie(secure) } });
  };
}
