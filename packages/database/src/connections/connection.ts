import pg from "pg";
import type { QueryConfig, QueryResult } from "pg";
import { isStalePlan } from "../errors/errors.ts";
import { CLIENT_GRACE_MS } from "./limits.ts";
import { deallocate, notePrepared } from "./prepared.ts";
import { traceStatement } from "./trace-statement.ts";

/** Where clients come from; each is given back by `release`. */
export interface Pool {
  connect(): Promise<pg.PoolClient>;
}

/** Clients with a connection in an unknown state. They are closed instead of returned to the pool. */
const broken = new WeakSet<pg.ClientBase>();
/** The client's own time-out where it isn't the one that its pool gave it. */
const queryTimeouts = new WeakMap<pg.ClientBase, number>();

/**
 * Runs one query on a client. After anything but an ordinary refusal by the server (a time-out of ours, a lost
 * connection) the client is marked, so that nobody gets it again: an answer may still be on its way to it.
 */
export async function queryOn<R extends pg.QueryResultRow>(client: pg.ClientBase, config: QueryConfig): Promise<QueryResult<R>> {
  if (broken.has(client)) throw new Error("Connection terminated");
  if (config.name !== undefined) notePrepared(client, config.name);
  try {
    const timeoutMs = queryTimeouts.get(client);
    const limited = timeoutMs === undefined ? config : { ...config, query_timeout: timeoutMs };
    return await traceStatement(config, () => client.query<R>(limited));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.severity === "FATAL") broken.add(client);
    if (config.name !== undefined && isStalePlan(error)) deallocate(client, config.name);
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

/** Changes what one statement may take on a client: at the server, and in the client itself. */
export async function limitStatements(client: pg.ClientBase, statementMs: number): Promise<void> {
  await queryOn(client, { text: `set statement_timeout = ${Math.round(statementMs)}` });
  queryTimeouts.set(client, statementMs + CLIENT_GRACE_MS);
}

/** Takes a client from the pool for as long as `work` takes. */
export async function withClient<T>(pool: Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    release(client);
  }
}
