/** `cms.jobs`, `cms.job_runs` and `cms.job_list`: the jobs of the configuration, their ticks and their runs. Times by the database's clock. */
import type { JobRunState } from "@colophon/model";
import type { Database, Row } from "../database.ts";

/** A job, and how its ticks are computed. */
export interface JobTimes {
  readonly name: string;
  /** Identifies the times: with another one they begin anew. */
  readonly schedule: string;
  /** The first tick after a time. */
  next(after: Date): Date;
}

export interface DueJob {
  readonly name: string;
  readonly tick: Date;
  /** The database's. */
  readonly now: Date;
}

export interface StoredJobRun {
  readonly id: string;
  readonly job: string;
  readonly tick: Date;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  readonly durationMs: number | null;
  readonly state: JobRunState;
  readonly error: string | null;
}

/** The jobs of one configuration. */
export interface JobList {
  readonly hash: string;
  readonly jobs: readonly JobTimes[];
}

/** This many runs of a job are kept, and this many failed ones. */
const KEPT = 50;
/** After this time without a process of its configuration, the list of another one takes its place. */
const GONE = "20 seconds";

export type JobTable = ReturnType<typeof createJobTable>;

export function createJobTable({ run, one, transaction }: Pick<Database, "run" | "one" | "transaction">) {
  const now = async (): Promise<Date> => (await one<{ now: Date }>(NOW))?.now ?? new Date();

  return {
    /**
     * Makes these the jobs that run, if they are so already, if no process with the present ones has been there for a while, or if this is
     * a `start`: the configuration that was started last is valid. Jobs that are not among them are forgotten; new ones begin with their
     * next tick, and those that are left have their next tick, which may be long ago.
     *
     * @returns whether they are the jobs that run
     */
    keep: ({ hash, jobs }: JobList, { start }: { readonly start: boolean }): Promise<boolean> =>
      transaction(async () => {
        if ((await run(TAKE_LIST, [hash, start])).length === 0) return false;
        const at = await now();
        const names = jobs.map(({ name }) => name);
        await run(FORGET, [names]);
        await run(FORGET_RUNS, [names]);
        await run(PUT, [names, jobs.map(({ schedule }) => schedule), jobs.map(({ next }) => next(at))]);
        return true;
      }),

    /** The jobs with a tick since at least `graceMs`, if the list of that hash is the one that runs. */
    due: (hash: string, graceMs: number): Promise<DueJob[]> => run<DueJob & Row>(DUE, [hash, graceMs]),

    /** The tick of a job that is due; null if there is none. */
    dueTick: (hash: string, name: string): Promise<DueJob | null> => one<DueJob & Row>(DUE_ONE, [hash, name]),

    /** Begins the run of a tick. @returns whether this call has: nobody else has or will */
    begin: async (hash: string, { name, tick }: DueJob, next: Date, id: string): Promise<boolean> =>
      (await run(BEGIN, [name, tick, hash, next, id])).length > 0,

    async end(id: string, state: JobRunState, error: string | null): Promise<void> {
      await run(END, [id, state, error]);
    },

    /** The jobs with a run that has not ended, or whose process did not live to end it. */
    running: async (): Promise<string[]> => (await run<{ job: string }>(RUNNING)).map(({ job }) => job),

    /** Ends runs without a process. For whoever holds the job's lock. */
    async interrupt(job: string): Promise<void> {
      await run(INTERRUPT, [job]);
    },

    /** Deletes old runs. */
    async sweep(): Promise<void> {
      await run(SWEEP);
    },

    /** When the jobs run next. */
    all: (): Promise<{ name: string; nextAt: Date }[]> => run<{ name: string; nextAt: Date }>(ALL),

    /** Up to `limit` runs of each job and up to `limit` failed ones; newest first. */
    runs: (limit: number): Promise<StoredJobRun[]> => run<StoredJobRun & Row>(RUNS, [limit]),
  };
}

const NOW = { name: "jobs-now", text: "select clock_timestamp()::timestamptz(3) as now" };
const TAKE_LIST = {
  name: "jobs-take-list",
  text: `insert into cms.job_list as l (hash, seen_at) values ($1, clock_timestamp())
    on conflict (number) do update set hash = excluded.hash, seen_at = clock_timestamp()
      where l.hash = excluded.hash or $2 or l.seen_at < clock_timestamp() - interval '${GONE}' returning number`,
};
const FORGET = { name: "jobs-forget", text: "delete from cms.jobs where name <> all($1)" };
const FORGET_RUNS = { name: "jobs-forget-runs", text: "delete from cms.job_runs where job <> all($1)" };
const PUT = {
  name: "jobs-put",
  text: `insert into cms.jobs as j (name, schedule, next_at) select * from unnest($1::text[], $2::text[], $3::timestamptz[])
    on conflict (name) do update set schedule = excluded.schedule, next_at = excluded.next_at where j.schedule <> excluded.schedule`,
};
const FIND_DUE = `select j.name, j.next_at as tick, clock_timestamp() as now from cms.jobs j
  where exists (select from cms.job_list where hash = $1)`;
const DUE = { name: "jobs-due", text: `${FIND_DUE} and j.next_at <= clock_timestamp() - make_interval(secs => $2::float8 / 1000)` };
const DUE_ONE = { name: "jobs-due-one", text: `${FIND_DUE} and j.name = $2 and j.next_at <= clock_timestamp()` };
const BEGIN = {
  name: "jobs-begin",
  text: `with begun as (update cms.jobs set next_at = $4 where name = $1 and next_at = $2 and exists (select from cms.job_list where hash = $3)
      returning name, $2::timestamptz as tick)
    insert into cms.job_runs (id, job, tick, began_at) select $5::uuid, name, tick, clock_timestamp() from begun
    on conflict (job, tick) do nothing returning id`,
};
const END = {
  name: "jobs-end",
  text: "update cms.job_runs set state = $2, error = $3, ended_at = coalesce(ended_at, clock_timestamp()) where id = $1",
};
const RUNNING = { name: "jobs-running", text: "select distinct job from cms.job_runs where state = 'running'" };
const INTERRUPT = {
  name: "jobs-interrupt",
  text: "update cms.job_runs set state = 'interrupted', ended_at = clock_timestamp() where job = $1 and state = 'running'",
};
const NUMBERED = `select *, state in ('failed', 'timeout', 'interrupted') as "hasFailed",
    row_number() over (partition by job order by tick desc) as place,
    row_number() over (partition by job, state in ('failed', 'timeout', 'interrupted') order by tick desc) as "placeOfKind"
  from cms.job_runs`;
const SWEEP = {
  name: "jobs-sweep",
  text: `delete from cms.job_runs r using (${NUMBERED}) n where n.id = r.id and r.state <> 'running'
    and n.place > ${KEPT} and not (n."hasFailed" and n."placeOfKind" <= ${KEPT})`,
};
const ALL = { name: "jobs-all", text: `select name, next_at as "nextAt" from cms.jobs` };
const RUNS = {
  name: "jobs-runs",
  text: `select id, job, tick, began_at as "beganAt", ended_at as "endedAt", state, error,
      round(extract(epoch from ended_at - began_at) * 1000)::int as "durationMs"
    from (${NUMBERED}) n where place <= $1 or ("hasFailed" and "placeOfKind" <= $1) order by job, tick desc`,
};
