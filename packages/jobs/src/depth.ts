import type { Queue } from "bullmq";

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
