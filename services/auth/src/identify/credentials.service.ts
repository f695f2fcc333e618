/** Identifies the owner of a credential. The gateway sends the token's hash if it has no valid cache entry. */
import type { CredentialQuestion } from "@colophon/api";
import { identifyApiKey, identifySession, type Database } from "@colophon/database";
import { toOptionalTime, toTime } from "../sessions/session-user.ts";

export interface Credential {
  readonly credentialId: string;
  readonly userId: string | null;
  readonly role: string;
  readonly email: string | null;
  /** Until when a session may make sensitive changes; null for a key. */
  readonly confirmedUntil: string | null;
  readonly expiresAt: string | null;
  /** An API key's own limit of requests per minute. */
  readonly rateLimitPerMinute: number | null;
}
export type Credentials = ReturnType<typeof createCredentials>;

/** Finds valid credentials by the SHA-256 of their token, each by a unique index. */
export function createCredentials({ db, confirmMinutes }: { db: Database; confirmMinutes: number }) {
  const findSession = async (hash: string, isUse: boolean): Promise<Credential | null> => {
    const row = await identifySession(db, hash, { confirmMinutes, isUse });
    if (!row) return null;
    const { credential_id: credentialId, user_id: userId, role, email, ends_at, confirmed_until } = row;
    return {
      credentialId,
      userId,
      role,
      email,
      confirmedUntil: toTime(confirmed_until),
      expiresAt: toTime(ends_at),
      rateLimitPerMinute: null,
    };
  };

  const findKey = async (hash: string): Promise<Credential | null> => {
    const row = await identifyApiKey(db, hash);
    if (!row) return null;
    const { credential_id: credentialId, role, ends_at, rate_limit: rateLimitPerMinute } = row;
    const expiresAt = toOptionalTime(ends_at);
    return { credentialId, userId: null, role, email: null, confirmedUntil: null, expiresAt, rateLimitPerMinute };
  };

  return {
    /** The valid session or key with this hash, or null. A session that is used is extended. */
    find: ({ kind, hash, isUse }: CredentialQuestion): Promise<Credential | null> =>
      kind === "session" ? findSession(hash, isUse) : findKey(hash),
  };
}
