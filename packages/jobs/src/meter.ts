const FRESH_MS = 5_000;

/**
 * Measures at most every 5 s, however often it is called, and never fails: values that can't be measured are omitted. @returns a function
 * that returns the newest values.
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
