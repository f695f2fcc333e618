import type { JobSchedulerJson, Queue } from "bullmq";
import type { Job } from "./job.ts";
import { createProducer, type RedisServer } from "./producer.ts";

/** A job that BullMQ adds to its queue at regular times. */
export interface Scheduler<Payload> {
  readonly key: string;
  readonly payload: Payload;
  /** An interval, or the five fields of cron in UTC. */
  readonly repeat: { readonly everyMs: number; readonly first: Date } | { readonly cron: string };
}

/** The schedulers of one queue. */
export interface SchedulerList<Payload> {
  readonly job: Job<Payload>;
  /** Null if another process decides what they are. */
  list(): readonly Scheduler<Payload>[] | null;
}

/** A scheduler whose next job is late by this much has lost it. */
const LATE_MS = 30_000;

/** BullMQ's job schedulers of one queue. Redis may lose them: `keep` is called again and again. */
export function createSchedulers<Payload>({ job, list }: SchedulerList<Payload>, server: RedisServer) {
  const producer = createProducer(server);

  const keep = async (queue: Queue, wanted: readonly Scheduler<Payload>[]): Promise<void> => {
    const found = await queue.getJobSchedulers();
    const isRight = (json: JobSchedulerJson): boolean => wanted.some((scheduler) => isSame(json, scheduler));
    const [right, wrong] = [found.filter(isRight), found.filter((scheduler) => !isRight(scheduler))];
    for (const { key } of wrong) await queue.removeJobScheduler(key);
    for (const scheduler of wanted.filter(({ key }) => !right.some((present) => present.key === key))) {
      const template = { name: job.name, data: scheduler.payload, opts: { removeOnComplete: true, removeOnFail: true } };
      await queue.upsertJobScheduler(scheduler.key, repeatOf(scheduler), template);
    }
  };

  return {
    /** Puts in what is missing or stands still, and removes what is not in the list; with Redis away it does nothing. */
    async keep(): Promise<void> {
      const wanted = list();
      if (wanted === null || !producer.isReady()) return;
      await producer.call(job.queue, (queue) => keep(queue, wanted)).catch(() => undefined); // the worker of the queue logs it
    },

    close: producer.close,
  };
}

/** A first run at once would be one too many. */
function repeatOf({ repeat }: Scheduler<unknown>) {
  return "cron" in repeat ? { pattern: repeat.cron, tz: "UTC" } : { every: repeat.everyMs, startDate: repeat.first };
}

function isSame({ key, every, pattern, next }: JobSchedulerJson, { repeat, key: wanted }: Scheduler<unknown>): boolean {
  const times = "cron" in repeat ? pattern === repeat.cron : Number(every) === repeat.everyMs;
  return key === wanted && times && (next ?? 0) > Date.now() - LATE_MS;
}
