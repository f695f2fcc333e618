import type { OutboxRow } from "@colophon/database";
import type { JobsOptions } from "bullmq";
import type { Job } from "./job.ts";
import { createProducer, RedisFailure, type RedisServer } from "./producer.ts";

/** The newest dead letters are kept for inspection and retries. */
const KEPT_FAILURES = 10_000;

/** Sends rows of the outbox to BullMQ. */
export function createSender(server: RedisServer, jobs: readonly Job<unknown>[]) {
  const producer = createProducer(server);
  const optionsOf = (row: OutboxRow): JobsOptions => {
    const attempts = jobs.find(({ queue, name }) => queue === row.queue && name === row.name)?.attempts ?? 5;
    return { jobId: row.id, attempts, backoff: { type: "custom" }, removeOnComplete: true, removeOnFail: { count: KEPT_FAILURES } };
  };

  return {
    ...producer,

    isRedisFailure: (error: unknown): boolean => error instanceof RedisFailure,

    /** Adds the jobs to their queues; existing ones are left unchanged. */
    async send(rows: readonly OutboxRow[]): Promise<void> {
      for (const [name, own] of Map.groupBy(rows, (row) => row.queue)) {
        const adds = own.map((row) => ({ name: row.name, data: JSON.parse(row.payload) as unknown, opts: optionsOf(row) }));
        await producer.call(name, (queue) => queue.addBulk(adds));
      }
    },

    /** Resent jobs that are already dead letters in BullMQ, with the reason: their worker died before it could record it in the outbox. */
    async failedAmong(rows: readonly OutboxRow[]): Promise<ReadonlyMap<string, string>> {
      const failed = new Map<string, string>();
      for (const { id, queue: name } of rows.filter(({ resent }) => resent)) {
        const job = await producer.call(name, (queue) => queue.getJob(id));
        if (job?.finishedOn && job.failedReason) failed.set(id, job.failedReason);
      }
      return failed;
    },
  };
}
