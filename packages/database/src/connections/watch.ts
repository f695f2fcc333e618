import { setTimeout as sleep } from "node:timers/promises";
import { queryOn, withClient } from "./connection.ts";
import type { Log } from "../log.ts";
import { createPool } from "./pool.ts";

const HEALTH_MS = 450;
const RETRY_MS = 1_000;
const LIMITS = { statementMs: HEALTH_MS - 100, lockMs: HEALTH_MS, connectMs: HEALTH_MS, idleTransactionMs: HEALTH_MS };

const OTHER_IS_STORED = "select from cms.schema_state where superseded_at is null and hash <> $1";

/** The application name of connections of a process with the configuration of that hash. */
export function applicationNameOf(hash: string): string {
  return `colophon ${hash.slice(0, 32)}`;
}

/** A connection outside the pools, which monitors PostgreSQL and announces the configuration of this process. */
export function createWatch(url: string, log: Log) {
  const pool = createPool({ url, max: 1, limits: LIMITS, log, idleMs: 0 });
  const closing = new AbortController();
  let working: string | null = null; // the hash of the configuration
  let isOutdated = false;
  let isAnnouncing = false;
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
  const announceUntilSent = async (): Promise<void> => {
    if (isAnnouncing) return;
    isAnnouncing = true;
    while (!closing.signal.aborted && !(await inTime(ask()))) await sleep(RETRY_MS, undefined, { ref: false });
    isAnnouncing = false;
  };
  pool.on("remove", () => void (working !== null && announceUntilSent())); // the announcement ended with the connection
  return {
    health: (): Promise<boolean> => inTime(health()),
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
