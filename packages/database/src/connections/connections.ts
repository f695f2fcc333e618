import type pg from "pg";
import type { QueryConfig, QueryResult } from "pg";
import type { RequestContexts, RequestContext } from "./request-context.ts";
import { awaitConnection, limitStatements, markBroken, queryOn, release, withClient, type Pool } from "./connection.ts";
import type { Limits } from "./limits.ts";
import { observeStatements } from "./statements.ts";
import type { StatementFacts } from "./statements.ts";
import { createPool } from "./pool.ts";
import type { PoolOptions } from "./pool.ts";
import { createFairQueue } from "./fair-queue.ts";

export interface ConnectionsOptions extends PoolOptions {
  readonly contexts: RequestContexts;
  readonly limits: Limits;
  /** Called after each statement, with the caller for whom it ran. */
  readonly onStatement: (facts: StatementFacts, context: RequestContext | undefined) => void;
}

/** The caller who has the client; a property of the client itself, because a WeakMap would get and lose an entry per statement. */
const CONTEXT = Symbol("holder");
type Held = pg.PoolClient & { [CONTEXT]?: RequestContext | undefined };

export type Connections = ReturnType<typeof createConnections>;

/**
 * At most `max` connections, assigned in turn by a fair queue. Connections for anonymous callers have a shorter statement time-out. They are used for
 * other callers, and the reverse, only if all connections are open; this costs a statement to change the time-out. Behind a pooler, whose
 * connections keep no setting, a statement for an anonymous caller runs in a transaction with the shorter time-out instead.
 */
export function createConnections({ contexts, onStatement, ...options }: ConnectionsOptions) {
  const { max, limits } = options;
  const anonymousMs = Math.min(limits.statementMs, limits.anonymousStatementMs);
  const pool = createPool(options);
  const isLimitedByTransaction = options.pooled === true && anonymousMs < limits.statementMs;
  const anonymousPool = createPool({ ...options, limits: { ...limits, statementMs: anonymousMs } });
  const pools = [pool, anonymousPool];
  const queue = createFairQueue({ size: max, waitMs: limits.connectMs });
  const statementMs = new WeakMap<pg.PoolClient, number>();
  for (const each of pools) {
    each.on("release", (_error, client) => giveBack(client));
    each.on("connect", (client: Held) => observeStatements(client, (facts) => onStatement(facts, client[CONTEXT])));
  }

  function giveBack(client: Held): void {
    const context = client[CONTEXT];
    client[CONTEXT] = undefined;
    if (context) queue.give(context);
  }

  function poolFor({ anonymous }: RequestContext): pg.Pool {
    if (options.pooled) return pool;
    const [own, other] = anonymous ? [anonymousPool, pool] : [pool, anonymousPool];
    const hasRoom = spareOf(own) > 0 || own.totalCount + other.totalCount < max;
    return hasRoom || spareOf(other) <= 0 ? own : other;
  }

  /** What the queue assigned is given back if there is no connection, and else when the client is released. */
  async function connectAs(context: RequestContext, from: pg.Pool): Promise<pg.PoolClient> {
    try {
      const client: Held = await from.connect();
      client[CONTEXT] = context;
      if (!options.pooled) await setLimit(client, context, from);
      return client;
    } catch (error) {
      queue.give(context);
      throw error;
    }
  }

  async function setLimit(client: Held, context: RequestContext, from: pg.Pool): Promise<void> {
    const wantedMs = context.anonymous ? anonymousMs : limits.statementMs;
    const knownMs = statementMs.get(client) ?? (from === pool ? limits.statementMs : anonymousMs);
    if (knownMs === wantedMs) return;
    try {
      await limitStatements(client, wantedMs);
    } catch (error) {
      client[CONTEXT] = undefined;
      release(client);
      throw error;
    }
    statementMs.set(client, wantedMs);
  }

  const source: Pool = {
    async connect(): Promise<pg.PoolClient> {
      const context = contexts.current();
      const askedAtMs = performance.now();
      const turn = queue.take(context);
      if (turn) await turn;
      const from = poolFor(context);
      const isOpen = spareOf(from) > 0; // then a client is available at once, and a timer would cost more than taking it
      const connecting = connectAs(context, from);
      if (isOpen) return connecting;
      return awaitConnection(connecting, limits.connectMs - (turn ? performance.now() - askedAtMs : 0));
    },

    localSettings: () => (isLimitedByTransaction && contexts.current().anonymous ? `set local statement_timeout = ${anonymousMs}` : null),
  };

  return {
    /** Connections for the current caller. @throws SERVICE_UNAVAILABLE if none became free in time. */
    ...source,

    /** The connections for signed-in callers, without waiting in the queue: for the process's start. */
    pool,

    /** Runs one statement for the current caller. */
    query<R extends pg.QueryResultRow>(config: QueryConfig): Promise<QueryResult<R>> {
      const limit = source.localSettings?.() ?? null;
      return withClient(source, (client) => (limit === null ? queryOn<R>(client, config) : queryWithin<R>(client, config, limit)));
    },

    usage: () => ({
      size: pool.totalCount + anonymousPool.totalCount,
      idle: pool.idleCount + anonymousPool.idleCount,
      waiting: queue.waiting(),
      limit: max,
    }),

    end: async (): Promise<void> => void (await Promise.all(pools.map((each) => each.end()))),
  };
}

/** One statement with a setting that ends with it. */
async function queryWithin<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  config: QueryConfig,
  setting: string,
): Promise<QueryResult<R>> {
  await queryOn(client, { text: `begin; ${setting}` });
  try {
    const result = await queryOn<R>(client, config);
    await queryOn(client, { text: "commit" });
    return result;
  } catch (error) {
    await queryOn(client, { text: "rollback" }).catch(() => markBroken(client));
    throw error;
  }
}

function spareOf({ idleCount, waitingCount }: pg.Pool): number {
  return idleCount - waitingCount;
}
