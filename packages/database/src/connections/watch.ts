import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { queryOn, withClient } from "./connection.ts";
import type { Log } from "../log.ts";
import { createPool } from "./pool.ts";

const HEALTH_MS = 450;
const RETRY_MS = 1_000;
const LIMITS = { statementMs: HEALTH_MS - 100, lockMs: HEALTH_MS, connectMs: HEALTH_MS, idleTransactionMs: HEALTH_MS };

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

/** The application name of connections of a process with the configuration of that hash. */
export function applicationNameOf(hash: string): string {
  return `colophon ${hash.slice(0, 32)}`;
}

/** A connection outside the pools, which monitors PostgreSQL and announces the configuration of this process. */
export function createWatch({ url, log, readOnly }: { readonly url: string; readonly log: Log; readonly readOnly: boolean }) {
  const pool = createPool({ url, max: 1, limits: LIMITS, log, idleMs: 0 });
  const closing = new AbortController();
  let working: string | null = null; // the hash of the configuration
  let isOutdated = false;
  let isAnnouncing = false;
  let wasRefused = false; // a write, because of the server's disk or mode
  const application = () => (working === null ? "colophon" : applicationNameOf(working));
  const ask = async (): Promise<boolean> => {
    await withClient(pool, (client) =>
      queryOn(client, { text: "select set_config('application_name', $1, false)", values: [application()] }),
    );
    return true;
  };
  const findOutdated = async (): Promise<boolean> => {
    if (working === null) return false;
    const query = { text: OTHER_IS_STORED, values: [working] };
    return (isOutdated = (await withClient(pool, (client) => queryOn(client, query))).rows.length > 0);
  };
  const inTime = async (question: Promise<boolean>): Promise<boolean> => {
    const tooLate = new AbortController();
    const limit = sleep(HEALTH_MS, false, { signal: tooLate.signal }).catch(() => false);
    const answer = await Promise.race([question.catch(() => false), limit]);
    tooLate.abort();
    return answer;
  };
  const health = async (): Promise<boolean> => (await ask()) && !(isOutdated && (await findOutdated()));
  const canWrite = async (): Promise<boolean> => {
    if (readOnly) return true;
    return withClient(pool, async (client) => {
      if ((await queryOn<{ is: boolean }>(client, { text: IS_READ_ONLY })).rows[0]?.is) return false;
      if (wasRefused) await tryWrite(client);
      wasRefused = false;
      return true;
    });
  };
  const clockDifference = async (): Promise<number> => {
    const [asked, { rows }] = await withClient(
      pool,
      async (client) => [Date.now(), await queryOn<{ now: number }>(client, { text: CLOCK })] as const,
    );
    const now = (rows[0]?.now ?? 0) * MS;
    return (now > Date.now() ? now - Date.now() : Math.min(0, now - asked)) / MS;
  };
  const announceUntilSent = async (): Promise<void> => {
    if (isAnnouncing) return;
    isAnnouncing = true;
    while (!closing.signal.aborted && !(await inTime(ask()))) await sleep(RETRY_MS, undefined, { ref: false });
    isAnnouncing = false;
  };
  pool.on("remove", () => void (working !== null && announceUntilSent())); // the announcement ended with the connection
  return {
    health: (): Promise<boolean> => inTime(health()),
    canWrite: (): Promise<boolean> => inTime(canWrite()),
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
      if (!(await inTime(ask()))) void announceUntilSent();
    },
    close: (): Promise<void> => {
      closing.abort();
      return pool.end();
    },
  };
}
