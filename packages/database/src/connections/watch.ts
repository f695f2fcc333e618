import { setTimeout as sleep } from "node:timers/promises";
import { queryOn, withClient } from "./connection.ts";
import type { Log } from "../log.ts";
import { createPool } from "./pool.ts";

const HEALTH_MS = 450;
const RETRY_MS = 1_000;
const LIMITS = { statementMs: HEALTH_MS - 100, lockMs: HEALTH_MS, connectMs: HEALTH_MS, idleTransactionMs: HEALTH_MS };

/** What a process that works with the configuration of that hash calls its connection. */
export function applicationNameOf(hash: string): string {
  return `colophon ${hash.slice(0, 32)}`;
}

/** One connection beside the pools, to see whether PostgreSQL lives and to say which configuration runs here. */
export function createWatch(url: string, log: Log) {
  const pool = createPool({ url, max: 1, limits: LIMITS, log, idleMs: 0 });
  const closing = new AbortController();
  let application: string | null = null;
  const ask = async (): Promise<boolean> => {
    await withClient(pool, (client) =>
      queryOn(client, { text: "select set_config('application_name', $1, false)", values: [application ?? "colophon"] }),
    );
    return true;
  };
  const health = async (): Promise<boolean> => {
    const tooLate = new AbortController();
    const limit = sleep(HEALTH_MS, false, { signal: tooLate.signal }).catch(() => false);
    const answer = await Promise.race([ask().catch(() => false), limit]);
    tooLate.abort();
    return answer;
  };
  const announceUntilHeard = async (): Promise<void> => {
    while (!closing.signal.aborted && !(await health())) await sleep(RETRY_MS, undefined, { ref: false });
  };
  pool.on("error", () => void (application !== null && announceUntilHeard())); // what was said went away with the connection
  return {
    health,
    async announce(hash: string): Promise<void> {
      application = applicationNameOf(hash);
      if (!(await health())) void announceUntilHeard();
    },
    close: (): Promise<void> => {
      closing.abort();
      return pool.end();
    },
  };
}
