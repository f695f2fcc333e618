import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { markBroken } from "./connection.ts";

const WAIT_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Does `work` while this session holds the advisory lock; others wait for their turn, up to a minute.
 * Asking again and again, instead of waiting inside PostgreSQL, keeps every statement within its time-out.
 */
export async function withSessionLock<T>(client: pg.PoolClient, key: number, work: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + WAIT_MS;
  while (!(await tryLock(client, key))) {
    if (Date.now() > giveUpAt) throw new Error("Another process has been changing the database for more than a minute");
    await sleep(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    // A connection that could not unlock is closed, which frees the lock too.
    await client.query("select pg_advisory_unlock($1)", [key]).catch(() => markBroken(client));
  }
}

async function tryLock(client: pg.PoolClient, key: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [key]);
  return rows[0]?.locked ?? false;
}
