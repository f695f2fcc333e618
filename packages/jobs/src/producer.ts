import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { depthOf, type QueueDepth } from "./depth.ts";

const CALL_LIMIT_MS = 500;
/** How long a connection to Redis that is being ended may hold its process; ioredis waits also when it is gone already. */
const DISCONNECT_LIMIT_MS = 200;

/** What every connection of BullMQ's has: it connects again within a second, and ends at once. */
export const CONNECTION = {
  maxRetriesPerRequest: null, // BullMQ wants it
  disconnectTimeout: DISCONNECT_LIMIT_MS,
  retryStrategy: (times: number): number => Math.min(100 * times, 1_000),
};

/** Thrown when Redis is to blame, so that PostgreSQL isn't. */
export class RedisFailure extends Error {
  override readonly name = "RedisFailure";
}

/** The producers' side of BullMQ, made so that a Redis that is away or hung fails fast. */
export function createProducer(redisUrl: string) {
  const redis = new Redis(redisUrl, { ...CONNECTION, enableOfflineQueue: false, commandTimeout: CALL_LIMIT_MS, connectTimeout: 1_000 });
  let isAway = false; // not yet while it is being connected for the first time
  redis.on("ready", () => void (isAway = false));
  redis.on("close", () => void (isAway = true));
  redis.on("error", () => void (isAway = true));
  const queues = new Map<string, Queue>();
  const queueOf = (name: string): Queue => {
    const queue = queues.get(name) ?? new Queue(name, { connection: redis, skipVersionCheck: true });
    if (!queues.has(name)) queue.on("error", () => undefined);
    queues.set(name, queue);
    return queue;
  };

  /** BullMQ waits for ever when its first command failed: after a failure its queues are created again. @throws RedisFailure */
  const call = async <T>(name: string, work: (queue: Queue) => Promise<T>): Promise<T> => {
    const limit = Promise.withResolvers<never>();
    const timer = setTimeout(() => limit.reject(new Error("Redis did not answer in time")), CALL_LIMIT_MS);
    try {
      return await Promise.race([work(queueOf(name)), limit.promise]);
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

    call,

    /** How full these queues are. @throws RedisFailure */
    depthsOf: (names: readonly string[]): Promise<QueueDepth[]> => Promise.all(names.map((name) => call(name, depthOf))),

    async close(): Promise<void> {
      await Promise.allSettled([...queues.keys()].map((name) => call(name, (queue) => queue.close())));
      redis.disconnect();
    },
  };
}
