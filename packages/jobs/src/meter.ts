import type { Queue } from "bullmq";

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

/** The number of jobs of one queue in each state. */
export interface QueueDepth {
  readonly queue: string;
  readonly states: Readonly<Record<string, number>>;
}

/** The depth of a queue in Redis. */
export async function depthOf(queue: Queue): Promise<QueueDepth> {
  const { waiting, active, delayed, failed } = await queue.getJobCounts("waiting", "active", "delayed", "failed");
  return { queue: queue.name, states: { waiting: waiting ?? 0, active: active ?? 0, delayed: delayed ?? 0, failed: failed ?? 0 } };
}
