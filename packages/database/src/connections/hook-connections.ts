import type pg from "pg";
import type { Callers } from "./callers.ts";
import type { Pool } from "./connection.ts";
import { createFairQueue } from "./fair-queue.ts";

interface HookConnectionsOptions {
  readonly from: Pool;
  readonly callers: Callers;
  /** How many connections of `from` it lends at the same time. */
  readonly size: number;
  readonly waitMs: number;
}

/** Lends some of the connections of a pool, so that work that waits for a project's hooks never has all of them. */
export function createHookConnections({ from, callers, size, waitMs }: HookConnectionsOptions) {
  const queue = createFairQueue({ size, waitMs });
  let lent = 0;
  return {
    /** @throws SERVICE_UNAVAILABLE if none became free in time. */
    async connect(): Promise<pg.PoolClient> {
      const caller = callers.current();
      await queue.take(caller);
      lent += 1;
      const giveBack = (): void => {
        lent -= 1;
        queue.give(caller);
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

/** The pool sets `release` anew each time that it lends a client. */
function onRelease(client: pg.PoolClient, done: () => void): pg.PoolClient {
  const { release } = client;
  client.release = (broken) => {
    release(broken);
    done();
  };
  return client;
}
