export type { QueueDepth } from "./producer.ts";
export { createDirectQueue, type Added, type DirectQueue, type DirectQueueOptions, type Urgency } from "./direct-queue.ts";
export { enqueue, enqueueAll, type EnqueueOptions } from "./enqueue.ts";
export {
  PermanentFailure,
  defineJob,
  retryDelayMs,
  type Backoff,
  type Job,
  type JobContext,
  type JobDefinition,
  type PeriodicJob,
  type RunnableJob,
} from "./job.ts";
export { createRelay, type Relay, type RelayOptions } from "./relay.ts";
export type { Scheduler, SchedulerList } from "./schedulers.ts";
export { startJobs, type JobsOptions, type RunningJobs } from "./start-jobs.ts";
export { createWorker, type JobWorker, type WorkerOptions } from "./worker.ts";
