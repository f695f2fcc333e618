/** Removes what has ended. Cheap, bounded and safe to run in several processes at once. */
import type { Database } from "@colophon/database";
import type { Log } from "@colophon/runtime";

const SWEEP_EVERY_MS = 10 * 60 * 1_000;

// A mail counts towards its address's limit for a day, so a request that had one stays for so long.
const LOGIN_REQUESTS = `
delete from cms.login_requests where id in (
  select id from cms.login_requests
  where expires_at < now() - interval '1 hour' and (sent_at is null or sent_at < now() - interval '25 hours')
  limit 1000 for update skip locked
) returning id`;

const SESSIONS = `
delete from cms.sessions where id in (
  select id from cms.sessions where least(idle_expires_at, expires_at) < now()
  limit 1000 for update skip locked
) returning id`;

/** Deletes up to a thousand dead login requests and as many dead sessions, and says how many of each. */
export async function sweep(db: Pick<Database, "run">): Promise<{ loginRequests: number; sessions: number }> {
  const loginRequests = await db.run({ name: "auth_sweep_login_requests", text: LOGIN_REQUESTS }, []);
  const sessions = await db.run({ name: "auth_sweep_sessions", text: SESSIONS }, []);
  return { loginRequests: loginRequests.length, sessions: sessions.length };
}

/** Sweeps now and every ten minutes, until the returned function is called. Failures are logged and forgotten. */
export function startSweeping(db: Pick<Database, "run">, log: Log): () => void {
  const once = async (): Promise<void> => {
    try {
      const swept = await sweep(db);
      if (swept.loginRequests + swept.sessions > 0) log.info(swept, "swept");
    } catch (error) {
      log.warn({ err: error }, "sweeping failed");
    }
  };
  const timer = setInterval(() => void once(), SWEEP_EVERY_MS).unref();
  void once();
  return () => clearInterval(timer);
}
