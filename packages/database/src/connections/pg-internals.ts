/**
 * The parts of `pg` that its types don't have, or that depend on how it works inside. Only this module reads them, and its test names those
 * that a new version lacks.
 */
import type pg from "pg";

interface Internals {
  readonly connectionParameters: { query_timeout: number | false };
  readonly connection: {
    /** The texts of the statements that the server has prepared, by name. */
    readonly parsedStatements: Record<string, string | undefined>;
    /** Sends the message that deallocates a prepared statement. */
    close(message: { type: "S"; name: string }): void;
  };
  /** Null before the connection is made. */
  readonly processID: number | null;
}

const internalsOf = (client: pg.ClientBase): Internals => client as unknown as Internals;

/** The time limit that the client sets for each query, in milliseconds. */
export function queryTimeoutOf(client: pg.ClientBase): number | false {
  return internalsOf(client).connectionParameters.query_timeout;
}

/**
 * Sends a query without the client's own time limit: for that, `pg` assigns a function to the query, which keeps the query and its rows in
 * memory until the next full garbage collection (see CONTRIBUTING.md).
 */
export function sendUntimed(client: pg.ClientBase, query: pg.Query): void {
  const { connectionParameters } = internalsOf(client);
  const { query_timeout } = connectionParameters;
  connectionParameters.query_timeout = false;
  try {
    client.query(query);
  } finally {
    connectionParameters.query_timeout = query_timeout;
  }
}

/** Deallocates a prepared statement: its next run prepares it again. The message is sent with the next query. */
export function deallocate(client: pg.ClientBase, name: string): void {
  const { connection } = internalsOf(client);
  if (connection.parsedStatements[name] === undefined) return;
  delete connection.parsedStatements[name];
  connection.close({ type: "S", name });
}

/** The number of the client's process at the server; 0 before the connection is made. */
export function backendOf(client: pg.ClientBase): number {
  return internalsOf(client).processID ?? 0;
}

/** Calls `done` when the client returns to its pool, once: the pool sets `release` anew each time that it lends a client. */
export function onRelease(client: pg.PoolClient, done: () => void): pg.PoolClient {
  const { release } = client;
  client.release = (broken) => {
    release(broken);
    done();
  };
  return client;
}
