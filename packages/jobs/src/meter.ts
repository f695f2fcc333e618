const FRESH_MS = 5_000;

/**
 * Measures at most every 5 s, whoever asks how often, and never fails: what can't be measured is nothing.
 * @returns a function that gives the newest values.
 */
export function createMeter<T>(measure: () => Promise<readonly T[]>, freshMs = FRESH_MS): () => Promise<readonly T[]> {
  let measuredAt = -Infinity;
  let values: Promise<readonly T[]> = Promise.resolve([]);
  return () => {
    const now = performance.now();
    if (now - measuredAt < freshMs) return values;
    measuredAt = now;
    return (values = measure().catch(() => []));
  };
}
