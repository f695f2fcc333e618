/** Signing in by a mailed code: asking for one, and trading it for a session. */
import { randomUUID } from "node:crypto";
import { hashOf } from "@colophon/credentials";
import type { Database, Row } from "@colophon/database";
import { AppError } from "@colophon/errors";
import { enqueue } from "@colophon/jobs";
import { isId } from "./answers.ts";
import { sendCodeJob } from "./mail.job.ts";
import { CODE_LIFE_MINUTES, type Secrets } from "./secrets.ts";
import { toTime, type OpenSession, type SessionUser } from "./session-user.ts";

const ASK = `
insert into cms.login_requests (id, email, expires_at) values ($1, $2, now() + make_interval(mins => $3))
returning expires_at`;

// Counted before the comparison, in one statement: parallel guesses can't share an attempt.
const ATTEMPT = `
update cms.login_requests set attempts = attempts + 1
where id = $1 and attempts < 5 and used_at is null and expires_at > now()
returning email, code_hmac`;

// One at a time for each address, and never while a mail to it is being prepared.
const LOCK = `select pg_advisory_xact_lock(hashtextextended('cms.login:' || $1, 0))`;
const CONSUME = `
update cms.login_requests set used_at = now() where id = $1 and used_at is null and expires_at > now() returning id`;
// Only those that have a code; the worker makes none for requests from before a sign-in. Strangers may ask for thousands.
const END_OTHERS = `
update cms.login_requests set used_at = now() where email = $1 and code_hmac is not null and used_at is null returning id`;
const END_SESSION = `delete from cms.sessions where id = $1 returning id`;

const OPEN = `
with person as (select id, email, coalesce(name, split_part(email, '@', 1)) as name, role from cms.users where lower(email) = lower($1)),
opened as (
  insert into cms.sessions (id, token_hash, user_id, idle_expires_at, expires_at, user_agent, ip)
  select $2::uuid, $3::text, person.id, now() + interval '7 days', now() + interval '30 days', $4::text, $5::text from person
  returning idle_expires_at, extract(epoch from expires_at - now())::float8 as seconds
)
select person.*, opened.idle_expires_at as ends_at, opened.seconds from person, opened`;

/** Where a sign-in came from, kept for the user's list of sessions. */
export interface Origin {
  readonly userAgent: string | null;
  readonly ip: string | null;
  /** The session that the sign-in was presented with: it ends. */
  readonly sessionId: string | null;
}
export interface SignIn {
  readonly user: SessionUser;
  readonly token: string;
  readonly maxAgeSeconds: number;
}
export type Login = ReturnType<typeof createLogin>;

/** Asks for codes and trades them for sessions. Lives are decided by the database's clock. */
export function createLogin({ db, secrets }: { db: Database; secrets: Secrets }) {
  const run = <T extends Row>(name: string, text: string, values: readonly unknown[]): Promise<readonly T[]> =>
    db.run<T>({ name: `auth_login_${name}`, text }, values);

  const attempt = async (requestId: string, code: string): Promise<string> => {
    const [request] = isId(requestId) ? await run<{ email: string; code_hmac: string | null }>("attempt", ATTEMPT, [requestId]) : [];
    if (!request || !secrets.codeMatches(request.code_hmac, requestId.toLowerCase(), code)) throw wrongCode();
    return request.email;
  };

  const open = (requestId: string, email: string, origin: Origin): Promise<SignIn | null> =>
    db.transaction(async () => {
      await run("lock", LOCK, [email]);
      const consumed = await run("consume", CONSUME, [requestId]);
      if (consumed.length === 0) return null;

      await run("end_others", END_OTHERS, [email]);
      if (origin.sessionId) await run("end_session", END_SESSION, [origin.sessionId]);
      const sessionId = randomUUID();
      const token = secrets.sessionToken(sessionId);
      const [row] = await run<OpenSession>("open", OPEN, [email, sessionId, hashOf(token), origin.userAgent, origin.ip]);
      if (!row) return null; // the user was deleted after the mail left
      const { id, name, role } = row;
      return { user: { id, email: row.email, name, role }, token, maxAgeSeconds: row.seconds };
    });

  return {
    /**
     * Stores a request and its mail job together. It never looks the user up: the same work, and the same answer,
     * for every address.
     */
    ask(email: string): Promise<{ authRequestId: string; expiresAt: string }> {
      return db.transaction(async () => {
        const authRequestId = randomUUID();
        const [row] = await run<{ expires_at: Date }>("ask", ASK, [authRequestId, email, CODE_LIFE_MINUTES]);
        await enqueue(db, sendCodeJob, { requestId: authRequestId, attempt: 0 });
        return { authRequestId, expiresAt: toTime(row?.expires_at ?? 0) };
      });
    },

    /** Trades a code for a new session. Every kind of wrong pair is the same 401. */
    async signIn(requestId: string, code: string, origin: Origin): Promise<SignIn> {
      const email = await attempt(requestId, code);
      const signIn = await open(requestId, email, origin);
      if (!signIn) throw wrongCode();
      return signIn;
    },
  };
}

function wrongCode(): AppError {
  return new AppError("UNAUTHORIZED", "The code is wrong or has expired");
}
