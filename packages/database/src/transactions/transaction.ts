import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { QueryConfig, QueryResult } from "pg";
import { markBroken, queryOn, release } from "../connections/connection.ts";
import type { Pool } from "../connections/connection.ts";
import { repeating } from "./repeat.ts";

type Task = () => Promise<void>;

export interface TransactionOptions {
  /** Work that waits for a project's hooks runs on the small pool, so that slow hooks can't starve reads. */
  readonly pool?: "hooks";
}

/** One transaction on one connection, for as long as the function it was given to runs. */
export interface Transaction {
  /** @throws Error once the transaction has ended. */
  query<R extends pg.QueryResultRow>(config: QueryConfig): Promise<QueryResult<R>>;
  /** Work to do just before the end, such as closing what was opened over the same connection. */
  beforeEnd(work: () => Promise<void>): void;
  /** Work to do when the transaction has committed; a rollback drops it. */
  afterCommit(task: Task): void;
  assertLive(): void;
}

export type Transactions = ReturnType<typeof createTransactions>;

/** Carries the transaction of the moment through every `await`, so that nobody needs to pass it on. */
export function createTransactions() {
  const storage = new AsyncLocalStorage<Transaction>();
  return {
    /** The transaction that the running code is in, or undefined. @throws Error when that one has ended. */
    current(): Transaction | undefined {
      const transaction = storage.getStore();
      transaction?.assertLive();
      return transaction;
    },

    /**
     * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Inside another transaction
     * it simply joins that one. After a deadlock all of `work` is done again, without the tasks of the attempt before.
     */
    async run<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
      if (this.current()) return work();
      const { result, tasks } = await repeating(() => once(storage, pool, work));
      for (const task of tasks) await task();
      return result;
    },

    /** Keeps `task` until the transaction of the moment has committed; without one it runs now. */
    async afterCommit(task: Task): Promise<void> {
      const transaction = this.current();
      if (!transaction) return task();
      transaction.afterCommit(task);
    },
  };
}

async function once<T>(
  storage: AsyncLocalStorage<Transaction>,
  pool: Pool,
  work: () => Promise<T>,
): Promise<{ result: T; tasks: readonly Task[] }> {
  const client = await pool.connect();
  const { transaction, tasks, end } = open(client);
  try {
    await queryOn(client, { text: "begin" });
    const result = await storage.run(transaction, work);
    await end();
    const { command } = await queryOn(client, { text: "commit" });
    // PostgreSQL answers a commit after a failed statement by rolling back, without an error.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it had failed");
    return { result, tasks };
  } catch (error) {
    await end().catch(() => undefined);
    await queryOn(client, { text: "rollback" }).catch(() => markBroken(client));
    throw error;
  } finally {
    release(client);
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
