import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { markBroken, withClient } from "../connections/connection.ts";
import { UNLIMITED_MS } from "../connections/limits.ts";
import { isLockedOut } from "../errors/errors.ts";
import { transactionOn } from "../transactions/on-client.ts";
import type { Waiting } from "../locks.ts";
import { watchSession } from "./progress.ts";
import type { Watched } from "./progress.ts";

/** The connection on which tables are changed. Its statements have no time limit, but wait for a lock only briefly. */
export interface MigrationConnection {
  readonly client: pg.PoolClient;
  readonly watched: Watched;
  /** One statement, outside a transaction unless one is open. */
  run<R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<R>>;
  /** One transaction, repeated until it gets all its locks. */
  transaction<T>(title: string, work: () => Promise<T>): Promise<T>;
  /** Statements whose lock conflicts with no reader or writer, even while they wait for it. */
  withoutLockTimeout<T>(work: () => Promise<T>): Promise<T>;
}

/** Longest time that others may wait behind a requested lock. */
const LOCK_MS = 250;
const PAUSES_MS = [100, 200, 400, 800] as const;
const CANCEL_EVERY_MS = 250;
/** How often the server checks the connection, so that a killed process leaves no running statement. */
const SHORT_WAIT = `set lock_timeout = ${LOCK_MS}`;
const SETTINGS = [SHORT_WAIT, "set statement_timeout = 0", "set client_connection_check_interval = 1000"];
const RESETS = ["reset lock_timeout", "reset statement_timeout", "reset client_connection_check_interval"];

/** Runs `work` with such a connection, and restores the connection afterwards. If the signal aborts, the server ends the statement too. */
export async function withMigrationConnection<T>(
  pool: pg.Pool,
  client: pg.PoolClient,
  { onProgress, signal }: Waiting,
  work: (connection: MigrationConnection) => Promise<T>,
): Promise<T> {
  for (const setting of SETTINGS) await client.query(setting).catch(() => undefined); // the last setting does not exist on every system
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  const watched = watchSession(pool, pid, onProgress);
  const stopCancelling = cancelWhenAborted(pool, pid, signal);
  try {
    return await work(migrationConnectionOn(client, watched, signal));
  } finally {
    stopCancelling();
    watched.end();
    if (signal?.aborted) markBroken(client); // it may still receive a cancellation
    for (const reset of RESETS) await client.query(reset).catch(() => undefined);
  }
}

function migrationConnectionOn(client: pg.PoolClient, watched: Watched, signal: AbortSignal | undefined): MigrationConnection {
  const withRetries = async <T>(title: string, work: () => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!isLockedOut(error)) throw error;
        watched.waiting(title);
      }
      await sleep(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)], undefined, signal && { signal });
    }
  };
  return {
    client,
    watched,
    run(text, values = []) {
      signal?.throwIfAborted();
      return client.query({ text, values: [...values], query_timeout: UNLIMITED_MS } as pg.QueryConfig);
    },
    transaction: (title, work) => withRetries(title, () => transactionOn(client, work)),
    async withoutLockTimeout(work) {
      await client.query("set lock_timeout = 0");
      try {
        return await work();
      } finally {
        await client.query(SHORT_WAIT).catch(() => undefined); // a lost connection fails at the next statement
      }
    },
  };
}

/** Repeatedly, because a cancellation between two statements has no effect. */
function cancelWhenAborted(pool: pg.Pool, pid: number, signal: AbortSignal | undefined): () => void {
  let timer: NodeJS.Timeout | undefined;
  const cancel = (): void => void withClient(pool, (other) => other.query("select pg_cancel_backend($1)", [pid])).catch(() => undefined);
  const begin = (): void => {
    cancel();
    timer = setInterval(cancel, CANCEL_EVERY_MS);
  };
  signal?.addEventListener("abort", begin, { once: true });
  return () => {
    signal?.removeEventListener("abort", begin);
    clearInterval(timer);
  };
}
