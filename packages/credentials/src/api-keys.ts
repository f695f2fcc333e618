/** Static API keys: made once, shown once, stored as a hash. */
import { createHash, randomBytes } from "node:crypto";
import { addApiKey, findApiKeyEnd, listApiKeys, newId, notifyUser, removeApiKey, type ApiKeyRow, type Database } from "@colophon/database";
import { invalid } from "@colophon/model/errors";
import { API_KEY_PREFIX_LENGTH, makeApiKey } from "@colophon/runtime";
import { keyRequest, parseForm } from "@colophon/api";

export interface ApiKeyInfo {
  readonly id: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly role: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  /** Requests per minute for this key. Null: requests count for the caller's address. */
  readonly rateLimitPerMinute: number | null;
}
export interface NewApiKey {
  readonly name: string;
  readonly role: string;
  readonly expiresAt: string | null;
  readonly rateLimitPerMinute?: number | null;
}
export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Lists, creates and revokes API keys. The routes check the permission. */
export function createApiKeys({ db }: { db: Database }) {
  return {
    /** Every key, newest first, including expired ones; never the key itself. */
    async list(): Promise<readonly ApiKeyInfo[]> {
      return (await listApiKeys(db)).map(toInfo);
    },

    /**
     * Creates a key. Only this answer contains the key itself.
     *
     * @param creatorId - the user who gets a mail about it; null for an operator.
     * @throws a 400 if its end has passed.
     */
    create(newKey: NewApiKey, creatorId: string | null): Promise<ApiKeyInfo & { key: string }> {
      const { name, role, expiresAt, rateLimitPerMinute = null } = newKey;
      return db.transaction(async () => {
        const key = makeApiKey();
        const prefix = key.slice(0, API_KEY_PREFIX_LENGTH);
        const row = await addApiKey(db, { id: newId(), name, prefix, hash: hashOf(key), role, expiresAt, rateLimitPerMinute });
        if (!row) throw invalid([{ field: "expiresAt", message: "Must be in the future" }]);
        if (creatorId !== null) await notifyUser(db, creatorId, "api-key", { keyName: name, keyPrefix: prefix, role });
        return { ...toInfo(row), key };
      });
    },

    /** Deletes a key. @returns whether there was one. */
    revoke: (id: string): Promise<boolean> => db.attributed(() => removeApiKey(db, id)),

    /** The end of a valid key, or null if it has none; undefined if the key is no longer valid. */
    async endOf(id: string): Promise<string | null | undefined> {
      const row = await findApiKeyEnd(db, id);
      return row && timeOf(row.expires_at);
    },
  };
}

function toInfo(row: ApiKeyRow): ApiKeyInfo {
  return {
    id: row.id,
    name: row.name,
    keyPrefix: row.key_prefix,
    role: row.role,
    expiresAt: timeOf(row.expires_at),
    lastUsedAt: timeOf(row.last_used_at),
    createdAt: row.created_at.toISOString(),
    rateLimitPerMinute: row.rate_limit_per_minute,
  };
}

function timeOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}

/** A new API key's label, role, end and rate limit. @param roles - the names of the configured roles. @throws VALIDATION_ERROR */
export function parseNewApiKey(form: Readonly<Record<string, unknown>>, roles: ReadonlySet<string>): NewApiKey {
  const role = keyRequest.shape.role.refine((name) => roles.has(name), "role must be the name of a configured role");
  const { expiresAt = null, rateLimitPerMinute = null, ...rest } = parseForm(keyRequest.extend({ role }), form);
  return { ...rest, expiresAt, rateLimitPerMinute };
}

/** The token of a session or of a device: 256 bits from the system's CSPRNG, in base64url. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored form of a token or an API key. All are long and random, so a plain hash is enough. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
