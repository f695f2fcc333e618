import { Queue } from "bullmq";
import { Redis } from "ioredis";
import type { Job } from "./job.ts";
import { fillOf } from "./fill.ts";
import type { QueueFill } from "./fill.ts";
import { DISCONNECT_LIMIT_MS } from "./limits.ts";
import { createMeter } from "./meter.ts";
import { withTrace } from "./trace.ts";

const CALL_LIMIT_MS = 500;

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
  /** How full the queue is, measured at most every 5 s; nothing when Redis is away. */
  fill(): Promise<readonly QueueFill[]>;
  close(): Promise<void>;
}

/**
 * A queue for work that somebody waits for and would ask for again: it does not go through the outbox, nothing of it is
 * kept, and with Redis away it says so at once.
 */
export function createDirectQueue<Payload>({ job, redisUrl, maxWaiting }: DirectQueueOptions<Payload>): DirectQueue<Payload> {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: null, // BullMQ wants it; the time limit below is what ends a wait
    commandTimeout: CALL_LIMIT_MS,
    connectTimeout: 1_000,
    disconnectTimeout: DISCONNECT_LIMIT_MS,
    retryStrategy: (times) => Math.min(100 * times, 1_000),
  });
  redis.on("error", () => undefined); // noticed by its status and by failed calls
  let queue: Queue | null = null;
  let adding = 0;
  const opened = (): Queue => {
    if (queue) return queue;
    queue = new Queue(job.queue, { connection: redis, skipVersionCheck: true });
    queue.on("error", () => undefined);
    return queue;
  };

  async function tryAdd(key: string, payload: Payload): Promise<Added> {
    const waiting = await limited(opened().count());
    if (waiting + adding > maxWaiting) return (await limited(opened().getJob(key))) ? "added" : "full";
    const options = { jobId: key, attempts: job.attempts, backoff: { type: "custom" }, removeOnComplete: true, removeOnFail: true };
    await limited(opened().add(job.name, withTrace(payload), options));
    return "added";
  }

  /** BullMQ waits for ever after a failed first command. */
  function beginAnew(): void {
    queue?.close().catch(() => undefined);
    queue = null;
  }

  const fill = createMeter(async () => {
    if (redis.status !== "ready") return [];
    try {
      return [await limited(fillOf(opened()))];
    } catch (error) {
      beginAnew();
      throw error;
    }
  });

  return {
    isUp: () => redis.status === "ready",
    fill,

    async add(key, payload) {
      const checked = job.payload.parse(payload);
      if (redis.status !== "ready") return "away";
      adding++; // those that add at once have not been counted by Redis yet
      return tryAdd(key, checked)
        .catch((): Added => {
          beginAnew();
          return "away";
        })
        .finally(() => adding--);
    },

    async close() {
      if (queue) await limited(queue.close()).catch(() => undefined);
      redis.disconnect();
    },
  };
}

async function limited<T>(work: Promise<T>): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error("Redis did not answer in time")), CALL_LIMIT_MS);
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
