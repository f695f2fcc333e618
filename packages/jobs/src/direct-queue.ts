import type { Job as QueuedJob, Queue } from "bullmq";
import { type QueueDepth, createProducer, type RedisServer } from "./producer.ts";
import type { Job } from "./job.ts";
import { createMeter } from "./meter.ts";
import { withTrace } from "./trace.ts";

export interface DirectQueueOptions<Payload> extends RedisServer {
  readonly job: Job<Payload>;
  /** Maximum number of waiting jobs of each urgency; more are refused. Several processes that add at once may exceed it by a few. */
  readonly maxWaiting: Readonly<Record<Urgency, number>>;
  /** How long Redis may take for each of the two calls of an addition; by default half a second. */
  readonly limitMs?: number;
}

/** The result of adding a job. */
export type Added = "added" | "full" | "away";

/** Whether a caller waits for the result. Such jobs run before the others. */
export type Urgency = "awaited" | "background";

/** BullMQ runs jobs without a priority first. */
const PRIORITY = { awaited: 0, background: 1 } as const;
const COUNTED = { awaited: ["waiting", "delayed"], background: ["prioritized"] } as const;
/** Of BullMQ: the job has ended meanwhile. */
const MISSING_JOB = -1;

export interface DirectQueue<Payload> {
  /**
   * Adds a job under a given key. An unfinished one with that key is left unchanged, except that an awaited one doesn't run behind those in
   * the background any more. Takes at most 1 s, unless `limitMs` differs.
   */
  add(key: string, payload: Payload, urgency?: Urgency): Promise<Added>;
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
  const adding = { awaited: 0, background: 0 };

  async function tryAdd(key: string, payload: Payload, urgency: Urgency): Promise<Added> {
    const look = (queue: Queue) => Promise.all([queue.getJobCountByTypes(...COUNTED[urgency]), queue.getJob(key)]);
    const [waiting, known] = await producer.call(job.queue, look);
    if (known) {
      if (urgency === "awaited" && known.priority !== PRIORITY.awaited) await producer.call(job.queue, () => hurry(known));
      return "added";
    }
    if (waiting + adding[urgency] > maxWaiting[urgency]) return "full";
    const kept = { jobId: key, attempts: job.attempts, backoff: { type: "custom" }, removeOnComplete: true, removeOnFail: true };
    await producer.call(job.queue, (queue) => queue.add(job.name, withTrace(payload), { ...kept, priority: PRIORITY[urgency] }));
    return "added";
  }

  return {
    isUp: producer.isReady,
    depth: createMeter(async () => (producer.isReady() ? producer.depthsOf([job.queue]) : [])),

    async add(key, payload, urgency = "awaited") {
      const checked = job.payload.parse(payload);
      if (!producer.isReady()) return "away";
      adding[urgency]++; // Redis has not counted concurrent additions yet
      return tryAdd(key, checked, urgency)
        .catch((): Added => "away")
        .finally(() => adding[urgency]--);
    },

    close: producer.close,
  };
}

/** Moves a waiting job before those in the background. */
async function hurry(known: QueuedJob): Promise<void> {
  await known.changePriority({ priority: PRIORITY.awaited }).catch((error: Error & { readonly code?: number }) => {
    if (error.code !== MISSING_JOB) throw error;
  });
}
