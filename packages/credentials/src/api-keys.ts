/** Static API keys: made once, shown once, stored as a hash. */
import { newId, type Database, type Row } from "@colophon/database";
import { invalid } from "@colophon/errors";
import { API_KEY_PREFIX_LENGTH, makeApiKey } from "@colophon/runtime";
import { hashOf } from "./hash.ts";

const COLUMNS = `id, name, key_prefix, role, expires_at, last_used_at, created_at`;
const LIST = `select ${COLUMNS} from cms.api_keys order by created_at desc, id desc`;
const CREATE = `
insert into cms.api_keys (id, name, key_prefix, key_hash, role, expires_at)
select $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::timestamptz where $6::timestamptz is null or $6::timestamptz > now()
returning ${COLUMNS}`;
const REVOKE = `delete from cms.api_keys where id = $1 returning id`;
const END_OF = `select expires_at from cms.api_keys where id = $1 and (expires_at is null or expires_at > now())`;

type ApiKeyRow = {
  readonly id: string;
  readonly name: string;
  readonly key_prefix: string;
  readonly role: string;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
};
export interface ApiKeyInfo {
  readonly id: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly role: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
}
export interface NewApiKey {
  readonly name: string;
  readonly role: string;
  readonly expiresAt: string | null;
}
export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Lists, makes and revokes API keys. Who may do so is the routes' concern. */
export function createApiKeys({ db }: { db: Database }) {
  const run = <T extends Row>(name: string, text: string, values: readonly unknown[]): Promise<readonly T[]> =>
    db.run<T>({ name: `auth_api_key_${name}`, text }, values);

  return {
    /** Every key, newest first, also the expired ones; never the key itself. */
    async list(): Promise<readonly ApiKeyInfo[]> {
      return (await run<ApiKeyRow>("list", LIST, [])).map(toInfo);
    },

    /** Makes a key. This is the only time that the key itself leaves. @throws a 400 when its end has passed. */
    async create({ name, role, expiresAt }: NewApiKey): Promise<ApiKeyInfo & { key: string }> {
      const key = makeApiKey();
      const prefix = key.slice(0, API_KEY_PREFIX_LENGTH);
      const [row] = await run<ApiKeyRow>("create", CREATE, [newId(), name, prefix, hashOf(key), role, expiresAt]);
      if (!row) throw invalid([{ field: "expiresAt", message: "Must lie in the future" }]);
      return { ...toInfo(row), key };
    },

    /** Removes a key for good. @returns whether there was one. */
    async revoke(id: string): Promise<boolean> {
      return (await run("revoke", REVOKE, [id])).length > 0;
    },

    /** When a live key ends, or null when it never does; undefined when the key is no longer live. */
    async endOf(id: string): Promise<string | null | undefined> {
      const [row] = await run<Pick<ApiKeyRow, "expires_at">>("end_of", END_OF, [id]);
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
  };
}

function timeOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString();
}
