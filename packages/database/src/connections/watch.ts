import { setTimeout as sleep } from "node:timers/promises";
import { isTrueInTime } from "@colophon/runtime/time-limit";
import type pg from "pg";
import { createChannels, type Listener } from "./channels.ts";
import { queryOn, withClient } from "./connection.ts";
import type { Log } from "../log.ts";
import { OPENING_MS } from "./limits.ts";
import { createPool } from "./pool.ts";

/** Without an answer in this time, the answer to whether PostgreSQL is healthy is no. */
const HEALTH_MS = 450;
const RETRY_MS = 1_000;
/** Of the session's statements. A session that is slow to answer is kept: on a busy machine a new one would answer later. */
const LIMITS = { statementMs: 1_000, lockMs: 1_000, connectMs: OPENING_MS, idleTransactionMs: 1_000 };

const OTHER_IS_STORED = "select from cms.schema_state where superseded_at is null and hash <> $1";

const MS = 1_000;
const CLOCK = "select extract(epoch from clock_timestamp())::float8 as now";
const IS_READ_ONLY = "select current_setting('transaction_read_only')::boolean as is";
/** Disk full, I/O error, read-only transaction. */
const REFUSED_WRITE: ReadonlySet<string> = new Set(["53100", "58030", "25006"]);
/** A row of 64 kB that can't be compressed, so that the table needs more room than it may have left. It is taken back. */
const LARGE_ROW = `insert into cms.outbox (id, queue, name, payload) values (gen_random_uuid(), 'probe', 'probe',
  to_jsonb((select string_agg(md5(random()::text), '') from generate_series(1, 2048))))`;

async function tryWrite(client: pg.ClientBase): Promise<void> {
  await queryOn(client, { text: "begin" });
  try {
    await queryOn(client, { text: LARGE_ROW });
  } finally {
    await queryOn(client, { text: "rollback" });
  }
}

/** Whether a pooler, and PostgreSQL through it, answers. */
export function createProbe({ url, log }: { readonly url: string; readonly log: Log }) {
  const pool = createPool({ url, max: 1, limits: LIMITS, log, pooled: true, idleMs: 0 });
  const ask = () => withClient(pool, async (client) => (await queryOn(client, { text: "select" })).rows.length > 0);
  return { answers: () => isTrueInTime(ask(), HEALTH_MS), close: () => pool.end() };
}

/** The application name of connections of a process with the configuration of that hash. */
export function applicationNameOf(hash: string): string {
  return `colophon ${hash.slice(0, 32)}`;
}

/** Before a configuration is announced. */
const UNANNOUNCED = "colophon-session";

export interface WatchOptions {
  readonly url: string;
  readonly log: Log;
  readonly readOnly: boolean;
  /** The limit for an answer of `health` and `canWrite`. */
  readonly healthMs?: number | undefined;
}

/**
 * The process's session: a connection outside the pools, which monitors PostgreSQL, announces the configuration of this process, and
 * listens. It is replaced when it is lost.
 */
export function createWatch({ url, log, readOnly, healthMs = HEALTH_MS }: WatchOptions) {
  const pool = createPool({ url, max: 1, limits: LIMITS, log, idleMs: 0 });
  const channels = createChannels();
  const closing = new AbortController();
  let working: string | null = null; // the hash of the configuration
  let isOutdated = false;
  let isConnecting = false;
  let changes = 0; // of what the session announces and listens on
  let wasRefused = false; // a write, because of the server's disk or mode
  const application = () => (working === null ? UNANNOUNCED : applicationNameOf(working));
  const onSession = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
    withClient(pool, async (client) => {
      await channels.listenOn(client);
      return work(client);
    });
  const ask = async (): Promise<boolean> => {
    await onSession((client) => queryOn(client, { text: "select set_config('application_name', $1, false)", values: [application()] }));
    return true;
  };
  const findOutdated = async (): Promise<boolean> => {
    if (working === null) return false;
    const query = { text: OTHER_IS_STORED, values: [working] };
    return (isOutdated = (await onSession((client) => queryOn(client, query))).rows.length > 0);
  };
  const health = async (): Promise<boolean> => (await ask()) && !(isOutdated && (await findOutdated()));
  const canWrite = async (): Promise<boolean> => {
    if (readOnly) return true;
    return onSession(async (client) => {
      if ((await queryOn<{ is: boolean }>(client, { text: IS_READ_ONLY })).rows[0]?.is) return false;
      if (wasRefused) await tryWrite(client);
      wasRefused = false;
      return true;
    });
  };
  const clockDifference = async (): Promise<number> => {
    const [asked, { rows }] = await onSession(
      async (client) => [Date.now(), await queryOn<{ now: number }>(client, { text: CLOCK })] as const,
    );
    const now = (rows[0]?.now ?? 0) * MS;
    return (now > Date.now() ? now - Date.now() : Math.min(0, now - asked)) / MS;
  };
  const connectUntilOpen = async (): Promise<void> => {
    changes += 1;
    if (isConnecting) return;
    isConnecting = true;
    for (let done = 0; done < changes && !closing.signal.aborted;) {
      const current = changes;
      if (await ask().catch(() => false)) done = current;
      else await sleep(RETRY_MS, undefined, { ref: false });
    }
    isConnecting = false;
  };
  const isNeeded = (): boolean => working !== null || !channels.isEmpty();
  pool.on("remove", () => void (isNeeded() && connectUntilOpen())); // the announcement ended with the connection
  return {
    health: (): Promise<boolean> => isTrueInTime(health(), healthMs),
    canWrite: (): Promise<boolean> => isTrueInTime(canWrite(), healthMs),
    clockDifferenceSeconds: clockDifference,
    /** @param state - the SQLSTATE of a statement that failed in a pool */
    noteFailure(state: string): void {
      if (REFUSED_WRITE.has(state)) wasRefused = true;
    },
    /**
     * Called when a statement didn't fit the tables. If the answer is yes, the process is not healthy either. Also yes if PostgreSQL
     * doesn't answer in time: then nobody knows whether it is a bug.
     */
    findOutdated: (): Promise<boolean> => findOutdated().catch(() => true),
    async announce(hash: string): Promise<void> {
      working = hash;
      if (!(await ask().catch(() => false))) void connectUntilOpen();
    },
    /** Calls `onNotify` at each NOTIFY of the channel, and each time that the connection begins to listen. */
    listen(channel: string, onNotify: () => void): Listener {
      const listener = channels.add(channel, onNotify);
      void connectUntilOpen();
      return listener;
    },
    close: (): Promise<void> => {
      closing.abort();
      return pool.end();
    },
  };
}
