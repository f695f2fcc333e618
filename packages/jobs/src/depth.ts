import type { Queue } from "bullmq";

/** How many jobs of one queue are in which state. */
export interface QueueDepth {
  readonly queue: string;
  readonly states: Readonly<Record<string, number>>;
}

/** How full a queue is in Redis. */
export async function depthOf(queue: Queue): Promise<QueueDepth> {
  const { waiting, active, delayed, failed } = await queue.getJobCounts("waiting", "active", "delayed", "failed");
  return { queue: queue.name, states: { waiting: waiting ?? 0, active: active ?? 0, delayed: delayed ?? 0, failed: failed ?? 0 } };
}
