import type pg from "pg";
import { withClient } from "../connections/connection.ts";

/** Reports the progress of a session every few seconds while it works. */
export interface Watched {
  /** The current work; `measure` returns its progress if the server doesn't report it. */
  begin(title: string, measure?: () => string): void;
  /** The current work waits for a lock. */
  waiting(title: string): void;
  end(): void;
}

const EVERY_MS = 3_000;

interface Work {
  readonly title: string;
  readonly startedAt: number;
  readonly measure: (() => string) | undefined;
}

export function watchSession(pool: pg.Pool, pid: number, say: ((sentence: string) => void) | undefined): Watched {
  let work: Work | null = null;
  const begin = (title: string, measure?: () => string): void => void (work = { title, startedAt: performance.now(), measure });
  const report = async (current: Work): Promise<void> => {
    const measured = current.measure?.() ?? (await withClient(pool, (client) => indexProgress(client, pid)).catch(() => null));
    const seconds = Math.round((performance.now() - current.startedAt) / 1_000);
    if (current === work) say?.(`${current.title}: ${measured ? `${measured}, ` : ""}${seconds} s`);
  };
  const timer = say && setInterval(() => void (work && report(work)), EVERY_MS);
  timer?.unref();
  return {
    begin,
    waiting(title) {
      const waits = `${title}: waiting for a lock`;
      if (work?.title !== waits) begin(waits);
    },
    end() {
      work = null;
      clearInterval(timer);
    },
  };
}

interface IndexProgress {
  readonly phase: string;
  readonly lockers_total: string;
  readonly lockers_done: string;
  readonly blocks_total: string;
  readonly blocks_done: string;
  readonly tuples_total: string;
  readonly tuples_done: string;
}

/** The server's report on the index that a session builds; null if it builds none. */
async function indexProgress(client: pg.ClientBase, pid: number): Promise<string | null> {
  const { rows } = await client.query<IndexProgress>("select * from pg_stat_progress_create_index where pid = $1", [pid]);
  const now = rows[0];
  if (!now) return null;
  const measures = [
    [now.lockers_done, now.lockers_total, "older transactions ended"],
    [now.blocks_done, now.blocks_total, "blocks"],
    [now.tuples_done, now.tuples_total, "rows"],
  ] as const;
  const measure = measures.find(([, total]) => Number(total) > 0);
  return measure ? `${now.phase}, ${shareOf(Number(measure[0]), Number(measure[1]))} ${measure[2]}` : now.phase;
}

/** `1,200 of about 30,000 (4 %)`. */
export function shareOf(done: number, total: number): string {
  const percent = total > 0 ? ` (${Math.min(100, Math.floor((done / total) * 100))} %)` : "";
  return `${done.toLocaleString("en")} of about ${Math.max(done, total).toLocaleString("en")}${percent}`;
}
