import pg from "pg";
import { CLIENT_GRACE_MS, OPENING_MS, type Limits } from "./limits.ts";
import type { Log } from "../log.ts";

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly limits: Omit<Limits, "anonymousStatementMs">;
  readonly log: Log;
  readonly readOnly?: boolean;
  /** Unused connections are closed after this time; 0 keeps them. */
  readonly idleMs?: number;
  /** Further settings of its sessions. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether a pooler in transaction mode is at that URL: its sessions have the settings of the role, see `setRoleSettings`. */
  readonly pooled?: boolean;
}

const TEXT_TYPES = new Set<number>([
  pg.types.builtins.JSON, // answers are passed on unparsed
  pg.types.builtins.JSONB,
  pg.types.builtins.DATE, // a day, which a JavaScript Date would shift by its time zone
  pg.types.builtins.INT8, // may exceed a JavaScript number
]);
const asText = (value: string): string => value;
const typeParserOf: typeof pg.types.getTypeParser = (id: number, format?: "text" | "binary") =>
  TEXT_TYPES.has(id) ? asText : pg.types.getTypeParser(id, format);

/**
 * Compiling a plan to machine code costs more than any statement here takes. Starting a parallel worker takes several milliseconds, even for
 * a part of a plan that is then not executed: a page of 1.4 ms took 10 ms.
 */
const ALWAYS = { timezone: "UTC", jit: "off", max_parallel_workers_per_gather: "0" };
const READING = { default_transaction_read_only: "on" };

/** The settings of a service's sessions, without its time limits. */
export const sessionSettings = (readOnly: boolean): Readonly<Record<string, string>> => ({ ...ALWAYS, ...(readOnly && READING) });

/** The time limits of a service's sessions, by PostgreSQL's names. */
export const timeLimits = ({ statementMs, lockMs, idleTransactionMs }: PoolOptions["limits"]) => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleTransactionMs,
});

/** A pool with all time-outs set, at the server and at the client. Who can't wait until a connection is made uses `awaitConnection`. */
export function createPool({ url, max, limits, log, readOnly = false, idleMs = 30_000, settings, pooled = false }: PoolOptions): pg.Pool {
  const session = { ...sessionSettings(readOnly), ...settings };
  const options = Object.entries(session).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: "colophon",
    query_timeout: limits.statementMs + CLIENT_GRACE_MS,
    connectionTimeoutMillis: Math.max(limits.connectMs, OPENING_MS),
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    ...(!pooled && { ...timeLimits(limits), options: options.join(" ") }), // a pooler refuses them
    types: { getTypeParser: typeParserOf },
  });
  pool.on("error", (error) => log.warn({ reason: error.message }, "lost an idle database connection"));
  // The pool has no listener on a client in use: without this one a lost connection would end the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}

/** Host and port of a server, as `pg` reads them from its URL: never the user or the password. */
export function addressOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url });
  return host.startsWith("/") ? host : `${host}:${port}`;
}
