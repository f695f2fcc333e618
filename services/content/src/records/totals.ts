import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@colophon/database";
import { bind, type BindContext, type TotalStatements } from "@colophon/engine";
import { AppError } from "@colophon/errors";
import { LRUCache } from "lru-cache";

const MAX_TOTALS = 20_000;
const WAIT_MS = 500;

/** An exact total and the stamp (count of writes to everything it depends on) under which it was counted. */
interface Counted extends Record<string, unknown> {
  readonly total: string;
  readonly stamp: string | null;
}

/** A list with a total. */
export interface Uncounted {
  readonly statements: TotalStatements;
  readonly context: BindContext;
  /** The total is no less: the rows before the page and on it. */
  readonly atLeast: number;
  /** The stamp that the page was read under; null where totals can't be remembered, or nothing was read. */
  readonly stamp: string | null;
  /** Waits for the exact total, however long it takes. */
  readonly exact: boolean;
}

/** A total as the answer has it. */
export interface Total {
  readonly total: string;
  readonly estimated: boolean;
}

/** What totals are counted with. */
export type TotalsDatabase = Pick<Database, "run" | "inTransaction">;

export type Totals = ReturnType<typeof createTotals>;

/**
 * Counts the rows of lists. Totals are remembered, and counted again only when something was written since: the stamp
 * that the page was read under tells. A running count is shared by those who came before it began.
 */
export function createTotals({ database, waitMs = WAIT_MS }: { readonly database: TotalsDatabase; readonly waitMs?: number }) {
  const remembered = new LRUCache<string, Counted>({ max: MAX_TOTALS });
  const running = new Map<string, Promise<Counted>>();

  async function count({ statements: { exact }, context }: Uncounted, key: string): Promise<Counted> {
    const total = remembered.get(key);
    const known = total && total.stamp !== null ? { total: total.total, stamp: total.stamp } : null;
    const [counted] = await database.run<Counted>(exact, bind(exact, { ...context, total: known }));
    if (!counted) throw new Error("a count gave no row");
    return counted;
  }

  function begin(list: Uncounted, key: string, shareKey: string): Promise<Counted> {
    const counting = count(list, key).then((counted) => {
      if (list.statements.remembers) remembered.set(key, counted);
      return counted;
    });
    running.set(shareKey, counting);
    const end = () => void running.delete(shareKey);
    counting.then(end, end);
    return counting;
  }

  /** What was counted before the page was read may lack what its reader has just written. */
  async function counted(list: Uncounted, key: string): Promise<Counted> {
    const shareKey = `${list.context.actor.kind === "anonymous"} ${key}`; // these have less time
    const earlier = await running.get(shareKey)?.catch(() => null);
    if (earlier && list.stamp !== null && earlier.stamp === list.stamp) return earlier;
    return running.get(shareKey) ?? begin(list, key, shareKey);
  }

  async function estimated({ statements: { estimate }, context, atLeast }: Uncounted): Promise<Total> {
    const [row] = await database.run<{ "QUERY PLAN": string }>(estimate, bind(estimate, context));
    const [plan]: { Plan: { "Plan Rows": number } }[] = JSON.parse(row?.["QUERY PLAN"] ?? "[]");
    return { total: String(Math.max(atLeast, plan?.Plan["Plan Rows"] ?? 0)), estimated: true };
  }

  return {
    /** The total of a list; where it isn't counted in time, PostgreSQL's estimate. @throws SERVICE_UNAVAILABLE */
    async of(list: Uncounted): Promise<Total> {
      if (database.inTransaction()) return { total: (await count(list, "")).total, estimated: false }; // what it sees is nobody else's
      const key = keyOf(list);
      const known = remembered.get(key);
      if (known && list.stamp !== null && known.stamp === list.stamp) return { total: known.total, estimated: false };
      const counting = counted(list, key);
      const inTime = list.exact ? await counting : await soon(counting, waitMs);
      return inTime ? { total: inTime.total, estimated: false } : estimated(list);
    },
  };
}

/** The counting shape with the values bound for this caller. */
function keyOf({ statements: { estimate }, context }: Uncounted): string {
  return `${estimate.name}\n${JSON.stringify(bind(estimate, context))}`;
}

/** What is counted in time, else null; it goes on being counted for those who ask next. */
async function soon(counting: Promise<Counted>, waitMs: number): Promise<Counted | null> {
  const settled = new AbortController();
  const late = sleep(waitMs, null, { signal: settled.signal }).catch(() => null);
  const inTime = counting.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE") return null;
    throw error;
  });
  return Promise.race([inTime, late]).finally(() => settled.abort());
}
