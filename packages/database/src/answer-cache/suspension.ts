import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { awaitConnection, queryOn, withClient } from "../connections/connection.ts";
import { createPool, type PoolOptions } from "../connections/pool.ts";

/**
 * Tells the gateways' caches of answers about writes; in production through Redis. The rule is in docs/architecture.md.
 */
export interface AnswerMarks {
  /** How long a gateway uses cached answers after the last look at the suspensions. */
  readonly leaseMs: number;
  isUp(): boolean;
  /**
   * Marks entities that a transaction of this backend is about to change.
   *
   * @returns a function that ends the mark after the commit; null if nobody could be told.
   */
  mark(backend: number, entities: readonly string[]): Promise<(() => Promise<void>) | null>;
}

/** A suspension that was not renewed for `LIFE_SECONDS` is removed by others. */
const RENEW_MS = 1_000;
export const LIFE_SECONDS = 10;
/** Clocks may differ in speed. */
const MARGIN = 1.1;

const SUSPEND = "insert into cms.answer_suspensions (holder) values ($1) on conflict (holder) do update set at = clock_timestamp()";
const RENEW = "update cms.answer_suspensions set at = clock_timestamp() where holder = $1";
const IS_SUSPENDED = "select from cms.answer_suspensions where holder = $1 for key share";
const RESUME = "delete from cms.answer_suspensions where holder = $1";

interface SuspensionOptions extends Pick<PoolOptions, "url" | "limits" | "log"> {
  readonly marks: AnswerMarks;
  readonly pause?: (ms: number) => Promise<void>;
}

/**
 * Lets a process write that can't tell the gateways: it stores that in PostgreSQL, and waits until no gateway has a lease from before. The
 * suspension ends when Redis answers again.
 */
export function createSuspension({ marks, pause = (ms) => sleep(ms), ...connection }: SuspensionOptions) {
  const pool = createPool({ ...connection, max: 1, idleMs: 5_000 });
  const holder = randomUUID();
  let begun: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const source = { connect: () => awaitConnection(pool.connect(), connection.limits.connectMs) };
  const ask = (text: string) => withClient(source, (client) => queryOn(client, { text, values: [holder] }));

  async function begin(): Promise<void> {
    await ask(SUSPEND);
    timer ??= setInterval(() => void poll().catch(() => undefined), RENEW_MS).unref();
    await pause(marks.leaseMs * MARGIN);
  }

  /** Ends the suspension, or says that it continues. It can't end before the transactions that rely on it. */
  async function poll(): Promise<void> {
    const lasts = !marks.isUp() && (await ask(RENEW)).rowCount === 1; // if it is gone, the next one begins with a wait
    if (lasts) return;
    await ask(RESUME);
    begun = null;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** Resolves when no gateway uses or keeps answers. @throws if PostgreSQL doesn't answer */
    begin(): Promise<void> {
      begun ??= begin().catch((error: unknown) => {
        begun = null;
        throw error;
      });
      return begun;
    },

    /** Whether the suspension still lasts, and will until this client's transaction has ended. */
    async holds(client: pg.ClientBase): Promise<boolean> {
      const { rows } = await queryOn(client, { text: IS_SUSPENDED, values: [holder] });
      if (rows.length === 0) begun = null; // somebody took this process for dead
      return rows.length > 0;
    },

    async close(): Promise<void> {
      clearInterval(timer);
      if (begun) await ask(RESUME).catch(() => undefined);
      await pool.end();
    },
  };
}

export type Suspension = ReturnType<typeof createSuspension>;
