import pg from "pg";
import type { QueryConfig, QueryResult } from "pg";
import { isStalePlan } from "./errors.ts";
import { evictBefore, forget } from "./prepared.ts";
import { traceStatement } from "./trace-statement.ts";

/** Clients whose connection can't be trusted any more: they are closed instead of going back to the pool. */
const broken = new WeakSet<pg.ClientBase>();

/**
 * Runs one query on a client. After anything but an ordinary refusal by the server (a time-out of ours, a lost
 * connection) the client is marked, so that nobody gets it again: an answer may still be on its way to it.
 */
export async function queryOn<R extends pg.QueryResultRow>(client: pg.ClientBase, config: QueryConfig): Promise<QueryResult<R>> {
  if (broken.has(client)) throw new Error("Connection terminated");
  if (config.name !== undefined) evictBefore(client, config.name);
  try {
    return await traceStatement(config, () => client.query<R>(config));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.severity === "FATAL") broken.add(client);
    if (config.name !== undefined && isStalePlan(error)) forget(client, config.name);
    throw error;
  }
}

/** Gives a client back; one with a broken connection is closed. */
export function release(client: pg.PoolClient): void {
  client.release(broken.has(client));
}

/** Marks a client as not to be used again. */
export function markBroken(client: pg.ClientBase): void {
  broken.add(client);
}

/** Takes a client from the pool for as long as `work` takes. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    release(client);
  }
}
