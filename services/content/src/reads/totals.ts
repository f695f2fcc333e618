import { hash } from "node:crypto";
import type { Database } from "@colophon/database";
import { bind, type BindContext, type TotalStatements } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { inTime, LATE } from "@colophon/runtime/time-limit";
import { LRUCache } from "lru-cache";

/** The limit of each of the two caches. */
export const MAX_BYTES = 8 * 1024 * 1024;
/** An entry with its key, a hash, without the stamp. */
const ENTRY_BYTES = 300;
const WAIT_MS = 500;
/** The pause after a count that was late, as a multiple of the time that it took. */
const PAUSE_FACTOR = 10;

/** An exact total and the stamp (count of writes to everything it depends on) for which it was counted. */
interface Counted extends Record<string, unknown> {
  readonly total: string;
  readonly stamp: string | null;
}

/** A list with a total. */
export interface Uncounted {
  readonly statements: TotalStatements;
  readonly context: BindContext;
  /** The minimum of the total: the rows before the page and on it. */
  readonly atLeast: number;
  /** The stamp at the read of the page; null if totals can't be cached, or nothing was read. */
  readonly stamp: string | null;
  /** Waits for the exact total without a time limit. */
  readonly exact: boolean;
}

/** A total in the form of answers. */
export interface Total {
  readonly total: string;
  readonly estimated: boolean;
}

/** The database functions for counting totals. */
export type TotalsDatabase = Pick<Database, "run" | "inTransaction">;

export type Totals = ReturnType<typeof createTotals>;

/**
 * Counts the rows of lists. Totals are cached, and counted again only after a write: the stamp of the page shows that. Concurrent requests
 * share a count that started after they arrived. If the last count of a list was late, requests get an estimate without waiting, and the
 * list is counted again only after a pause.
 */
export function createTotals({
  database,
  waitMs = WAIT_MS,
  now = () => performance.now(),
}: {
  readonly database: TotalsDatabase;
  readonly waitMs?: number;
  /** A clock in milliseconds. */
  readonly now?: () => number;
}) {
  const remembered = new LRUCache<string, Counted>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ total, stamp }) => ENTRY_BYTES + total.length + (stamp?.length ?? 0),
  });
  const running = new Map<string, Promise<Counted>>();
  const late = new LRUCache<string, { readonly untilMs: number }>({ maxSize: MAX_BYTES, sizeCalculation: () => ENTRY_BYTES }); // lists whose last count was

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
    const startedAt = now();
    const end = () => {
      running.delete(shareKey);
      const endedAt = now();
      if (endedAt - startedAt > waitMs) late.set(key, { untilMs: endedAt + PAUSE_FACTOR * (endedAt - startedAt) });
      else late.delete(key);
    };
    counting.then(end, end);
    return counting;
  }

  /** A count from before the read of the page may lack what its reader has just written. */
  async function counted(list: Uncounted, key: string): Promise<Counted> {
    const shareKey = `${list.context.principal.kind === "anonymous"} ${key}`; // these have less time
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
    /** The bytes that both caches take. */
    bytes: () => remembered.calculatedSize + late.calculatedSize,

    /** The total of a list; if it isn't counted in time, PostgreSQL's estimate. @throws SERVICE_UNAVAILABLE */
    async of(list: Uncounted): Promise<Total> {
      if (database.inTransaction()) return { total: (await count(list, "")).total, estimated: false }; // its result is for this caller only
      const key = keyOf(list);
      const known = remembered.get(key);
      if (known && list.stamp !== null && known.stamp === list.stamp) return { total: known.total, estimated: false };
      const lastLate = list.exact ? undefined : late.get(key);
      if (lastLate) {
        if (now() > lastLate.untilMs) counted(list, key).catch(() => undefined); // for those who ask next
        return estimated(list);
      }
      const counting = counted(list, key);
      const inTime = list.exact ? await counting : await soon(counting, waitMs);
      return inTime ? { total: inTime.total, estimated: false } : estimated(list);
    },
  };
}

/** The counting statement with the values bound for this caller. Callers choose the values, so the key is a hash. */
function keyOf({ statements: { estimate }, context }: Uncounted): string {
  return hash("sha256", `${estimate.name}\n${JSON.stringify(bind(estimate, context))}`, "base64url");
}

/** The count if it finishes in time, else null; it continues for later requests. */
async function soon(counting: Promise<Counted>, waitMs: number): Promise<Counted | null> {
  const counted = counting.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE") return null;
    throw error;
  });
  const answer = await inTime(counted, waitMs);
  return answer === LATE ? null : answer;
}
