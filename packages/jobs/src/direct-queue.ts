import type { QueueDepth } from "./depth.ts";
import type { Job } from "./job.ts";
import { createMeter } from "./meter.ts";
import { createProducer } from "./producer.ts";
import { withTrace } from "./trace.ts";

export interface DirectQueueOptions<Payload> {
  readonly job: Job<Payload>;
  readonly redisUrl: string;
  /** Jobs that may wait to be begun; more are refused. Several processes that add at once may pass it by a few. */
  readonly maxWaiting: number;
}

/** What became of a job that was to be added. */
export type Added = "added" | "full" | "away";

export interface DirectQueue<Payload> {
  /** Adds a job under a key of its own; one with that key that is not done yet is left as it is. Takes 1 s at most. */
  add(key: string, payload: Payload): Promise<Added>;
  /** Whether Redis answers, as far as is known. */
  isUp(): boolean;
  /** How full the queue is, measured at most every 5 s; nothing when Redis is not available. */
  depth(): Promise<readonly QueueDepth[]>;
  close(): Promise<void>;
}

/**
 * A queue for work that somebody waits for and would ask for again: it does not go through the outbox, nothing of it is
 * kept, and with Redis away it says so at once.
 */
export function createDirectQueue<Payload>({ job, redisUrl, maxWaiting }: DirectQueueOptions<Payload>): DirectQueue<Payload> {
  const producer = createProducer(redisUrl);
  let adding = 0;

  async function tryAdd(key: string, payload: Payload): Promise<Added> {
    const waiting = await producer.call(job.queue, (queue) => queue.count());
    if (waiting + adding > maxWaiting) return (await producer.call(job.queue, (queue) => queue.getJob(key))) ? "added" : "full";
    const options = { jobId: key, attempts: job.attempts, backoff: { type: "custom" }, removeOnComplete: true, removeOnFail: true };
    await producer.call(job.queue, (queue) => queue.add(job.name, withTrace(payload), options));
    return "added";
  }

  return {
    isUp: producer.isReady,
    depth: createMeter(async () => (producer.isReady() ? producer.depthsOf([job.queue]) : [])),

    async add(key, payload) {
      const checked = job.payload.parse(payload);
      if (!producer.isReady()) return "away";
      adding++; // those that add at once have not been counted by Redis yet
      return tryAdd(key, checked)
        .catch((): Added => "away")
        .finally(() => adding--);
    },

    close: producer.close,
  };
}
