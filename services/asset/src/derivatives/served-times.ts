import { LRUCache } from "lru-cache";
import type { DerivativeRows } from "./derivative-rows.ts";

const MAX_BYTES = 16 * 1024 * 1024;
const ASSET_BYTES = 500;
const DERIVATIVE_BYTES = 300;
const WRITE_EVERY_MS = 60_000;
/** A derivative's row is written no more often than this, unless a new one of its image is made. */
const RESOLUTION_MS = 10 * 60_000;
const MAX_ROWS_AT_ONCE = 5_000;

interface Times {
  served: number;
  written: number;
}

export type ServedTimes = ReturnType<typeof createServedTimes>;

/** Collects the times when derivatives were served, so that their rows need not be written at each request. */
export function createServedTimes({ rows, now = () => performance.now() }: { rows: Pick<DerivativeRows, "served">; now?: () => number }) {
  const assets = new LRUCache<string, Map<string, Times>>({
    maxSize: MAX_BYTES,
    sizeCalculation: (derivatives) => ASSET_BYTES + DERIVATIVE_BYTES * derivatives.size,
  });
  const timer = setInterval(() => void writeOld().catch(() => undefined), WRITE_EVERY_MS).unref(); // times that can't be written now are written later

  async function write(due: readonly (readonly [key: string, times: Times])[]): Promise<void> {
    if (due.length === 0) return;
    const at = now();
    await rows.served(new Map(due.map(([key, { served }]) => [key, at - served])));
    for (const [, times] of due) times.written = at;
  }

  function writeOld(): Promise<void> {
    const before = now() - RESOLUTION_MS;
    const all = [...assets.values()].flatMap((times) => [...times]);
    return write(all.filter(([, { served, written }]) => served > written && written < before).slice(0, MAX_ROWS_AT_ONCE));
  }

  return {
    /** Records that a derivative is being served. @param key - of its row */
    note(assetId: string, key: string): void {
      const known = assets.get(assetId) ?? new Map<string, Times>();
      const times = known.get(key);
      if (times) return void (times.served = now());
      known.set(key, { served: now(), written: -Infinity });
      assets.delete(assetId); // its size is computed only for a new entry
      assets.set(assetId, known);
    },

    /** Writes the times of one asset, before its least recently served derivatives are selected. */
    async write(assetId: string): Promise<void> {
      const times = [...(assets.get(assetId) ?? [])];
      assets.delete(assetId); // some of them may be removed soon
      await write(times.filter(([, { served, written }]) => served > written));
    },

    close: (): void => clearInterval(timer),
  };
}
