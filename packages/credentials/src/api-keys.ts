/** Static API keys: made once, shown once, stored as a hash. */
import { addApiKey, findApiKeyEnd, listApiKeys, newId, notifyUser, removeApiKey, type ApiKeyRow, type Database } from "@colophon/database";
import { invalid } from "@colophon/errors";
import { API_KEY_PREFIX_LENGTH, makeApiKey } from "@colophon/runtime";
import { hashOf } from "./tokens.ts";

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

/** Lists, makes and revokes API keys. Who may do so is the routes' concern. */
export function createApiKeys({ db }: { db: Database }) {
  return {
    /** Every key, newest first, also the expired ones; never the key itself. */
    async list(): Promise<readonly ApiKeyInfo[]> {
      return (await listApiKeys(db)).map(toInfo);
    },

    /**
     * Makes a key. This is the only time that the key itself leaves.
     *
     * @param creatorId - the user who is told of it by mail; null for an operator.
     * @throws a 400 when its end has passed.
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

    /** Removes a key for good. @returns whether there was one. */
    revoke: (id: string): Promise<boolean> => removeApiKey(db, id),

    /** When a live key ends, or null when it never does; undefined when the key is no longer live. */
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
