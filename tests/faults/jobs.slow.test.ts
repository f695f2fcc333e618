/** Two content services with a job. Whoever runs it, each tick runs once. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import { startPostgresServer, type OwnPostgres } from "../support/servers/postgres-server.ts";
import { startRedis, type TestRedis } from "../support/servers/redis.ts";
import { HAS_REPLICAS, startReplica, type Replica } from "../support/stack/replica.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";

const EVERY_MS = 1_000;
const LOOK_EVERY_MS = 100;

interface Run {
  readonly id: string;
  readonly tick: Date;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  readonly state: string;
}

interface Effect {
  readonly what: "begin" | "end";
  readonly pid: number;
  readonly at: Date;
}

let postgres: OwnPostgres;
let redis: TestRedis;
let stack: TestStack;
let second: Replica;

/** Copies every run: the product keeps the last 50. */
const COPY_RUNS = `
  create table public.all_runs (like cms.job_runs including all);
  create function public.copy_run() returns trigger language plpgsql security definer as $$ begin
    delete from public.all_runs where id = new.id;
    insert into public.all_runs select new.*;
    return null;
  end $$;
  lock table cms.job_runs;
  insert into public.all_runs select * from cms.job_runs;
  delete from public.job_effects where at < (select min(began_at) from public.all_runs);
  create trigger copy_run after insert or update on cms.job_runs for each row execute function public.copy_run()`;

(HAS_REPLICAS ? describe : describe.skip)("with two content services", () => {
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgresServer({ durable: true }), startRedis({ own: true })]);
    await query("create table public.job_effects (what text, pid int, at timestamptz default clock_timestamp())");
    await query("create table public.job_hold (at timestamptz default now())");
    await query("grant select, insert on public.job_effects, public.job_hold to public");
    stack = await startTestStack({ configFile: join(import.meta.dirname, "jobs.config.ts"), variables: SEPARATE, postgres, redis });
    second = await startReplica(stack, "content");
    expect(await second.ready()).toBe(true);
    await query(COPY_RUNS); // in one transaction
  });
  afterAll(async () => {
    await second?.stop();
    await stack?.stop();
  });

  test("whichever process is killed, and if Redis is emptied or away, each tick runs once, and none is left out", async () => {
    await ticks(2);
    await killDuringRun();
    await ticks(2);
    await emptyRedis();
    await ticks(2);
    process.kill(redis.pid ?? 0, "SIGSTOP");
    await ticks(2);
    await killDuringRun();
    await ticks(2);
    process.kill(redis.pid ?? 0, "SIGCONT");
    await killDuringRun();
    await emptyRedis();
    await ticks(3);

    const all = await compared();
    expect(all.slice(1).filter((run, index) => !isNext(run, all[index]))).toEqual([]);
    expect(all.filter(({ state }) => state === "interrupted")).toHaveLength(3);
    expect(new Set(all.flatMap(({ pids }) => pids)).size).toBeGreaterThan(1);
  });

  test("if PostgreSQL is away, the log says so once, and afterwards the job runs again", async () => {
    expect(await second.ready()).toBe(true); // it was started again after a kill
    // since the start of the process: a busy machine may have made a run fail before, and a failure is told once in ten minutes
    const told = (pattern: RegExp) =>
      second
        .printed()
        .split("\n")
        .filter((line) => pattern.test(line));
    const isReady = async () => (await fetch(`${second.url}/readyz`)).ok;
    await postgres.kill();
    await eventually(async () => told(/run-due-jobs/).length > 0 && !(await isReady()), { what: "the outage is noticed and told" });
    await postgres.startAgain();
    await ticks(3);

    await compared();
    expect(told(/run-due-jobs/)).toHaveLength(1);
    expect(told(/a job could not be run/)).toEqual([]);
  });
});

async function query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

const RUNS = `select id, tick, began_at as "beganAt", ended_at as "endedAt", state from public.all_runs order by tick`;
const EFFECTS = "select what, pid, at from public.job_effects order by at";
const DONE = "select count(*)::int as n from public.all_runs where state = 'done'";

/** All runs and effects so far, at a moment in which no run is being made. */
async function settled(): Promise<{ readonly runs: readonly Run[]; readonly effects: readonly Effect[] }> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read");
    const { rows: runs } = await client.query<Run>(RUNS);
    if (runs.some(({ state }) => state === "running")) throw new Error("a run is being made");
    return { runs, effects: (await client.query<Effect>(EFFECTS)).rows };
  } finally {
    await client.end();
  }
}

/** Waits for so many further runs that are done. */
async function ticks(count: number): Promise<void> {
  const done = async () => (await query<{ n: number }>(DONE))[0]?.n ?? 0;
  const before = await eventually(async () => [await done()], { what: "PostgreSQL answers" });
  await eventually(async () => (await done()) >= before[0]! + count, { what: `${count} runs`, everyMs: LOOK_EVERY_MS });
}

/** Whether no tick was left out between two runs: the second is due at the latest at the first tick after the first one has begun. */
function isNext({ tick }: Run, before: Run | undefined): boolean {
  if (!before) return false;
  const [pauseMs, lateMs] = [tick.getTime() - before.tick.getTime(), before.beganAt.getTime() - before.tick.getTime()];
  return pauseMs > 0 && pauseMs % EVERY_MS === 0 && pauseMs <= EVERY_MS * (Math.floor(lateMs / EVERY_MS) + 1);
}

const effects = () => query<Effect>(EFFECTS);

/** Kills the process that runs the job, in a run that does not end; another one takes its place. */
async function killDuringRun(): Promise<void> {
  await query("insert into public.job_hold default values");
  const before = (await effects()).length;
  const pid = await eventually(async () => {
    const [next] = (await effects()).slice(before).filter(({ what }) => what === "begin");
    return next?.pid;
  });
  process.kill(pid, "SIGKILL");
  await query("delete from public.job_hold");
  if (pid !== second.pid) return;
  await second.kill();
  second = await startReplica(stack, "content");
}

async function emptyRedis(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}

/** All runs with what their job has done, in order. Every effect belongs to a run, and every run that is done has its own. */
async function compared() {
  const { runs, effects: all } = await eventually(settled, { what: "no run is being made" });
  const withEffects = runs.map((run) => {
    const own = all.filter(({ at }) => at >= run.beganAt && at <= (run.endedAt ?? at));
    return { ...run, did: own.map(({ what }) => what), pids: [...new Set(own.map(({ pid }) => pid))] };
  });
  expect(withEffects.flatMap(({ did }) => did)).toHaveLength(all.length);
  for (const { state, did } of withEffects) {
    if (state === "done") expect(did).toEqual(["begin", "end"]);
    else expect([[], ["begin"], ["begin", "end"]]).toContainEqual(did);
  }
  expect(withEffects.every(({ pids }) => pids.length <= 1)).toBe(true);
  return withEffects;
}
