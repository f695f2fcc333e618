import type { Queue } from "bullmq";
import type { Database } from "@colophon/database";

/** How many jobs of one queue are in which state. */
export interface QueueFill {
  readonly queue: string;
  readonly states: Readonly<Record<string, number>>;
}

/** What PostgreSQL holds of one queue: jobs by state, and how long the oldest that is due has waited to be sent. */
export interface OutboxFill extends QueueFill {
  readonly oldestSeconds: number;
}

/** How full a queue is in Redis. */
export async function fillOf(queue: Queue): Promise<QueueFill> {
  const { waiting, active, delayed, failed } = await queue.getJobCounts("waiting", "active", "delayed", "failed");
  return { queue: queue.name, states: { waiting: waiting ?? 0, active: active ?? 0, delayed: delayed ?? 0, failed: failed ?? 0 } };
}

const COUNT = {
  name: "jobs_count",
  text: `select queue,
      count(*) filter (where failed_at is null and sent_at is null and run_at <= now())::int as waiting,
      count(*) filter (where failed_at is null and sent_at is null and run_at > now())::int as scheduled,
      count(*) filter (where failed_at is null and sent_at is not null)::int as sent,
      count(*) filter (where failed_at is not null)::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where failed_at is null and sent_at is null and run_at <= now())), 0)::float8 as oldest
    from unnest($1::text[]) as asked (queue) left join cms.outbox using (queue) group by queue`,
};

type CountRow = { queue: string; waiting: number; scheduled: number; sent: number; failed: number; oldest: number };

/** How many jobs of these queues are not done yet, in PostgreSQL. */
export async function outboxFillOf(database: Pick<Database, "run">, queues: readonly string[]): Promise<readonly OutboxFill[]> {
  const rows = await database.run<CountRow>(COUNT, [queues]);
  return rows.map(({ queue, oldest, ...states }) => ({ queue, states, oldestSeconds: oldest }));
}
