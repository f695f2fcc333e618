import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@colophon/database";
import { createRelay, createWorker, type WorkerOptions } from "@colophon/jobs";
import type { Log } from "@colophon/runtime";
import { SCHEDULE_JOB } from "./schedule.job.ts";
import { MAX_DUE, type ScheduleRunner } from "./schedule-runner.ts";

const SWEEP_EVERY_MS = 1_000;
/** Where more is due than one look takes; another process may be at it. */
const SWEEP_AGAIN_MS = 50;
/** The job is to be first; the sweep is for what Redis lost, and for the time when everything was down. */
const SWEEP_AFTER_MS = 500;
const AT_ONCE = 4;

export interface SchedulerOptions {
  readonly runner: ScheduleRunner;
  readonly database: Database;
  readonly redisUrl: string;
  readonly log: Log;
  readonly onTry?: WorkerOptions<unknown>["onTry"];
}

/** Carries out plans when their time comes: by their delayed jobs, and by looking into PostgreSQL each second. */
export function startScheduler({ runner, database, redisUrl, log, onTry }: SchedulerOptions) {
  const relay = createRelay({ database, redisUrl, jobs: [SCHEDULE_JOB], log });
  const worker = createWorker({ job: SCHEDULE_JOB, handler: runner.carryOut, database, redisUrl, log, concurrency: AT_ONCE, onTry });
  const stop = new AbortController();
  let isWell = true;

  /** @returns whether more may be due than it has looked at. */
  async function sweep(): Promise<boolean> {
    const due = [...(await runner.due(SWEEP_AFTER_MS))];
    const isFull = due.length === MAX_DUE;
    const take = async () => {
      for (let next = due.shift(); next && !stop.signal.aborted; next = due.shift()) await runner.carryOut(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    return isFull;
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      let hasMore = false;
      try {
        hasMore = await sweep();
        isWell = true;
      } catch (error) {
        if (isWell) log.warn({ err: error }, "looking for what is due failed; trying on quietly");
        isWell = false;
      }
      await sleep(hasMore ? SWEEP_AGAIN_MS : SWEEP_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    relay,

    /** Ends what is at work, and takes nothing new. */
    async close(): Promise<void> {
      stop.abort();
      await Promise.all([relay.close(), worker.close(), running]);
    },
  };
}
