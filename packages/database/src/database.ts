import { inTime } from "@colophon/runtime/time-limit";
import type { QueryConfig } from "pg";
import { unavailable } from "@colophon/model/errors";
import { createAnnouncedWrites, changesContent } from "./answer-cache/announced-writes.ts";
import { type AnswerMarks, createSuspension } from "./answer-cache/suspension.ts";
import { auditSetting } from "./audit/setting.ts";
import { addressOf, createPool } from "./connections/pool.ts";
import { createRequestContexts, type RequestContext } from "./connections/request-context.ts";
import type { Listener } from "./connections/channels.ts";
import { createConnections } from "./connections/connections.ts";
import { connectionsForHooks } from "./connections/division.ts";
import { isSchemaMismatch, STALE_STATES, toAppError } from "./errors/errors.ts";
import { createHeldLocks, type HeldLock } from "./connections/held-locks.ts";
import { createHookConnections } from "./connections/hook-connections.ts";
import { LIMITS, type Limits } from "./connections/limits.ts";
import { logSlow, type StatementFacts } from "./connections/statements.ts";
import { SILENT, type Log } from "./log.ts";
import { createPrisma } from "./transactions/prisma.ts";
import { repeating } from "./transactions/repeat.ts";
import { createTransactions, type TransactionOptions } from "./transactions/transaction.ts";
import { createProbe, createWatch } from "./connections/watch.ts";

export type Row = Record<string, unknown>;
export type Database = ReturnType<typeof createDatabase>;

/** SQL text and the name under which it is prepared; the name is derived from the text. Without a name it is not kept prepared. */
export interface PreparedText {
  readonly name?: string;
  readonly text: string;
  /** Whether PostgreSQL plans it with its values each time: it does so for a statement without a name, in one round trip. */
  readonly customPlan?: boolean;
  /** The entities that it changes, if it is a write whose changes are known. */
  readonly changes?: readonly string[];
}

export interface DatabaseOptions extends Partial<Limits> {
  readonly url: string;
  /** The number of connections for statements. The session is one more, and so are locks that are held. */
  readonly poolSize?: number;
  /** Whether a pooler in transaction mode is at `url`. */
  readonly pooled?: boolean;
  /** Whether statements have names, under which the server keeps their plans; by default only without `pooled`. */
  readonly keepsPrepared?: boolean;
  /** The server itself, for what needs a session of PostgreSQL; by default `url`. */
  readonly directUrl?: string | undefined;
  readonly log?: Log;
  readonly readOnly?: boolean;
  /** The limit for an answer to `health` and `canWrite`, in milliseconds. */
  readonly healthMs?: number;
  /** Statements that take at least this long are logged; 0, the default, logs none. */
  readonly slowStatementMs?: number;
  /** Whether transactions tell the triggers of the audit log who makes their changes. */
  readonly audited?: boolean;
  /** Tells the gateways' caches of answers about writes; without it they learn of them later. Not with `pooled`. */
  readonly answerMarks?: AnswerMarks | undefined;
  /** Called after each statement, for metrics. */
  readonly onStatement?: (facts: StatementFacts) => void;
}

const CLOSE_MS = 5_000;
/** Of statements that are planned each time from now on: a pooler's connection keeps a plan that no longer fits, also if its statement is closed. */
const MAX_REPLANNED = 1_000;
/** Connections to the server for a start, if the others are a pooler's; they close when it is over. */
const START_CONNECTIONS = { max: 2, idleMs: 1_000 };

/** All access to PostgreSQL. Expected failures are AppErrors. */
export function createDatabase({
  url,
  poolSize = 10,
  pooled = false,
  keepsPrepared = !pooled,
  directUrl = url,
  log = SILENT,
  readOnly = false,
  healthMs,
  slowStatementMs = 0,
  audited = false,
  answerMarks,
  onStatement,
  ...given
}: DatabaseOptions) {
  const limits: Limits = { ...LIMITS, ...given };
  const contexts = createRequestContexts();
  const replanned = new Set<string>(); // names
  const noteStatement = (facts: StatementFacts, context: RequestContext | undefined): void => {
    if (facts.state !== undefined) watch.noteFailure(facts.state);
    if (pooled && facts.name !== undefined && facts.state !== undefined && STALE_STATES.has(facts.state)) {
      if (replanned.size === MAX_REPLANNED) replanned.clear();
      replanned.add(facts.name);
    }
    onStatement?.(facts);
    logSlow(log, slowStatementMs, facts, context?.requestId);
  };
  const connections = createConnections({ url, limits, log, readOnly, contexts, onStatement: noteStatement, max: poolSize, pooled });
  const hookSize = connectionsForHooks(poolSize);
  const hookConnections = createHookConnections({ from: connections, contexts, size: hookSize, waitMs: limits.connectMs });
  const startPool = pooled ? createPool({ url: directUrl, limits, log, readOnly, ...START_CONNECTIONS }) : connections.pool;
  const watch = createWatch({ url: directUrl, log, readOnly, healthMs });
  const pooler = pooled ? createProbe({ url, log }) : null;
  const heldLocks = createHeldLocks({ url: directUrl, limits, log });
  const announced =
    answerMarks && createAnnouncedWrites({ marks: answerMarks, suspension: createSuspension({ url, limits, log, marks: answerMarks }) });
  const transactions = createTransactions(audited ? () => auditSetting(contexts.current()) : undefined, announced);
  const { prisma, load: loadPrisma, close: closePrisma } = createPrisma(connections, transactions);

  /** A replica with an older configuration can use objects that a newer configuration removed. It reports this, and is not ready. */
  const explain = async (error: unknown): Promise<never> => {
    throw isSchemaMismatch(error) && (await watch.findOutdated()) ? unavailable(error) : error;
  };

  const configOf = ({ name, text, customPlan = false }: PreparedText, values: readonly unknown[]): QueryConfig =>
    name === undefined || customPlan || !keepsPrepared || replanned.has(name)
      ? { text, values: [...values] }
      : { name, text, values: [...values] };

  const run = async <R extends Row = Row>(statement: PreparedText, values: readonly unknown[] = []): Promise<R[]> => {
    const config = configOf(statement, values);
    const transaction = transactions.current();
    if (transaction) return (await transaction.query<R>(config).catch(rethrow)).rows;
    if (announced && (statement.changes || changesContent(statement))) {
      const rows = statement.changes && (await announced.alone<R>(connections, config, statement.changes).catch(explain));
      return rows || transactions.run(connections, () => run<R>(statement, values)).catch(explain);
    }
    return repeating(async () => (await connections.query<R>(configOf(statement, values))).rows).catch(explain);
  };

  let closing: Promise<void> | null = null;
  const closeAll = async (): Promise<void> => {
    await closePrisma();
    const ended = Promise.all([
      connections.end(),
      ...(pooled ? [startPool.end()] : []),
      heldLocks.close(),
      watch.close(),
      pooler?.close(),
      announced?.close(),
    ]);
    await inTime(ended, CLOSE_MS, { ref: false });
  };

  return {
    /** Of the server, for messages: host and port. */
    address: addressOf(url),

    /** Connections to the server without turns and transactions, for the process's start. */
    pool: startPool,

    /** Whether statements go through a pooler: the role then has to have the settings of `setRoleSettings`. */
    pooled,

    prisma,
    loadPrisma,

    /** All database work in `work`, and in tasks that it starts, waits its turn as that caller. */
    actFor: <T>(context: RequestContext, work: () => T): T => contexts.run(context, work),

    /** The current use of the pools. */
    pools: () => [
      { pool: "requests", ...connections.usage() },
      { pool: "hooks", ...hookConnections.usage() },
    ],

    /** Runs one statement, in the current transaction if there is one. JSON, int8 and dates are returned as text. */
    run,

    /** The first row of a statement, or null. */
    async one<R extends Row = Row>(statement: PreparedText, values: readonly unknown[] = []): Promise<R | null> {
      return (await run<R>(statement, values))[0] ?? null;
    },

    /** `work` runs in one transaction, through `run` and `prisma`; see Transactions.run. */
    async transaction<T>(work: () => Promise<T>, { pool: chosen, lock }: TransactionOptions = {}): Promise<T> {
      const isOutermost = transactions.current() === undefined;
      if (!isOutermost && lock !== undefined) await run({ text: lock });
      const done = transactions.run(chosen === "hooks" ? hookConnections : connections, work, lock);
      return isOutermost ? done.catch(explain) : done;
    },

    /** `work` is one statement whose caller the audit log has to know: with the log it runs in a transaction. */
    attributed: <T>(work: () => Promise<T>): Promise<T> => transactions.attributed(connections, work),

    /** Runs `task` after the open transaction has committed (a rollback drops it); without one it runs now. */
    afterCommit: (task: () => Promise<void>): Promise<void> => transactions.afterCommit(task),

    /** Takes a lock for work outside of transactions; null if somebody has it. */
    holdLock: (name: "job", key: string): Promise<HeldLock | null> => heldLocks.hold(name, key),

    /** Whether the running code is in a transaction. */
    inTransaction: (): boolean => transactions.current() !== undefined,

    /**
     * Whether PostgreSQL answers within half a second, over a connection that no request can occupy, and the tables are not known to lack
     * what this process's configuration needs.
     */
    health: async (): Promise<boolean> => (await Promise.all([watch.health(), pooler?.answers() ?? true])).every(Boolean),

    /**
     * Whether writes would succeed: PostgreSQL is not read-only, and has room. True for a database that is opened for reading.
     */
    canWrite: watch.canWrite,

    /** How far the server's clock is ahead of this one, at least: the time of the question is left out. @throws if it doesn't answer. */
    clockDifferenceSeconds: watch.clockDifferenceSeconds,

    /** Tells other processes, through pg_stat_activity, that this one uses the configuration of that hash. */
    announce: (hash: string): Promise<void> => watch.announce(hash),

    /** Calls `onNotify` at each NOTIFY of the channel, and after each (re)connection. */
    listen: (channel: string, onNotify: () => void): Listener => watch.listen(channel, onNotify),

    /** Waits at most 5 s for running statements, then closes all connections. A second call waits for the first. */
    close: (): Promise<void> => (closing ??= closeAll()),
  };
}

function rethrow(error: unknown): never {
  throw toAppError(error);
}
