import { createHash } from "node:crypto";
import { nextTick } from "@colophon/config";
import { createJobTable, type Database } from "@colophon/database";
import type { Schema } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { Counter, type Registry } from "prom-client";
import { createRunJob, type ProjectJob, type RunJobDependencies, type RunResult } from "./run-job.ts";

export interface JobRunnerDependencies extends Omit<RunJobDependencies, "graceMs"> {
  readonly schema: Schema;
  readonly database: Pick<Database, "run" | "one" | "transaction" | "holdLock" | "actFor">;
  /** Called after each run. */
  readonly onRun: (job: string, state: RunResult["state"]) => void;
  /** The time for a run that was told to end; by default as long as a stop waits for other work. */
  readonly graceMs?: number | undefined;
}

const GRACE_MS = 10_000;

export type JobRunner = ReturnType<typeof createJobRunner>;

/**
 * Runs the project's jobs when they are due. Each tick is a row in PostgreSQL, which one process inserts while it holds the job's lock: so
 * each runs once, and a job never twice at a time, whatever number of processes try and whenever one of them dies.
 */
export function createJobRunner({ schema, database, onRun, graceMs = GRACE_MS, ...parts }: JobRunnerDependencies) {
  const { log, newId } = parts;
  const table = createJobTable(database);
  const runJob = createRunJob({ ...parts, database, graceMs });
  const jobs = new Map(schema.config.jobs.map((job) => [job.name, job]));
  const list = listOf([...jobs.values()]);
  const stopping = new AbortController();
  const active = new Map<string, Promise<void>>();
  /** Ends of runs that PostgreSQL was not there for. */
  const unrecorded = new Map<string, RunResult>();
  let [hasStarted, isListed] = [false, false];

  async function record(id: string, result: RunResult): Promise<void> {
    unrecorded.set(id, result);
    await table.end(id, result.state, result.error);
    unrecorded.delete(id);
  }

  /** @returns whether there was a tick to run */
  async function runTick(job: ProjectJob, lost: AbortSignal): Promise<boolean> {
    const due = await table.dueTick(list.hash, job.name);
    if (!due) return false;
    const id = newId();
    if (!(await table.begin(list.hash, due, nextTick(job, due.now), id))) return false;
    const result = await runJob(job, { stopping: stopping.signal, lost });
    onRun(job.name, result.state);
    await record(id, result);
    return true;
  }

  /** Runs the ticks of a job that are due, unless another process does. */
  async function runDue(job: ProjectJob): Promise<void> {
    const lock = await database.holdLock("job", job.name);
    if (!lock) return;
    try {
      await table.interrupt(job.name);
      const mayGoOn = () => !stopping.signal.aborted && !lock.lost.aborted;
      while (mayGoOn() && (await runTick(job, lock.lost)));
    } finally {
      await lock.release();
    }
  }

  function start(name: string): void {
    const job = jobs.get(name);
    if (!job || active.has(name) || stopping.signal.aborted) return;
    const running = runDue(job)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE") return; // the next look reports it
        log.error({ err: error, job: name }, "a job could not be run");
      })
      .finally(() => active.delete(name));
    active.set(name, running);
  }

  /** Ends the runs of processes that are gone. */
  async function interruptLost(): Promise<void> {
    for (const name of await table.running()) {
      const lock = active.has(name) ? null : await database.holdLock("job", name);
      try {
        if (lock) await table.interrupt(name);
      } finally {
        await lock?.release();
      }
    }
  }

  return {
    /** Whether the jobs of this process's configuration are those that run. */
    isListed: (): boolean => isListed,

    /** Makes this process's jobs those that run, if it may, and cleans up after others. */
    async maintain(): Promise<void> {
      isListed = await table.keep(list, { start: !hasStarted });
      hasStarted = true;
      for (const [id, result] of unrecorded) await record(id, result);
      if (jobs.size === 0) return;
      await interruptLost();
      await table.sweep();
    },

    /** Starts jobs with a tick that is due since at least `graceMs`. */
    async poll(lateMs: number): Promise<void> {
      for (const { name } of await table.due(list.hash, lateMs)) start(name);
    },

    /** Starts the job if it is due. */
    async wake(name: string): Promise<void> {
      if (await table.dueTick(list.hash, name)) start(name);
    },

    /** Starts no more runs, and tells those of this process to end. */
    stop: (): void => stopping.abort(new Error("The process stops")),

    /** Waits until no job runs. */
    async settle(): Promise<void> {
      while (active.size > 0) await Promise.all(active.values());
    },
  };
}

function listOf(jobs: readonly ProjectJob[]) {
  const times = jobs.map((job) => ({
    name: job.name,
    schedule: job.every === undefined ? `cron ${job.cron}` : `every ${job.every}`,
    next: (after: Date) => nextTick(job, after),
  }));
  const facts = times.map(({ name, schedule }) => [name, schedule]).toSorted();
  return { jobs: times, hash: createHash("sha256").update(JSON.stringify(facts)).digest("hex") };
}

/** Counts the runs of the project's jobs. The label is not `job`: Prometheus has one of that name for what it scrapes. */
export function countJobRuns(registry: Registry): JobRunnerDependencies["onRun"] {
  const runs = new Counter({
    name: "project_job_runs_total",
    help: "Runs of the project's jobs by name and outcome: done, failed, timeout, interrupted.",
    labelNames: ["name", "outcome"],
    registers: [registry],
  });
  return (name, outcome) => runs.inc({ name, outcome });
}
