/** `cms.api_keys`: static keys, made once, shown once, stored as a hash. Expiry is checked by the database's clock. */
import { API_KEY_PREFIX_LENGTH, hashOf, makeApiKey } from "@colophon/runtime/credentials";
import { invalid } from "@colophon/model/errors";
import type { Database, Row } from "../../database.ts";
import { newId } from "../../ids.ts";
import { notifyUser } from "./notices.ts";

type Runs = Pick<Database, "run">;

type ApiKeyRow = {
  readonly id: string;
  readonly name: string;
  readonly key_prefix: string;
  readonly role: string;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly rate_limit_per_minute: number | null;
};

interface NewApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: string;
  readonly role: string;
  readonly expiresAt: string | null;
  readonly rateLimitPerMinute: number | null;
}

/** The owner of a key. */
export type IdentifiedKeyRow = {
  readonly credential_id: string;
  readonly role: string;
  readonly ends_at: Date | null;
  readonly rate_limit: number | null;
};

const COLUMNS = `id, name, key_prefix, role, expires_at, last_used_at, created_at, rate_limit_per_minute`;
const IS_LIVE = `(expires_at is null or expires_at > now())`;

const LIST = `select ${COLUMNS} from cms.api_keys order by created_at desc, id desc`;

/** Every key, newest first, including expired ones. */
async function listApiKeys(db: Runs): Promise<readonly ApiKeyRow[]> {
  return run<ApiKeyRow>(db, "list", LIST, []);
}

const CREATE = `
insert into cms.api_keys (id, name, key_prefix, key_hash, role, expires_at, rate_limit_per_minute)
select $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::timestamptz, $7::integer where $6::timestamptz is null or $6::timestamptz > now()
returning ${COLUMNS}`;

/** Stores a key. @returns undefined if its end has passed */
async function addApiKey(db: Runs, key: NewApiKeyRow): Promise<ApiKeyRow | undefined> {
  const { id, name, prefix, hash, role, expiresAt, rateLimitPerMinute } = key;
  return (await run<ApiKeyRow>(db, "create", CREATE, [id, name, prefix, hash, role, expiresAt, rateLimitPerMinute]))[0];
}

const REVOKE = `delete from cms.api_keys where id = $1 returning id`;

/** @returns whether there was one */
async function removeApiKey(db: Runs, id: string): Promise<boolean> {
  return (await run(db, "revoke", REVOKE, [id])).length > 0;
}

const END_OF = `select expires_at from cms.api_keys where id = $1 and ${IS_LIVE}`;

/** The end of a valid key. */
async function findApiKeyEnd(db: Runs, id: string): Promise<Pick<ApiKeyRow, "expires_at"> | undefined> {
  return (await run<Pick<ApiKeyRow, "expires_at">>(db, "end_of", END_OF, [id]))[0];
}

// Written at most once a minute.
const USED = `
update cms.api_keys set last_used_at = now()
where key_hash = $1 and ${IS_LIVE} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
const IDENTIFY = `
with used as (${USED})
select id as credential_id, role, expires_at as ends_at, rate_limit_per_minute as rate_limit
from cms.api_keys where key_hash = $1 and ${IS_LIVE}`;

/** The valid key with this hash, by a unique index. */
export async function identifyApiKey(db: Runs, hash: string): Promise<IdentifiedKeyRow | undefined> {
  return (await db.run<IdentifiedKeyRow>({ name: "auth_identify_key", text: IDENTIFY }, [hash]))[0];
}

function run<R extends Row>(db: Runs, name: string, text: string, values: readonly unknown[]): Promise<readonly R[]> {
  return db.run<R>({ name: `auth_api_key_${name}`, text }, values);
}

export type NewApiKey = Pick<NewApiKeyRow, "name" | "role" | "expiresAt"> & Partial<Pick<NewApiKeyRow, "rateLimitPerMinute">>;
/** A key as lists show it: never the key itself. */
type StoredApiKey = ReturnType<typeof toInfo>;
export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Lists, creates and revokes API keys. The routes check the permission. */
export function createApiKeys({ db }: { db: Database }) {
  return {
    /** Every key, newest first, including expired ones; never the key itself. */
    async list(): Promise<readonly StoredApiKey[]> {
      return (await listApiKeys(db)).map(toInfo);
    },

    /**
     * Creates a key. Only this answer contains the key itself.
     *
     * @param creatorId - the user who gets a mail about it; null for an operator.
     * @throws a 400 if its end has passed.
     */
    create(newKey: NewApiKey, creatorId: string | null): Promise<StoredApiKey & { key: string }> {
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

function toInfo(row: ApiKeyRow) {
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
