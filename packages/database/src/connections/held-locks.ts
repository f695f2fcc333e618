import type pg from "pg";
import { toAppError } from "../errors/errors.ts";
import { keyedLock, type KEYED_LOCKS } from "../locks.ts";
import { queryOn } from "./connection.ts";
import { createPool, type PoolOptions } from "./pool.ts";

/** A lock that lasts as long as some work, not as long as a transaction. */
export interface HeldLock {
  /** Aborts if the connection ends: PostgreSQL may then give the lock to somebody else. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

interface LockConnection {
  readonly client: pg.PoolClient;
  readonly held: Set<string>;
  readonly lost: AbortSignal;
  /** Ends it with all of its locks. */
  end(): void;
}

/** The server frees the locks of a machine that has died after 25 s; those of a killed process at once. */
const KEEPALIVE = { tcp_keepalives_idle: "10", tcp_keepalives_interval: "5", tcp_keepalives_count: "3" };

/** All locks that a process holds, over one connection of their own, which is opened for the first of them. */
export function createHeldLocks({ url, limits, log }: Pick<PoolOptions, "url" | "limits" | "log">) {
  const pool = createPool({ url, limits, log, max: 1, settings: KEEPALIVE });
  let current: Promise<LockConnection> | null = null;

  async function open(): Promise<LockConnection> {
    const client = await pool.connect();
    const lost = new AbortController();
    const end = (): void => {
      if (lost.signal.aborted) return;
      current = null;
      lost.abort(new Error("lost the connection that held the lock"));
      client.release(true);
    };
    client.once("end", end);
    client.once("error", end);
    return { client, held: new Set(), lost: lost.signal, end };
  }

  async function ask({ client, end }: LockConnection, text: string, key: string): Promise<boolean> {
    try {
      const { rows } = await queryOn<{ is: boolean }>(client, { text: `select ${text} as is`, values: [key] });
      return rows[0]?.is === true;
    } catch (error) {
      end(); // its state is not known
      throw toAppError(error);
    }
  }

  return {
    /** @returns null if somebody has the lock, also somebody in this process. @throws SERVICE_UNAVAILABLE */
    async hold(name: keyof typeof KEYED_LOCKS, key: string): Promise<HeldLock | null> {
      const connection = await (current ??= open()).catch((error: unknown) => {
        current = null;
        throw toAppError(error);
      });
      const id = `${name} ${key}`;
      if (connection.held.has(id)) return null; // PostgreSQL would give it to this session once more
      connection.held.add(id);
      const { hold, release } = keyedLock(name);
      if (!(await ask(connection, hold("$1"), key))) {
        connection.held.delete(id);
        return null;
      }
      return {
        lost: connection.lost,
        async release() {
          if (!connection.lost.aborted) await ask(connection, release("$1"), key).catch(() => undefined);
          connection.held.delete(id);
        },
      };
    },

    async close(): Promise<void> {
      await current?.then(({ end }) => end()).catch(() => undefined);
      await pool.end();
    },
  };
}
