import type pg from "pg";
import type { RequestContexts } from "./request-context.ts";
import type { Pool } from "./connection.ts";
import { createFairQueue } from "./fair-queue.ts";
import { onRelease } from "./pg-internals.ts";

interface HookConnectionsOptions {
  readonly from: Pool;
  readonly contexts: RequestContexts;
  /** How many connections of `from` it lends at the same time. */
  readonly size: number;
  readonly waitMs: number;
}

/** Lends some of the connections of a pool, so that work that waits for a project's hooks never has all of them. */
export function createHookConnections({ from, contexts, size, waitMs }: HookConnectionsOptions) {
  const queue = createFairQueue({ size, waitMs });
  let lent = 0;
  return {
    /** @throws SERVICE_UNAVAILABLE if none became free in time. */
    async connect(): Promise<pg.PoolClient> {
      const context = contexts.current();
      await queue.take(context);
      lent += 1;
      const giveBack = (): void => {
        lent -= 1;
        queue.give(context);
      };
      try {
        const client = await from.connect();
        return onRelease(client, giveBack);
      } catch (error) {
        giveBack();
        throw error;
      }
    },

    ...(from.localSettings && { localSettings: from.localSettings }),

    usage: () => ({ size: lent, idle: 0, waiting: queue.waiting(), limit: size }),
  };
}
