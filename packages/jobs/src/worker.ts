import { acknowledgeJobs, batched, deadLetterJob, openJobs, type Database, type Log } from "@colophon/database";
import { inTime } from "@colophon/runtime/time-limit";
import { UnrecoverableError, Worker } from "bullmq";
import type { Job as QueuedJob } from "bullmq";
import type { Redis } from "ioredis";
import { PermanentFailure, retryDelayMs } from "./job.ts";
import type { Job, RunnableJob } from "./job.ts";
import { createOutage } from "./outage.ts";
import { connectRedis, type RedisServer } from "./producer.ts";
import { splitTrace, traceTry } from "./trace.ts";

export interface WorkerOptions<Payload> extends RedisServer {
  readonly job: RunnableJob<Payload>;
  readonly database: Pick<Database, "run" | "one">;
  readonly log: Log;
  /** Called after each attempt: whether it succeeded, and its duration. */
  readonly onTry?: ((facts: { queue: string; outcome: "done" | "failed"; seconds: number }) => void) | undefined;
}

export interface JobWorker {
  /** Takes no more jobs and waits up to 10 s for running ones; another worker repeats interrupted ones. */
  close(): Promise<void>;
}

/** The lock of a killed worker expires after this time; its job starts again at the second check. */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_000;
const CLOSE_MS = 10_000;
const DISCONNECT_MS = 1_000;
/** Maximum number of workers that may die during one job; then the job is considered the cause. */
const MAX_DEATHS = 10;

/** Runs the jobs of one kind. */
export function createWorker<Payload>({ job, database, log, onTry, ...server }: WorkerOptions<Payload>): JobWorker {
  const outage = createOutage(log, `Redis (queue ${job.queue})`);
  const { redis, disconnect } = openConnections(server);
  redis.on("error", outage.noticed);
  redis.on("ready", outage.over);
  const active = new Set<Promise<void>>();
  const isOpen = batched(async (ids: readonly string[]) => {
    const open = await openJobs(database, ids);
    return ids.map((id) => open.has(id));
  });
  const acknowledge = batched(async (ids: readonly string[]) => {
    await acknowledgeJobs(database, ids);
    return ids;
  });

  const work = async (queued: QueuedJob): Promise<void> => {
    const id = queued.id ?? "";
    if (isOutboxId(id) && !(await isOpen(id))) return; // already done: its worker died then, or it was sent again too late
    await job.run(payloadOf(job, queued), { id, attempt: queued.attemptsMade + 1 });
    if (isOutboxId(id))
      await acknowledge(id).catch((error: unknown) => log.warn({ id, err: error }, "a job has finished but could not be acknowledged"));
  };

  const tracked = (queued: QueuedJob): Promise<void> => {
    const began = performance.now();
    const about = (outcome: "done" | "failed") => ({ queue: job.queue, outcome, seconds: (performance.now() - began) / 1_000 });
    const { traceparent } = splitTrace(queued.data);
    const facts = { queue: job.queue, id: queued.id ?? "", attempt: queued.attemptsMade + 1, traceparent };
    const attempt = traceTry(facts, () => work(queued)).then(
      () => onTry?.(about("done")),
      (error: unknown) => {
        onTry?.(about("failed"));
        rethrowFor(error);
      },
    );
    active.add(attempt);
    return attempt.finally(() => active.delete(attempt));
  };
  const worker = new Worker(job.queue, tracked, {
    connection: redis,
    concurrency: job.concurrency ?? 1,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_DEATHS,
    skipVersionCheck: true,
    settings: { backoffStrategy: (attempt) => retryDelayMs(job.backoff, attempt, Math.random()) },
  });
  worker.on("error", outage.noticed);
  worker.on("failed", (queued, error) => {
    if (!queued) return;
    const fields = { queue: job.queue, job: queued.name, id: queued.id, attempt: queued.attemptsMade, err: error };
    if (!isLast(queued, error)) return log.warn(fields, "a job failed and will be retried");
    log.error(fields, "a job failed after its last attempt and is now a dead letter");
    const { id } = queued;
    if (isOutboxId(id)) deadLetterJob(database, id, error.message).catch(() => undefined); // otherwise the relay notices it
  });

  return {
    async close() {
      const isAway = redis.status !== "ready"; // otherwise BullMQ would wait for it forever, unless forced
      const settled = inTime(Promise.allSettled(active), CLOSE_MS, { ref: false });
      const closed = isAway ? settled.then(() => worker.close(true)) : worker.close();
      await settled;
      await inTime(Promise.allSettled([closed]), DISCONNECT_MS, { ref: false });
      disconnect();
    },
  };
}

/** A connection, and its copies that BullMQ makes and doesn't end while Redis is not available. */
function openConnections(server: RedisServer): { redis: Redis; disconnect: () => void } {
  const redis = connectRedis(server);
  const all = [redis];
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (...given: Parameters<typeof duplicate>) => {
    const made = duplicate(...given);
    all.push(made);
    return made;
  };
  return { redis, disconnect: () => all.filter(({ status }) => status !== "end").forEach((connection) => connection.disconnect()) };
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

/** Jobs from the outbox have its id; those added to a queue directly have other keys. */
function isOutboxId(jobId: string | undefined): jobId is string {
  return jobId !== undefined && /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(jobId);
}
