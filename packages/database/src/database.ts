import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { queryOn, withClient } from "./connection.ts";
import { toAppError } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import type { Limits } from "./limits.ts";
import { listen } from "./listen.ts";
import type { Listener } from "./listen.ts";
import { SILENT } from "./log.ts";
import type { Log } from "./log.ts";
import { createPool } from "./pool.ts";
import { createPrisma } from "./prisma.ts";
import { repeating } from "./repeat.ts";
import { createTransactions } from "./transaction.ts";
import { createWatch } from "./watch.ts";

export type Row = Record<string, unknown>;
export type Database = ReturnType<typeof createDatabase>;

/** SQL text under the name it is prepared as; the name follows from the text. Without a name it is not kept. */
export interface PreparedText {
  readonly name?: string;
  readonly text: string;
}

export interface DatabaseOptions extends Partial<Limits> {
  readonly url: string;
  readonly poolSize?: number;
  readonly log?: Log;
  readonly readOnly?: boolean;
}

const CLOSE_MS = 5_000;
/** Connections for writes with before-hooks: hooks that are slow starve each other, and nobody else. */
const HOOK_CONNECTIONS = 4;

/** Everything that talks to PostgreSQL. Failures of the kinds that a caller can be told about are AppErrors. */
export function createDatabase({ url, poolSize = 10, log = SILENT, readOnly = false, ...given }: DatabaseOptions) {
  const limits: Limits = { ...LIMITS, ...given };
  const pool = createPool({ url, max: poolSize, limits, log, readOnly });
  const hooksPool = createPool({ url, max: HOOK_CONNECTIONS, limits, log, readOnly });
  const watch = createWatch(url, log);
  const transactions = createTransactions();
  const { prisma, close: closePrisma } = createPrisma(pool, transactions);

  const run = async <R extends Row = Row>({ name, text }: PreparedText, values: readonly unknown[] = []): Promise<R[]> => {
    const config = name === undefined ? { text, values: [...values] } : { name, text, values: [...values] };
    const transaction = transactions.current();
    if (transaction) return (await transaction.query<R>(config).catch(rethrow)).rows;
    return repeating(async () => (await withClient(pool, (client) => queryOn<R>(client, config))).rows);
  };

  let closing: Promise<void> | null = null;
  const closeAll = async (): Promise<void> => {
    await closePrisma();
    const ended = Promise.all([pool.end(), hooksPool.end(), watch.close()]);
    await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })]);
  };

  return {
    pool,
    prisma,

    /** How full the pools are just now. */
    pools: () => [
      { pool: "requests", ...fillOf(pool), limit: poolSize },
      { pool: "hooks", ...fillOf(hooksPool), limit: HOOK_CONNECTIONS },
    ],

    /** Runs one statement, in the transaction of the moment if there is one. JSON, int8 and dates come as text. */
    run,

    /** The first row of a statement, or null. */
    async one<R extends Row = Row>(statement: PreparedText, values: readonly unknown[] = []): Promise<R | null> {
      return (await run<R>(statement, values))[0] ?? null;
    },

    /** All that `work` does through `run` and `prisma` is one transaction; see Transactions.run. */
    transaction<T>(work: () => Promise<T>, { pool: chosen }: { pool?: "hooks" } = {}): Promise<T> {
      return transactions.run(chosen === "hooks" ? hooksPool : pool, work);
    },

    /** Whether PostgreSQL answers within half a second, over a connection that no request can occupy. */
    health: (): Promise<boolean> => watch.health(),

    /** Tells other processes, through pg_stat_activity, that this one works with the configuration of that hash. */
    announce: (hash: string): Promise<void> => watch.announce(hash),

    /** Calls `onNotify` at each NOTIFY of the channel, and after each (re)connection. */
    listen: (channel: string, onNotify: () => void): Listener => listen(url, channel, onNotify, log),

    /** Lets running statements end, at most for 5 s, then closes every connection. A second call waits for the first. */
    close: (): Promise<void> => (closing ??= closeAll()),
  };
}

function fillOf({ totalCount, idleCount, waitingCount }: pg.Pool) {
  return { size: totalCount, idle: idleCount, waiting: waitingCount };
}

function rethrow(error: unknown): never {
  throw toAppError(error);
}
