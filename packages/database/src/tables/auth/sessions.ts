/** `cms.sessions`: signed-in users, and when they last confirmed it. Expiry is checked by the database's clock. */
import type { Database, Row } from "../../database.ts";

type Runs = Pick<Database, "run">;

/** A user in sign-in answers. */
export type SessionUserRow = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
};

/** A valid session and its user: `ends_at` is extended with use, `seconds` are left until the absolute end. */
export type SessionRow = SessionUserRow & {
  readonly ends_at: Date;
  readonly seconds: number;
  readonly confirmed_until: Date;
};

/** A session in its user's list. */
export type ListedSessionRow = {
  readonly id: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly ends_at: Date;
  readonly user_agent: string | null;
  readonly ip: string | null;
};

export interface NewSession {
  readonly id: string;
  readonly tokenHash: string;
  readonly email: string;
  readonly userAgent: string | null;
  readonly ip: string | null;
}

const LIVE = `s.idle_expires_at > now() and s.expires_at > now()`;
const USER = `u.id, u.email, coalesce(u.name, split_part(u.email, '@', 1)) as name, u.role`;

/** The end of the time for sensitive changes; with 0 minutes it is the end of the session. */
const confirmedUntil = (minutes: string) =>
  `case when ${minutes}::int = 0 then s.expires_at else least(s.confirmed_at + make_interval(mins => ${minutes}::int), s.expires_at) end`;
const sessionOf = (minutes: string) =>
  `${USER}, s.idle_expires_at as ends_at, extract(epoch from s.expires_at - now())::float8 as seconds, ${confirmedUntil(minutes)} as confirmed_until`;

const OPEN = `
with person as (select id from cms.users where lower(email) = lower($1) for key share)
insert into cms.sessions (id, token_hash, user_id, idle_expires_at, expires_at, user_agent, ip)
select $2::uuid, $3::text, person.id, now() + interval '7 days', now() + interval '30 days', $4::text, $5::text from person
returning id`;

/** Opens a session for the user with this email address. @returns whether there is one */
export async function openSession(db: Runs, { email, id, tokenHash, userAgent, ip }: NewSession): Promise<boolean> {
  return (await run(db, "open", OPEN, [email, id, tokenHash, userAgent, ip])).length > 0;
}

const FIND = `select ${sessionOf("$2")} from cms.sessions s join cms.users u on u.id = s.user_id where s.id = $1 and ${LIVE}`;

/** A valid session and its user's current data. @param confirmMinutes - how long a confirmation counts; 0: always */
export async function findSession(db: Runs, id: string, confirmMinutes: number): Promise<SessionRow | undefined> {
  return (await run<SessionRow>(db, "find", FIND, [id, confirmMinutes]))[0];
}

const EXTEND = `
update cms.sessions s set last_used_at = now(), idle_expires_at = least(now() + interval '7 days', s.expires_at)
from cms.users u where s.id = $1 and s.token_hash = $3 and u.id = s.user_id and ${LIVE}
returning ${sessionOf("$2")}`;

/** Extends the idle time of the session with this token. */
export async function extendSession(db: Runs, id: string, tokenHash: string, confirmMinutes: number): Promise<SessionRow | undefined> {
  return (await run<SessionRow>(db, "extend", EXTEND, [id, confirmMinutes, tokenHash]))[0];
}

const CONFIRM = `
update cms.sessions s set confirmed_at = now() from cms.users u where s.id = $1 and u.id = s.user_id and ${LIVE} returning ${sessionOf("$2")}`;

/** Records that the session's user has entered a mailed code. */
export async function confirmSession(db: Runs, id: string, confirmMinutes: number): Promise<SessionRow | undefined> {
  return (await run<SessionRow>(db, "confirm", CONFIRM, [id, confirmMinutes]))[0];
}

const LIST = `
select s.id, s.created_at, s.last_used_at, s.idle_expires_at as ends_at, s.user_agent, s.ip
from cms.sessions s where s.user_id = $1 and ${LIVE} order by s.created_at desc, s.id`;

/** A user's valid sessions, newest first. */
export function listSessions(db: Runs, userId: string): Promise<readonly ListedSessionRow[]> {
  return run<ListedSessionRow>(db, "list", LIST, [userId]);
}

const END = `delete from cms.sessions where id = $1 and user_id = $2 returning id`;
const END_ALL = `delete from cms.sessions where user_id = $1 returning id`;
const END_PRESENTED = `delete from cms.sessions where id = $1 returning id`;

/** Ends one session of a user. @returns whether there was one */
export async function endSession(db: Runs, id: string, userId: string): Promise<boolean> {
  return (await run(db, "end", END, [id, userId])).length > 0;
}

/** Ends every session of a user. */
export async function endSessions(db: Runs, userId: string): Promise<void> {
  await run(db, "end_all", END_ALL, [userId]);
}

/** Ends the session of the cookie that a sign-in request contained, for any user. */
export async function endPresentedSession(db: Runs, id: string): Promise<void> {
  await run(db, "end_presented", END_PRESENTED, [id]);
}

const SWEEP = `
delete from cms.sessions where id in (
  select id from cms.sessions where least(idle_expires_at, expires_at) < now()
  limit 1000 for update skip locked
) returning id`;

/** Removes up to a thousand sessions that have ended. @returns how many */
export async function sweepSessions(db: Runs): Promise<number> {
  return (await run(db, "sweep", SWEEP, [])).length;
}

/** A valid session, for the gateway. */
export type IdentifiedSessionRow = {
  readonly credential_id: string;
  readonly user_id: string;
  readonly role: string;
  readonly email: string;
  readonly ends_at: Date;
  readonly confirmed_until: Date;
};

// Extended by use ($3), but written at most every 10 minutes.
const ROLL = `
update cms.sessions set last_used_at = now(), idle_expires_at = least(now() + interval '7 days', expires_at)
where $3::boolean and token_hash = $1 and idle_expires_at > now() and expires_at > now()
  and last_used_at < now() - interval '10 minutes'
returning idle_expires_at`;
const IDENTIFY = `
with rolled as (${ROLL})
select s.id as credential_id, u.id as user_id, u.role, u.email,
  coalesce((select idle_expires_at from rolled), s.idle_expires_at) as ends_at, ${confirmedUntil("$2")} as confirmed_until
from cms.sessions s join cms.users u on u.id = s.user_id where s.token_hash = $1 and ${LIVE}`;

/** The valid session with this SHA-256 of its token. */
export async function identifySession(
  db: Runs,
  tokenHash: string,
  { confirmMinutes, isUse }: { readonly confirmMinutes: number; readonly isUse: boolean },
): Promise<IdentifiedSessionRow | undefined> {
  return (await run<IdentifiedSessionRow>(db, "identify", IDENTIFY, [tokenHash, confirmMinutes, isUse]))[0];
}

function run<R extends Row>(db: Runs, name: string, text: string, values: readonly unknown[]): Promise<readonly R[]> {
  return db.run<R>({ name: `sessions_${name}`, text }, values);
}
