import { inTime, LATE } from "@colophon/runtime/time-limit";
import { Queue } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";

/** The number of jobs of one queue in each state. */
export interface QueueDepth {
  readonly queue: string;
  readonly states: Readonly<Record<string, number>>;
}

/** The depth of a queue in Redis. */
export async function depthOf(queue: Queue): Promise<QueueDepth> {
  const { waiting = 0, prioritized = 0, ...others } = await queue.getJobCounts("waiting", "prioritized", "active", "delayed", "failed");
  const { active = 0, delayed = 0, failed = 0 } = others;
  return { queue: queue.name, states: { waiting: waiting + prioritized, active, delayed, failed } };
}

const CALL_LIMIT_MS = 500;
/** How long ending a connection to Redis may delay its process; ioredis waits even if the connection is already lost. */
const DISCONNECT_LIMIT_MS = 200;

/** How Redis is reached. */
export interface RedisServer {
  readonly redisUrl: string;
  readonly redisOptions?: RedisOptions;
}

/** Options of every BullMQ connection: it reconnects within a second, and ends at once. */
const CONNECTION = {
  maxRetriesPerRequest: null, // BullMQ requires it
  disconnectTimeout: DISCONNECT_LIMIT_MS,
  retryStrategy: (times: number): number => Math.min(100 * times, 1_000),
};

/** A connection for BullMQ. */
export function connectRedis({ redisUrl, redisOptions }: RedisServer, own: RedisOptions = {}): Redis {
  return new Redis(redisUrl, { ...CONNECTION, ...own, ...redisOptions, replyMapping: "legacy" });
}

/** Thrown if Redis failed, to distinguish it from failures of PostgreSQL. */
export class RedisFailure extends Error {
  override readonly name = "RedisFailure";
}

/** The producers' side of BullMQ, which fails fast if Redis is not available or hangs. @param limitMs - how long a call may take. */
export function createProducer(server: RedisServer, limitMs = CALL_LIMIT_MS) {
  const redis = connectRedis(server, { enableOfflineQueue: false, commandTimeout: limitMs, connectTimeout: 1_000 });
  let isAway = false; // not before the first connection
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

  /** BullMQ waits forever if its first command failed: after a failure its queues are created again. @throws RedisFailure */
  const call = async <T>(name: string, work: (queue: Queue) => Promise<T>): Promise<T> => {
    try {
      const result = await inTime(work(queueOf(name)), limitMs);
      if (result === LATE) throw new Error("Redis did not answer in time");
      return result;
    } catch (error) {
      for (const queue of queues.values()) queue.close().catch(() => undefined);
      queues.clear();
      throw new RedisFailure(error instanceof Error ? error.message : String(error), { cause: error });
    }
  };

  return {
    isReady: (): boolean => redis.status === "ready",

    /** Whether the last attempt to connect failed, or the connection was lost. */
    isAway: (): boolean => isAway,

    call,

    /** The depth of these queues. @throws RedisFailure */
    depthsOf: (names: readonly string[]): Promise<QueueDepth[]> => Promise.all(names.map((name) => call(name, depthOf))),

    async close(): Promise<void> {
      await Promise.allSettled([...queues.keys()].map((name) => call(name, (queue) => queue.close())));
      redis.disconnect();
    },
  };
}
