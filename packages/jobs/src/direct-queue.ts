import { type QueueDepth, createProducer, type RedisServer } from "./producer.ts";
import type { Job } from "./job.ts";
import { createMeter } from "./meter.ts";
import { withTrace } from "./trace.ts";

export interface DirectQueueOptions<Payload> extends RedisServer {
  readonly job: Job<Payload>;
  /** Maximum number of waiting jobs; more are refused. Several processes that add at once may exceed it by a few. */
  readonly maxWaiting: number;
  /** How long Redis may take for each of the two calls of an addition; by default half a second. */
  readonly limitMs?: number;
}

/** The result of adding a job. */
export type Added = "added" | "full" | "away";

export interface DirectQueue<Payload> {
  /** Adds a job under a given key; an unfinished one with that key is left unchanged. Takes at most 1 s, unless `limitMs` differs. */
  add(key: string, payload: Payload): Promise<Added>;
  /** Whether Redis answers, as far as is known. */
  isUp(): boolean;
  /** The depth of the queue, measured at most every 5 s; empty if Redis is not available. */
  depth(): Promise<readonly QueueDepth[]>;
  close(): Promise<void>;
}

/**
 * A queue for work that a caller waits for and would request again: it does not use the outbox, nothing of it is stored, and if Redis is
 * not available it fails at once.
 */
export function createDirectQueue<Payload>({ job, maxWaiting, limitMs, ...server }: DirectQueueOptions<Payload>): DirectQueue<Payload> {
  const producer = createProducer(server, limitMs);
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
      adding++; // Redis has not counted concurrent additions yet
      return tryAdd(key, checked)
        .catch((): Added => "away")
        .finally(() => adding--);
    },

    close: producer.close,
  };
}
