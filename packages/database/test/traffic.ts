/** Readers and writers beside a change of the tables. */
import type { Database } from "../src/index.ts";

export type Work = (site: Database) => Promise<unknown>;

/** Does each again and again until it is told to stop. @returns what stops it, and says how often it was done */
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

/** A statement of processes with the configuration before; where its names are gone, that of those with the next one. */
export function either(older: string, newer: string): Work {
  return (site) =>
    site.run({ text: older }).catch((error: unknown) => {
      const { code } = error as { code?: unknown };
      if (UNKNOWN_NAMES.includes(code)) return site.run({ text: newer });
      throw error;
    });
}
