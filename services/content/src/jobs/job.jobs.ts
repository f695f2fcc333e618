import { everyMsOf, nextTick, type Config } from "@colophon/config";
import { defineJob, type Scheduler, type SchedulerList } from "@colophon/jobs";
import { z } from "zod";
import type { JobRunner } from "./job-runner.ts";

const payload = z.object({ job: z.string() });
type Payload = z.output<typeof payload>;
/** BullMQ's job schedulers hand these over when a job of the project is due. cms.jobs decides whether it is. */
const TICK_JOB = defineJob({ queue: "jobs", name: "tick", payload, attempts: 1, direct: true });

/** Together less than the shortest interval of a job: no tick is missed if Redis is away. */
const POLL_EVERY_MS = 250;
/** Normally BullMQ's job comes first; the look is for those that Redis lost, and for downtime. */
const POLL_AFTER_MS = 250;
const UPKEEP_EVERY_MS = 5_000;

type Jobs = Config["jobs"];

/** The background work for the project's jobs. Without any, it makes sure that those of an older configuration have ended. */
export function projectJobs(jobs: Jobs, runner: JobRunner) {
  if (jobs.length === 0) return [defineJob({ name: "look-after-jobs", everyMs: UPKEEP_EVERY_MS, run: runner.maintain })];
  let lookAfterAt = -Infinity;
  const run = async (): Promise<void> => {
    if (performance.now() >= lookAfterAt) {
      await runner.maintain();
      lookAfterAt = performance.now() + UPKEEP_EVERY_MS;
    }
    await runner.poll(POLL_AFTER_MS);
  };
  return [
    // The look repeats what fails here, and reports it.
    { ...TICK_JOB, run: ({ job }: Payload) => runner.wake(job).catch(() => undefined), concurrency: jobs.length },
    defineJob({ name: "run-due-jobs", everyMs: POLL_EVERY_MS, run }),
  ];
}

/** The job schedulers of the project's jobs; none for a site without jobs. */
export function jobSchedulers(jobs: Jobs, { isListed }: Pick<JobRunner, "isListed">): SchedulerList<Payload> | undefined {
  if (jobs.length === 0) return undefined;
  return { job: TICK_JOB, list: () => (isListed() ? jobs.map(schedulerOf) : null) };
}

function schedulerOf(job: Jobs[number]): Scheduler<Payload> {
  const { name, every = "", cron = "" } = job;
  const everyMs = everyMsOf(every);
  return { key: name, payload: { job: name }, repeat: everyMs === null ? { cron } : { everyMs, first: nextTick(job, new Date()) } };
}
