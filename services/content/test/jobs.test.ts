import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { ConfigDefinition, JobContext } from "@colophon/config";
import { createDatabase, newId, type Database } from "@colophon/database";
import { createEngine } from "@colophon/engine";
import { eventually } from "../../../tests/support/eventually.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createJobRunner, type JobRunner } from "../src/jobs/job-runner.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

/** What the job does; each test sets it. */
let work: (context: JobContext) => unknown;
const hooked: string[] = [];
const definition = {
  jobs: [
    { name: "tidy", every: "1h", run: (context) => work(context) },
    { name: "short", every: "1h", timeoutSeconds: 1, run: (context) => work(context) },
  ],
  entities: [
    {
      name: "tag",
      fields: [{ name: "title", type: "text" }],
      hooks: { afterCreate: ({ record, role }) => void hooked.push(`${record["title"]} ${role}`) },
    },
  ],
  roles: [{ name: "admin", isAdmin: true }, { name: "editor" }, { name: "visitor", public: true }],
} satisfies ConfigDefinition;

let site: TestService;
let admin: Client;
let other: Database;
let runners: JobRunner[];
beforeAll(async () => {
  site = await startService(definition, { jobGraceMs: 50 });
  admin = site.as("admin", site.adminId);
  other = createDatabase({ url: site.postgres.url, ...TEST_LIMITS });
});
afterAll(async () => {
  await other?.close();
  await site?.stop();
});
beforeEach(async () => {
  for (const table of ["cms.jobs", "cms.job_runs", "cms.job_list", "cms.audit", "content.tag"])
    await site.database.run({ text: `delete from ${table}` });
  site.lines.length = 0;
  hooked.length = 0;
  runners = [runner(site.database), runner(other)];
  for (const runner of runners) await runner.maintain();
});

/** One process of two, each with connections for its locks; `db` uses those of the first. */
function runner({ run, one, transaction, holdLock }: Database): JobRunner {
  const { schema, log, content } = site;
  const database = { run, one, transaction, holdLock, actFor: site.database.actFor };
  const engine = createEngine(schema);
  return createJobRunner({ schema, engine, database, openDb: content.openDb, log, newId, onRun: () => undefined, graceMs: 50 });
}

const makeDue = (name: string, hours = 3) =>
  site.database.run({ text: "update cms.jobs set next_at = next_at - make_interval(hours => $2) where name = $1" }, [name, hours]);
const settle = () => Promise.all(runners.map((runner) => runner.settle()));

/** All processes look, several times at once, and the runs end. */
async function lookAll(): Promise<void> {
  await Promise.all([...runners, ...runners].map((runner) => runner.poll(0)));
  await settle();
}

const shown = async (name = "tidy") => (await admin.get("/api/_jobs")).json.data.find((job: { name: string }) => job.name === name);
const titles = async () => (await site.database.run({ text: "select title from content.tag" })).map(({ title }) => title);

test("a tick that is due runs once, whatever number of processes look, as the system and with hooks", async () => {
  work = async ({ db, log }) => {
    await db.entity("tag").create({ title: "made" });
    await db.$executeRawUnsafe("update content.tag set title = 'tidied'");
    log.info({ step: 1 }, "tidied");
  };
  await makeDue("tidy");

  await lookAll();
  await lookAll();

  expect(await titles()).toEqual(["tidied"]);
  expect(hooked).toEqual(["made system"]);
  expect(await site.database.run({ text: "select action, actor_kind from cms.audit order by seq" })).toEqual([
    { action: "create", actor_kind: null },
    { action: "update", actor_kind: null },
  ]);
  expect(site.lines.filter((line) => line.includes("tidied")).map((line) => JSON.parse(line))).toMatchObject([{ job: "tidy", step: 1 }]);
  expect(await shown()).toMatchObject({ running: false, failures: 0, runs: [{ state: "done", error: null }], failed: [] });
});

test("a job that is not due doesn't run, also if BullMQ says that it is", async () => {
  work = ({ db }) => db.entity("tag").create({ title: "too early" });

  await runners[0]?.wake("tidy");
  await lookAll();

  expect([await titles(), (await shown()).runs]).toEqual([[], []]);
});

test("a job never runs twice at a time: its next tick waits for the end, and then runs once", async () => {
  const ends: (() => void)[] = [];
  work = () => new Promise<void>((resolve) => void ends.push(resolve));
  await makeDue("tidy");
  await Promise.all(runners.map((runner) => runner.poll(0)));
  await eventually(() => ends.length === 1);
  await makeDue("tidy", 2);

  await Promise.all(runners.map((runner) => runner.poll(0)));
  expect([ends.length, await shown()]).toMatchObject([1, { running: true, runs: [{ state: "running", endedAt: null }] }]);
  ends[0]?.();
  await eventually(() => ends.length === 2);
  ends[1]?.();
  await settle();

  expect((await shown()).runs.map(({ state }: { state: string }) => state)).toEqual(["done", "done"]);
});

test("a failure is logged and shown, and counted until the job succeeds again", async () => {
  work = () => {
    throw new Error("no\0 room");
  };
  for (const hours of [5, 4]) {
    await makeDue("tidy", hours);
    await lookAll();
  }
  const failed = await shown();
  work = () => undefined;
  await makeDue("tidy");
  await lookAll();

  expect(failed).toMatchObject({ failures: 2, runs: [{ state: "failed", error: "no room" }, { state: "failed" }] });
  expect(await shown()).toMatchObject({ failures: 0, runs: [{ state: "done" }, {}, {}], failed: [{ error: "no room" }, {}] });
  expect(site.lines.filter((line) => line.includes('"a job failed"')).map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", job: "tidy", err: { type: "Error" } },
    { job: "tidy" },
  ]);
});

test("after its time the job is told to end; one that goes on has no db any more, and the next tick runs", async () => {
  let kept: JobContext["db"];
  work = ({ db }) => {
    kept = db;
    return new Promise(() => undefined);
  };
  await makeDue("short");
  await lookAll();
  expect(await shown("short")).toMatchObject({ running: false, runs: [{ state: "timeout", error: "It took more than 1 s" }] });
  work = () => undefined;
  await makeDue("short", 2);
  await lookAll();

  expect(() => kept.entity("tag")).toThrow("this db belongs to a hook, a request or a job that has ended");
  expect((await shown("short")).runs.map(({ state }: { state: string }) => state)).toEqual(["done", "timeout"]);
});

test("a process that stops tells its jobs so, and starts no more", async () => {
  work = async ({ signal }: JobContext) => {
    await once(signal, "abort");
    throw signal.reason;
  };
  await makeDue("tidy");
  await runners[0]?.poll(0);
  await eventually(async () => (await shown()).running);

  runners[0]?.stop();
  await settle();
  await makeDue("short");
  await runners[0]?.poll(0);
  await settle();

  expect(await shown()).toMatchObject({ running: false, failed: [{ state: "interrupted", error: "The process stops" }] });
  expect((await shown("short")).runs).toEqual([]);
});

test("a process that loses the connection with its lock is told so, and another one runs the next tick", async () => {
  const began: string[] = [];
  work = async ({ signal }) => {
    began.push("first");
    await once(signal, "abort");
    began.push(String(signal.reason.message));
  };
  await makeDue("tidy");
  await runners[0]?.poll(0);
  await eventually(() => began.length === 1);

  await site.database.run({
    text: "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
  });
  await settle();
  work = () => void began.push("second");
  await makeDue("tidy", 2);
  await runners[1]?.poll(0);
  await settle();

  expect(began).toEqual(["first", "lost the connection that held the lock", "second"]);
});

test("a run whose process was killed is interrupted, and not repeated", async () => {
  const lost = "insert into cms.job_runs (id, job, tick, began_at) values (gen_random_uuid(), 'tidy', now(), now())";
  await site.database.run({ text: lost });
  expect((await shown()).running).toBe(true);

  await runners[1]?.maintain();
  await lookAll();

  expect(await shown()).toMatchObject({ running: false, failures: 1, runs: [{ state: "interrupted", error: null }] });
});

test("the list of jobs is for admins who are signed in", async () => {
  const callers = [site.as("editor"), site.anonymous(), site.asKey("admin"), site.withoutToken()];
  const refused = await Promise.all(callers.map(async (caller) => (await caller.get("/api/_jobs")).status));

  expect(refused).toEqual([403, 403, 403, 401]);
  expect((await admin.get("/api/_jobs?limit=1")).status).toBe(400);
  const facts = { cron: null, nextAt: expect.any(String), running: false, failures: 0, runs: [], failed: [] };
  expect((await admin.get("/api/_jobs")).json).toEqual({
    data: [
      { name: "tidy", every: "1h", timeoutSeconds: 60, ...facts },
      { name: "short", every: "1h", timeoutSeconds: 1, ...facts },
    ],
  });
});
