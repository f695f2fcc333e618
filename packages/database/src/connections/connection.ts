import { inTime, LATE } from "@colophon/runtime/time-limit";
import pg from "pg";
import type { QueryConfig, QueryResult } from "pg";
import { isStalePlan } from "../errors/errors.ts";
import { CLIENT_GRACE_MS } from "./limits.ts";
import { deallocate, queryTimeoutOf, sendUntimed } from "./pg-internals.ts";
import { notePrepared } from "./prepared.ts";
import { measureStatement } from "./statements.ts";
import { traceStatement } from "./trace-statement.ts";

/** A source of clients; each is returned by `release`. */
export interface Pool {
  connect(): Promise<pg.PoolClient>;
  /** A statement without values that each transaction of the current caller begins with; null if there is none. */
  readonly localSettings?: () => string | null;
}

/** Clients with a connection in an unknown state. They are closed instead of returned to the pool. */
const broken = new WeakSet<pg.ClientBase>();
/** The client's own time-out if it differs from the pool's. */
const queryTimeouts = new WeakMap<pg.ClientBase, number>();

/**
 * Runs one query on a client. After anything but an ordinary refusal by the server (a time-out of this process, a lost connection) the
 * client is marked, so that it is not used again: it may still receive the answer.
 */
export async function queryOn<R extends pg.QueryResultRow>(client: pg.ClientBase, config: QueryConfig): Promise<QueryResult<R>> {
  if (broken.has(client)) throw new Error("Connection terminated");
  const { name, text } = config;
  if (name !== undefined) notePrepared(client, { name, text });
  try {
    return await measureStatement(client, config, () => traceStatement(config, () => send<R>(client, config)));
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error); // the caller's, not that of the socket that the answer came from
    if (!(error instanceof pg.DatabaseError) || error.severity === "FATAL") broken.add(client);
    if (name !== undefined && isStalePlan(error)) deallocate(client, name);
    throw error;
  }
}

/**
 * A `Query` is used by the client as it is; a configuration is copied, property by property, which takes longer than everything else that
 * the client does. Prisma's configurations have parsers of their own, which a `Query` gets only by such a copy.
 */
function send<R extends pg.QueryResultRow>(client: pg.ClientBase, config: QueryConfig): Promise<QueryResult<R>> {
  const limitMs = queryTimeouts.get(client) ?? queryTimeoutOf(client);
  if (config.types !== undefined) return client.query<R>(Object.assign({}, config, { query_timeout: limitMs }));
  const { name, text, values } = config;
  return new Promise((resolve, reject) => {
    const expire = (): void => reject(new Error("Query read timeout"));
    const timer = limitMs ? setTimeout(expire, limitMs) : undefined;
    const callback = (error: Error | null | undefined, result: QueryResult<R>): void => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result);
    };
    sendUntimed(client, Object.assign(new pg.Query<R>(text, values, callback), { name }));
  });
}

/** Returns a client to the pool; one with a broken connection is closed. */
export function release(client: pg.PoolClient): void {
  client.release(broken.has(client));
}

/** Whether the outcome of its last statement is unknown: the server may still run it. */
export function isBroken(client: pg.ClientBase): boolean {
  return broken.has(client);
}

export function markBroken(client: pg.ClientBase): void {
  broken.add(client);
}

/** Changes the time limit of one statement on a client: at the server, and in the client itself. */
export async function limitStatements(client: pg.ClientBase, statementMs: number): Promise<void> {
  await queryOn(client, { text: `set statement_timeout = ${Math.round(statementMs)}` });
  queryTimeouts.set(client, statementMs + CLIENT_GRACE_MS);
}

/** The connection, or an error after that time; the attempt goes on, and its connection is returned to the pool for those who come later. */
export async function awaitConnection(connecting: Promise<pg.PoolClient>, withinMs: number): Promise<pg.PoolClient> {
  const client = await inTime(connecting, withinMs);
  if (client !== LATE) return client;
  void connecting.then(release, () => undefined);
  throw new Error("timeout exceeded when trying to connect");
}

/** Takes a client from the pool while `work` runs. */
export async function withClient<T>(pool: Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    release(client);
  }
}
