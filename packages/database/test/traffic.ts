/** Readers and writers during a change of the tables. */
import type { Database } from "../src/index.ts";

export type Work = (site: Database) => Promise<unknown>;

/** Repeats each until it is stopped. @returns a function that stops it and returns the number of repetitions */
export function traffic(site: Database, ...works: Work[]): () => Promise<number> {
  const stop = new AbortController();
  let count = 0;
  const again = async (work: Work): Promise<void> => {
    for (; !stop.signal.aborted; count++) await work(site);
  };
  const all = Promise.all(works.map(again));
  return async () => {
    stop.abort();
    await all;
    return count;
  };
}

const UNKNOWN_NAMES: readonly unknown[] = ["42P01", "42703"];

/** A statement of processes with the previous configuration; if its names no longer exist, that of the next one. */
export function either(older: string, newer: string): Work {
  return (site) =>
    site.run({ text: older }).catch((error: unknown) => {
      const { code } = error as { code?: unknown };
      if (UNKNOWN_NAMES.includes(code)) return site.run({ text: newer });
      throw error;
    });
}
