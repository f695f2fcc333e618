import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Log } from "@colophon/database";
import { UnrecoverableError, Worker } from "bullmq";
import type { Job as QueuedJob } from "bullmq";
import { Redis } from "ioredis";
import { PermanentFailure, retryDelayMs } from "./job.ts";
import type { Job } from "./job.ts";
import { DISCONNECT_LIMIT_MS } from "./limits.ts";
import { createOutage } from "./outage.ts";
import { forget, isOpen, isOutboxId, setAside } from "./outbox.ts";
import { splitTrace, traceTry } from "./trace.ts";

/** What a handler is told beside its payload. */
export interface JobContext {
  readonly id: string;
  /** From 1. */
  readonly attempt: number;
}

export interface WorkerOptions<Payload> {
  readonly job: Job<Payload>;
  /** May run twice, late, or for something that is gone: it looks at the world again. */
  readonly handler: (payload: Payload, context: JobContext) => Promise<void>;
  readonly database: Pick<Database, "run" | "one">;
  readonly redisUrl: string;
  readonly log: Log;
  readonly concurrency?: number;
  /** Told of each try: whether it was done, and how long it took. */
  readonly onTry?: ((facts: { queue: string; outcome: "done" | "failed"; seconds: number }) => void) | undefined;
}

export interface JobWorker {
  /** Takes no more jobs and waits up to 10 s for those at work; what is cut off is done again by another worker. */
  close(): Promise<void>;
}

/** A worker that was killed is missed after this time; its job starts again when that is looked at twice. */
const LOCK_MS = 5_000;
const LOOK_MS = 2_000;
const CLOSE_MS = 10_000;
const GOODBYE_MS = 1_000;
/** Deaths of a worker over one job, before the job is held to be the cause. */
const MAX_DEATHS = 10;

/** Does the jobs of one kind. */
export function createWorker<Payload>({
  job,
  handler,
  database,
  redisUrl,
  log,
  concurrency = 1,
  onTry,
}: WorkerOptions<Payload>): JobWorker {
  const outage = createOutage(log, `Redis (queue ${job.queue})`);
  const { redis, disconnect } = openConnections(redisUrl);
  redis.on("error", outage.noticed);
  redis.on("ready", outage.over);
  const active = new Set<Promise<void>>();

  const work = async (queued: QueuedJob): Promise<void> => {
    const id = queued.id ?? "";
    if (isOutboxId(id) && !(await isOpen(database, id))) return; // done before: its worker died then, or it was sent again too late
    await handler(payloadOf(job, queued), { id, attempt: queued.attemptsMade + 1 });
    if (isOutboxId(id))
      await forget(database, id).catch((error: unknown) => log.warn({ id, err: error }, "a job is done but could not be noted as done"));
  };

  const tracked = (queued: QueuedJob): Promise<void> => {
    const began = performance.now();
    const about = (outcome: "done" | "failed") => ({ queue: job.queue, outcome, seconds: (performance.now() - began) / 1_000 });
    const { traceparent } = splitTrace(queued.data);
    const facts = { queue: job.queue, id: queued.id ?? "", attempt: queued.attemptsMade + 1, traceparent };
    const one = traceTry(facts, () => work(queued)).then(
      () => onTry?.(about("done")),
      (error: unknown) => {
        onTry?.(about("failed"));
        rethrowFor(error);
      },
    );
    active.add(one);
    return one.finally(() => active.delete(one));
  };
  const worker = new Worker(job.queue, tracked, {
    connection: redis,
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_MS,
    maxStalledCount: MAX_DEATHS,
    skipVersionCheck: true,
    settings: { backoffStrategy: (attempt) => retryDelayMs(job, attempt, Math.random()) },
  });
  worker.on("error", outage.noticed);
  worker.on("failed", (queued, error) => {
    if (!queued) return;
    const fields = { queue: job.queue, job: queued.name, id: queued.id, attempt: queued.attemptsMade, err: error };
    if (!isLast(queued, error)) return log.warn(fields, "a job failed and will be tried again");
    log.error(fields, "a job failed for good and was set aside");
    const { id } = queued;
    if (isOutboxId(id)) setAside(database, id, error.message).catch(() => undefined); // else the relay notices it
  });

  return {
    async close() {
      const isAway = redis.status !== "ready"; // then BullMQ would wait for it for ever, unless forced
      const settled = Promise.race([Promise.allSettled(active), sleep(CLOSE_MS, undefined, { ref: false })]);
      const closed = isAway ? settled.then(() => worker.close(true)) : worker.close();
      await settled;
      await Promise.race([closed.catch(() => undefined), sleep(GOODBYE_MS, undefined, { ref: false })]);
      disconnect();
    },
  };
}

/** A connection, and those that BullMQ makes from it, which it doesn't end while Redis is away. */
function openConnections(redisUrl: string): { redis: Redis; disconnect: () => void } {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    disconnectTimeout: DISCONNECT_LIMIT_MS,
    retryStrategy: (times) => Math.min(100 * times, 1_000),
  });
  const all = [redis];
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (...given: Parameters<typeof duplicate>) => {
    const made = duplicate(...given);
    all.push(made);
    return made;
  };
  return { redis, disconnect: () => all.filter(({ status }) => status !== "end").forEach((one) => one.disconnect()) };
}

function payloadOf<Payload>(job: Job<Payload>, { name, data }: QueuedJob): Payload {
  if (name !== job.name) throw new PermanentFailure(`the queue ${job.queue} holds ${job.name} only, not ${name}`);
  const parsed = job.payload.safeParse(splitTrace(data).payload);
  if (!parsed.success) throw new PermanentFailure(`not a payload of ${job.name}: ${parsed.error.message}`);
  return parsed.data;
}

function rethrowFor(error: unknown): never {
  if (error instanceof Error && error.name === "PermanentFailure") throw new UnrecoverableError(error.message);
  throw error;
}

function isLast(queued: QueuedJob, error: Error): boolean {
  return error.name === "UnrecoverableError" || queued.attemptsMade >= (queued.opts.attempts ?? 1);
}
