import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { QueryConfig, QueryResult } from "pg";
import { markBroken, queryOn, release } from "../connections/connection.ts";
import type { Pool } from "../connections/connection.ts";
import { repeating } from "./repeat.ts";

type Task = () => Promise<void>;

export interface TransactionOptions {
  /** Work that waits for a project's hooks uses the small pool, so that slow hooks can't block reads. */
  readonly pool?: "hooks";
  /** SQL without parameters that takes a lock. It is sent together with `begin`. */
  readonly lock?: string;
}

/** One transaction on one connection, as long as its function runs. */
export interface Transaction {
  /** @throws Error once the transaction has ended. */
  query<R extends pg.QueryResultRow>(config: QueryConfig): Promise<QueryResult<R>>;
  /** Work to do just before the end, such as closing a wrapper of the same connection. */
  beforeEnd(work: () => Promise<void>): void;
  /** Work to do after the transaction has committed; a rollback drops it. */
  afterCommit(task: Task): void;
  assertLive(): void;
}

/** Tells others about a transaction that changes content. */
export interface Announced {
  /** @returns the task that ends it, if it has changed anything */
  beforeCommit(client: pg.ClientBase): Promise<Task | null>;
  ended(client: pg.ClientBase, settle: Task): Promise<void>;
}

export type Transactions = ReturnType<typeof createTransactions>;

/**
 * Passes the current transaction through every `await`, so that it need not be an argument.
 *
 * @param setting - returns the first statement of a transaction, without values; it is sent with `begin`.
 * @param announced - tells gateways about each transaction that changes content.
 */
export function createTransactions(setting: () => string | null = () => null, announced: Announced | null = null) {
  const storage = new AsyncLocalStorage<Transaction>();
  return {
    /** The current transaction, or undefined. @throws Error if it has ended. */
    current(): Transaction | undefined {
      const transaction = storage.getStore();
      transaction?.assertLive();
      return transaction;
    },

    /**
     * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Inside another transaction it joins that one.
     * After a deadlock `work` is repeated, without the tasks of the failed attempt.
     *
     * @param lock - see TransactionOptions; inside another transaction it is not taken.
     */
    async run<T>(pool: Pool, work: () => Promise<T>, lock: string | null = null): Promise<T> {
      if (this.current()) return work();
      const { result, tasks } = await repeating(() => once({ storage, pool, settings: [setting(), lock], announced }, work));
      for (const task of tasks) await task();
      return result;
    },

    /**
     * Runs `work` in a transaction if that has a first statement, which says who makes its changes, or if gateways are told about them;
     * otherwise without one.
     */
    attributed<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
      return setting() === null && !announced ? work() : this.run(pool, work);
    },

    /** Runs `task` after the current transaction has committed; without one it runs now. */
    async afterCommit(task: Task): Promise<void> {
      const transaction = this.current();
      if (!transaction) return task();
      transaction.afterCommit(task);
    },
  };
}

interface Begun {
  readonly storage: AsyncLocalStorage<Transaction>;
  readonly pool: Pool;
  /** Statements that run with `begin`. */
  readonly settings: readonly (string | null)[];
  readonly announced: Announced | null;
}

async function once<T>(
  { storage, pool, settings, announced }: Begun,
  work: () => Promise<T>,
): Promise<{ result: T; tasks: readonly Task[] }> {
  const client = await pool.connect();
  const { transaction, tasks, end } = open(client);
  let settle: Task | null = null;
  try {
    const setUp = [pool.localSettings?.() ?? null, ...settings].filter((text) => text !== null);
    await queryOn(client, { text: ["begin", ...setUp].join("; ") });
    const result = await storage.run(transaction, work);
    await end();
    if (announced) settle = await announced.beforeCommit(client);
    const { command } = await queryOn(client, { text: "commit" });
    // After a failed statement PostgreSQL answers a commit with a rollback, without an error.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it had failed");
    return { result, tasks };
  } catch (error) {
    await end().catch(() => undefined);
    await queryOn(client, { text: "rollback" }).catch(() => markBroken(client));
    throw error;
  } finally {
    release(client);
    if (settle) await announced?.ended(client, settle);
  }
}

function open(client: pg.PoolClient): { transaction: Transaction; tasks: readonly Task[]; end: () => Promise<void> } {
  let live = true;
  const last: Task[] = [];
  const tasks: Task[] = [];
  let turn: Promise<unknown> = Promise.resolve(); // a connection runs one statement at a time
  const assertLive = () => {
    if (!live) throw new Error("This transaction has ended; its database handle can't be used any more");
  };
  const transaction: Transaction = {
    assertLive,
    beforeEnd: (work) => void last.push(work),
    afterCommit: (task) => void tasks.push(task),
    query<R extends pg.QueryResultRow>(config: QueryConfig) {
      assertLive();
      const result = turn.then(() => queryOn<R>(client, config));
      turn = result.catch(() => undefined);
      return result;
    },
  };
  const end = async () => {
    live = false;
    await Promise.all(last.splice(0).map((work) => work()));
    await turn;
  };
  return { transaction, tasks, end };
}
