import { defineJob } from "@colophon/jobs";
import { z } from "zod";
import { MAX_DUE, type ScheduleRunner } from "./schedule-runner.ts";

/** Steps of a record's schedule are due. cms.schedules contains the steps and their state. */
export const SCHEDULE_JOB = defineJob({
  queue: "schedules",
  name: "carry-out",
  payload: z.object({ entity: z.string(), recordId: z.string() }),
});

const SWEEP_EVERY_MS = 1_000;
/** Normally the job comes first; the sweep is for jobs that Redis lost, and for downtime. */
const SWEEP_AFTER_MS = 500;
const AT_ONCE = 4;

/** Runs schedules when they are due: by their delayed jobs, and by polling PostgreSQL each second. */
export function scheduleJobs(runner: ScheduleRunner) {
  /** @returns whether more may be due than it has checked */
  async function sweep(signal: AbortSignal): Promise<boolean> {
    const due = [...(await runner.due(SWEEP_AFTER_MS))];
    const isFull = due.length === MAX_DUE;
    const take = async () => {
      for (let next = due.shift(); next && !signal.aborted; next = due.shift()) await runner.carryOut(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    return isFull;
  }

  return [
    { ...SCHEDULE_JOB, run: runner.carryOut, concurrency: AT_ONCE },
    defineJob({ name: "carry-out-due-schedules", everyMs: SWEEP_EVERY_MS, run: sweep }),
  ];
}
