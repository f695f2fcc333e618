import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { startRedis } from "../../../tests/support/servers/redis.ts";
import { enqueue } from "../src/index.ts";
import { jobNamed, openJobs } from "./support.ts";
import type { Opened, Payload } from "./support.ts";

let opened: Opened;
beforeAll(async () => void (opened = await openJobs({ ownRedis: true })));
afterEach(async () => {
  await opened.closeStarted();
  await opened.database.run({ text: "delete from cms.outbox" });
  opened.lines.length = 0;
});
afterAll(() => opened.close());

const collector = () => {
  const done: number[] = [];
  return { done, handler: async ({ n }: Payload) => void done.push(n) };
};

/** A worker in a separate process that starts its job and never ends it. */
function startStuckWorker(databaseUrl: string): ChildProcess {
  const script = fileURLToPath(new URL("stuck-worker.ts", import.meta.url));
  const env = { ...NODE_ENVIRONMENT, DATABASE_URL: databaseUrl, REDIS_URL: opened.redis.url, QUEUE: "killed" };
  return spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "inherit"] });
}

test("a job whose worker is killed is done by another", async () => {
  const job = jobNamed("killed");
  const { done, handler } = collector();
  opened.relay([job]);
  const stuck = startStuckWorker(opened.database.pool.options.connectionString ?? "");
  await enqueue(opened.database, job, { n: 1 });
  await new Promise((resolve) => stuck.stdout?.once("data", resolve));

  stuck.kill("SIGKILL");
  opened.worker({ job, handler });
  await eventually(() => done.length > 0);
  await eventually(async () => (await opened.outbox()).length === 0);

  expect(done).toEqual([1]);
});

test("while Redis hangs, jobs can be added, the log reports it once, and all are done when it continues", async () => {
  const job = jobNamed("hung");
  const { done, handler } = collector();
  opened.relay([job]);
  opened.worker({ job, handler });
  await enqueue(opened.database, job, { n: 0 });
  await eventually(() => done.length === 1);

  process.kill(opened.redis.pid ?? 0, "SIGSTOP");
  for (let n = 1; n <= 5; n++) await enqueue(opened.database, job, { n });
  await eventually(() => opened.lines.some((line) => line.includes("Redis is not available")), { what: "it is reported" });
  process.kill(opened.redis.pid ?? 0, "SIGCONT");
  await eventually(() => done.length === 6);
  await eventually(async () => (await opened.outbox()).length === 0);
  await eventually(() => opened.lines.some((line) => line.includes("Redis is available again")), { what: "its end is reported" });

  expect(done.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(opened.lines.filter((line) => line.includes("Redis is not available"))).toHaveLength(1);
  expect(opened.lines.filter((line) => line.includes("Redis is available again"))).toHaveLength(1);
});

test("the return of Redis is reported, also if nothing is left to send", async () => {
  const job = jobNamed("returned");
  opened.relay([job]);
  process.kill(opened.redis.pid ?? 0, "SIGSTOP");
  await enqueue(opened.database, job, { n: 1 });
  await eventually(() => opened.lines.some((line) => line.includes("Redis is not available")), { what: "it is reported" });
  await opened.database.pool.query("delete from cms.outbox");
  process.kill(opened.redis.pid ?? 0, "SIGCONT");

  await eventually(() => opened.lines.some((line) => line.includes("Redis is available again")), { what: "its return is reported" });
});

test("a relay that starts while Redis hangs reports it once, and sends when it continues", async () => {
  const job = jobNamed("late");
  await enqueue(opened.database, job, { n: 1 });
  process.kill(opened.redis.pid ?? 0, "SIGSTOP");
  opened.relay([job]);
  await eventually(() => opened.lines.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 1_500));

  process.kill(opened.redis.pid ?? 0, "SIGCONT");
  await eventually(async () => (await opened.outbox()).every(({ sent }) => sent === true));

  await eventually(() => opened.lines.length > 1);
  expect(opened.lines).toEqual([
    expect.stringMatching(/^warn: Redis is not available/),
    expect.stringMatching(/^info: Redis is available again/),
  ]);
});

test("when Redis is killed and started again empty, no job is lost", async () => {
  const job = jobNamed("restarted");
  const { done, handler } = collector();
  opened.relay([job], { resendAfterMs: 1_000 });
  opened.worker({ job, handler });
  const port = Number(new URL(opened.redis.url).port);

  process.kill(opened.redis.pid ?? 0, "SIGKILL");
  for (let n = 1; n <= 5; n++) await enqueue(opened.database, job, { n });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const restarted = await startRedis({ port });
  await eventually(async () => (await opened.outbox()).length === 0);
  await opened.closeStarted();
  await restarted.stop();

  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  expect(opened.lines.filter((line) => line.includes("is not available")).length).toBeLessThanOrEqual(2); // the relay's, the worker's
});

test.each(["SIGKILL", "SIGSTOP"] as const)("relay and worker close while Redis is away (%s)", async (signal) => {
  const own = await startRedis({ own: true });
  const job = jobNamed("closing");
  const relay = opened.relay([job], { redisUrl: own.url });
  const worker = opened.worker({ job, handler: async () => undefined, redisUrl: own.url });
  await new Promise((resolve) => setTimeout(resolve, 300));

  process.kill(own.pid ?? 0, signal);
  await enqueue(opened.database, job, { n: 1 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const closed = await Promise.all([relay.close(), worker.close()]); // Redis is still away
  await own.stop();

  expect(closed).toHaveLength(2);
});
