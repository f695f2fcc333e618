import { Queue } from "bullmq";
import type { JobsOptions } from "bullmq";
import { Redis } from "ioredis";
import { fillOf } from "./fill.ts";
import type { QueueFill } from "./fill.ts";
import type { Job } from "./job.ts";
import { DISCONNECT_LIMIT_MS } from "./limits.ts";
import type { OutboxRow } from "./outbox.ts";

const ADD_LIMIT_MS = 500;
/** Failed jobs are kept to look at and try again, the newest of them. */
const KEPT_FAILURES = 10_000;

/** Thrown when Redis is to blame, so that PostgreSQL isn't. */
class RedisFailure extends Error {
  override readonly name = "RedisFailure";
}

/** The producers' side of BullMQ, made so that a Redis that is away or hung fails fast. */
export function createSender(redisUrl: string, jobs: readonly Job<unknown>[]) {
  const redis = new Redis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: null, // BullMQ wants it; the time limit below is what ends a wait
    commandTimeout: ADD_LIMIT_MS,
    connectTimeout: 1_000,
    disconnectTimeout: DISCONNECT_LIMIT_MS,
    retryStrategy: (times) => Math.min(100 * times, 1_000),
  });
  let isAway = false; // not yet while it is being connected for the first time
  redis.on("ready", () => void (isAway = false));
  redis.on("close", () => void (isAway = true));
  redis.on("error", () => void (isAway = true));
  const queues = new Map<string, Queue>();
  const optionsOf = (row: OutboxRow): JobsOptions => {
    const attempts = jobs.find(({ queue, name }) => queue === row.queue && name === row.name)?.attempts ?? 5;
    return { jobId: row.id, attempts, backoff: { type: "custom" }, removeOnComplete: true, removeOnFail: { count: KEPT_FAILURES } };
  };
  const queueOf = (name: string): Queue => {
    const queue = queues.get(name) ?? new Queue(name, { connection: redis, skipVersionCheck: true });
    if (!queues.has(name)) queue.on("error", () => undefined);
    queues.set(name, queue);
    return queue;
  };

  /** BullMQ waits for ever when its first command failed: after a failure its queues are made anew. */
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => limit.reject(new Error("Redis did not answer in time")), ADD_LIMIT_MS);
    try {
      return await Promise.race([work(), limit.promise]);
    } catch (error) {
      for (const queue of queues.values()) queue.close().catch(() => undefined);
      queues.clear();
      throw new RedisFailure(error instanceof Error ? error.message : String(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    isReady: (): boolean => redis.status === "ready",

    /** Whether the last attempt to connect failed, or the connection was lost. */
    isAway: (): boolean => isAway,

    isBlamed: (error: unknown): boolean => error instanceof RedisFailure,

    /** Adds the jobs to their queues; one that is there already is left as it is. */
    async send(rows: readonly OutboxRow[]): Promise<void> {
      for (const [queue, own] of Map.groupBy(rows, (row) => row.queue)) {
        const adds = own.map((row) => ({ name: row.name, data: JSON.parse(row.payload) as unknown, opts: optionsOf(row) }));
        await limited(() => queueOf(queue).addBulk(adds));
      }
    },

    /** Those sent again that BullMQ has set aside already, with why: their worker died before it could say so here. */
    async failedAmong(rows: readonly OutboxRow[]): Promise<ReadonlyMap<string, string>> {
      const failed = new Map<string, string>();
      for (const { id, queue } of rows.filter(({ resent }) => resent)) {
        const job = await limited(() => queueOf(queue).getJob(id));
        if (job?.finishedOn && job.failedReason) failed.set(id, job.failedReason);
      }
      return failed;
    },

    /** How full these queues are in Redis. @throws when Redis is away. */
    async fillsOf(names: readonly string[]): Promise<QueueFill[]> {
      return Promise.all(names.map((name) => limited(() => fillOf(queueOf(name)))));
    },

    async close(): Promise<void> {
      await Promise.allSettled([...queues.values()].map((queue) => limited(() => queue.close())));
      redis.disconnect();
    },
  };
}
