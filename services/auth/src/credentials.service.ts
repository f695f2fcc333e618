/** Whose credential is this? The gateway asks with a token's hash, when it has no fresh answer of its own. */
import type { Database } from "@colophon/database";
import { toOptionalTime } from "./session-user.ts";

// Rolling, but written at most every 10 minutes.
const ROLL = `
update cms.sessions set last_used_at = now(), idle_expires_at = least(now() + interval '7 days', expires_at)
where token_hash = $1 and idle_expires_at > now() and expires_at > now() and last_used_at < now() - interval '10 minutes'
returning idle_expires_at`;
const SESSION = `
with rolled as (${ROLL})
select s.id as credential_id, u.id as user_id, u.role, u.email, coalesce((select idle_expires_at from rolled), s.idle_expires_at) as ends_at
from cms.sessions s join cms.users u on u.id = s.user_id
where s.token_hash = $1 and s.idle_expires_at > now() and s.expires_at > now()`;

// Written at most once a minute.
const USED = `
update cms.api_keys set last_used_at = now()
where key_hash = $1 and (expires_at is null or expires_at > now()) and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
const KEY = `
with used as (${USED})
select id as credential_id, null as user_id, role, null as email, expires_at as ends_at
from cms.api_keys where key_hash = $1 and (expires_at is null or expires_at > now())`;

const STATEMENTS = {
  session: { name: "auth_identify_session", text: SESSION },
  key: { name: "auth_identify_key", text: KEY },
} as const;

type CredentialRow = {
  readonly credential_id: string;
  readonly user_id: string | null;
  readonly role: string;
  readonly email: string | null;
  readonly ends_at: Date | null;
};
export interface Credential {
  readonly credentialId: string;
  readonly userId: string | null;
  readonly role: string;
  readonly email: string | null;
  readonly expiresAt: string | null;
}
export type Credentials = ReturnType<typeof createCredentials>;

/** Finds live credentials by the SHA-256 of their token, each by a unique index. */
export function createCredentials({ db }: { db: Database }) {
  return {
    /** The live session or key with this hash, or null. */
    async find(kind: keyof typeof STATEMENTS, hash: string): Promise<Credential | null> {
      const [row] = await db.run<CredentialRow>(STATEMENTS[kind], [hash]);
      if (!row) return null;
      const { credential_id: credentialId, user_id: userId, role, email, ends_at } = row;
      return { credentialId, userId, role, email, expiresAt: toOptionalTime(ends_at) };
    },
  };
}
