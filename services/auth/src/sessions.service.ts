/** Open sessions: whose they are, how they are extended, how they end. */
import { hashOf } from "@colophon/credentials";
import type { Database, Row } from "@colophon/database";
import type { Secrets } from "./secrets.ts";
import { toTime, type OpenSession, type SessionUser } from "./session-user.ts";

const LIVE = `s.idle_expires_at > now() and s.expires_at > now()`;
const USER = `u.id, u.email, coalesce(u.name, split_part(u.email, '@', 1)) as name, u.role`;

const FIND = `
select ${USER}, s.idle_expires_at as ends_at, extract(epoch from s.expires_at - now())::float8 as seconds
from cms.sessions s join cms.users u on u.id = s.user_id where s.id = $1 and ${LIVE}`;

// The token is computed again. It is stored again too, in case CMS_SECRET has changed since the sign-in.
const EXTEND = `
update cms.sessions s set token_hash = $2, last_used_at = now(), idle_expires_at = least(now() + interval '7 days', s.expires_at)
from cms.users u where s.id = $1 and u.id = s.user_id and ${LIVE}
returning ${USER}, s.idle_expires_at as ends_at, extract(epoch from s.expires_at - now())::float8 as seconds`;

const LIST = `
select s.id, s.created_at, s.last_used_at, s.idle_expires_at as ends_at, s.user_agent, s.ip
from cms.sessions s where s.user_id = $1 and ${LIVE} order by s.created_at desc, s.id`;

const END = `delete from cms.sessions where id = $1 and user_id = $2 returning id`;
const END_ALL = `delete from cms.sessions where user_id = $1 returning id`;

type SessionRow = {
  readonly id: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly ends_at: Date;
  readonly user_agent: string | null;
  readonly ip: string | null;
};
export interface SessionInfo {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly current: boolean;
}
export interface ActiveSession {
  readonly user: SessionUser;
  readonly expiresAt: string;
  readonly maxAgeSeconds: number;
}
export type Sessions = ReturnType<typeof createSessions>;

/** Reads, extends and ends sessions. Who may do so is the routes' concern. */
export function createSessions({ db, secrets }: { db: Database; secrets: Secrets }) {
  const run = <T extends Row>(name: string, text: string, values: readonly unknown[]): Promise<readonly T[]> =>
    db.run<T>({ name: `auth_session_${name}`, text }, values);

  return {
    /** The session and its user as they are now, or null when it has ended. */
    async find(id: string): Promise<ActiveSession | null> {
      const [row] = await run<OpenSession>("find", FIND, [id]);
      return row ? toActive(row) : null;
    },

    /** Moves the idle end on and gives the session's token once more. */
    async extend(id: string): Promise<(ActiveSession & { token: string }) | null> {
      const token = secrets.sessionToken(id);
      const [row] = await run<OpenSession>("extend", EXTEND, [id, hashOf(token)]);
      return row ? { ...toActive(row), token } : null;
    },

    /** A user's live sessions, newest first. */
    async list(userId: string, currentId: string): Promise<readonly SessionInfo[]> {
      const rows = await run<SessionRow>("list", LIST, [userId]);
      return rows.map((row) => ({
        id: row.id,
        createdAt: toTime(row.created_at),
        lastUsedAt: toTime(row.last_used_at),
        expiresAt: toTime(row.ends_at),
        userAgent: row.user_agent,
        ip: row.ip,
        current: row.id === currentId,
      }));
    },

    /** Ends one session of a user. @returns whether there was one. */
    async end(id: string, userId: string): Promise<boolean> {
      return (await run("end", END, [id, userId])).length > 0;
    },

    /** Ends every session of a user. */
    async endAll(userId: string): Promise<void> {
      await run("end_all", END_ALL, [userId]);
    },
  };
}

function toActive({ id, email, name, role, ends_at, seconds }: OpenSession): ActiveSession {
  return { user: { id, email, name, role }, expiresAt: toTime(ends_at), maxAgeSeconds: seconds };
}
