import type { Database, Log, OutboxDepth } from "@colophon/database";
import type { QueueDepth, RedisServer } from "./producer.ts";
import { defineJob, isPeriodic, isQueued, type PeriodicJob, type RunnableJob } from "./job.ts";
import { startPeriodic } from "./periodic.ts";
import { createRelay } from "./relay.ts";
import { createSchedulers, type SchedulerList } from "./schedulers.ts";
import { createWorker, type WorkerOptions } from "./worker.ts";

export interface JobsOptions extends RedisServer {
  readonly database: Database;
  readonly log: Log;
  /** All background work of this process. */
  readonly jobs: readonly (RunnableJob<unknown> | PeriodicJob)[];
  /** BullMQ adds jobs at the times of these. */
  readonly schedulers?: SchedulerList<unknown> | undefined;
  readonly onTry?: WorkerOptions<unknown>["onTry"];
  readonly pollMs?: number;
}

const KEEP_SCHEDULERS_MS = 5_000;

/** Running background work. */
export interface RunningJobs {
  /** Whether Redis answers, as far as is known. */
  isUp(): boolean;
  /** The depth of the queues in Redis, measured at most every 5 s; empty if Redis is not available. */
  queues(): Promise<readonly QueueDepth[]>;
  /** The same for the outbox in PostgreSQL. */
  outbox(): Promise<readonly OutboxDepth[]>;
  /** Takes no further jobs and waits up to 10 s for running ones. */
  close(): Promise<void>;
}

/** Sends jobs, runs them, and repeats the periodic work of a process. Any number of processes may do the same. */
export function startJobs({ database, log, jobs, schedulers, onTry, pollMs, ...server }: JobsOptions): RunningJobs {
  const queued = jobs.filter(isQueued);
  const relayed = queued.filter(({ direct }) => !direct);
  const direct = queued.filter((job) => job.direct).map(({ queue }) => queue);
  const relay = createRelay({ ...server, database, jobs: relayed, alsoMeasured: direct, log, ...(pollMs !== undefined && { pollMs }) });
  const workers = queued.map((job) => createWorker({ ...server, job, database, log, onTry }));
  const scheduling = schedulers ? [createSchedulers(schedulers, server)] : [];
  const keeping = scheduling.map(({ keep }) => defineJob({ name: "keep-schedulers", everyMs: KEEP_SCHEDULERS_MS, run: keep }));
  const periodic = [...jobs.filter(isPeriodic), ...keeping].map((job) => startPeriodic(job, log));
  return {
    isUp: relay.isUp,
    queues: relay.queues,
    outbox: relay.outbox,
    close: async () => void (await Promise.all([relay, ...workers, ...periodic, ...scheduling].map((worker) => worker.close()))),
  };
}
