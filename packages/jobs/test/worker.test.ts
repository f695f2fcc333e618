import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { eventually } from "../../../tests/support/eventually.ts";
import { PermanentFailure, enqueue } from "../src/index.ts";
import { jobNamed, openJobs } from "./support.ts";
import type { Opened } from "./support.ts";

let opened: Opened;
beforeAll(async () => void (opened = await openJobs()));
afterEach(async () => {
  await opened.closeStarted();
  await opened.database.run({ text: "delete from cms.outbox" });
});
afterAll(() => opened.close());

async function failedIn(queueName: string): Promise<number> {
  const redis = new Redis(opened.redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue(queueName, { connection: redis });
  const failed = await queue.getFailedCount();
  await queue.close();
  redis.disconnect();
  return failed;
}

test("a job that fails is tried again, with its attempt counted", async () => {
  const job = jobNamed("flaky");
  const attempts: number[] = [];
  opened.relay([job]);
  opened.worker({
    job,
    handler: async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempt < 3) throw new Error("not yet");
    },
  });

  await enqueue(opened.database, job, { n: 1 });
  await eventually(async () => (await opened.outbox()).length === 0);

  expect(attempts).toEqual([1, 2, 3]);
});

test("a job that always fails becomes a dead letter after its attempts, kept in the queue and in PostgreSQL, and others continue", async () => {
  const job = jobNamed("poison", { attempts: 3 });
  const calls: number[] = [];
  opened.relay([job], { resendAfterMs: 200 });
  opened.worker({
    job,
    handler: async ({ n }) => {
      calls.push(n);
      if (n === 1) throw new Error("never");
    },
  });

  const id = await enqueue(opened.database, job, { n: 1 });
  await eventually(async () => (await opened.outbox()).some(({ failed }) => failed === true));
  await opened.database.run({ text: "update cms.outbox set sent_at = sent_at - interval '1 hour'" }, []); // old enough to be sent again
  for (const n of [2, 3]) {
    await enqueue(opened.database, job, { n });
    await eventually(() => calls.includes(n));
  }
  await eventually(async () => (await opened.outbox()).length === 1, { what: "the other jobs are acknowledged" });

  expect(calls.filter((n) => n === 1)).toHaveLength(3);
  expect(await opened.outbox()).toMatchObject([{ id, failed: true, error: "never" }]);
  expect(await failedIn("poison")).toBe(1);
  expect(opened.lines.filter((line) => line.startsWith("error:") && line.includes(id))).toHaveLength(1);
});

test.each<[string, () => Promise<void>]>([["a permanent failure", () => Promise.reject(new PermanentFailure("mailbox gone"))]])(
  "%s is a dead letter at once",
  async (_, handler) => {
    const job = jobNamed("permanent");
    let calls = 0;
    opened.relay([job]);
    opened.worker({ job, handler: () => (calls++, handler()) });

    await enqueue(opened.database, job, { n: 1 });
    await eventually(async () => (await opened.outbox()).some(({ failed }) => failed === true));

    expect(calls).toBe(1);
    expect(await opened.outbox()).toMatchObject([{ error: "mailbox gone" }]);
  },
);

test("a payload that is no longer valid becomes a dead letter without a call", async () => {
  const job = jobNamed("stale");
  let calls = 0;
  opened.relay([job]);
  opened.worker({ job, handler: async () => void calls++ });

  await opened.database.run({
    text: `insert into cms.outbox (id, queue, name, payload) values ('01890000-0000-7000-8000-000000000000', 'stale', 'stale', '{"m": 1}')`,
  });
  await eventually(async () => (await opened.outbox()).some(({ failed }) => failed === true));

  expect(calls).toBe(0);
});

test("a closing worker finishes its running jobs", async () => {
  const job = jobNamed("graceful");
  const steps: string[] = [];
  const end = Promise.withResolvers<void>();
  opened.relay([job]);
  const worker = opened.worker({
    job,
    handler: async () => {
      steps.push("begun");
      await end.promise;
      steps.push("done");
    },
  });
  await enqueue(opened.database, job, { n: 1 });
  await eventually(() => steps.length > 0);

  const closed = worker.close();
  end.resolve();
  await closed;

  expect(steps).toEqual(["begun", "done"]);
  expect(await opened.outbox()).toEqual([]);
});

test("jobs added to a queue directly are done without an outbox row", async () => {
  const job = jobNamed("direct");
  const done: number[] = [];
  opened.worker({ job, handler: async ({ n }) => void done.push(n) });
  const redis = new Redis(opened.redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue("direct", { connection: redis });

  await queue.add("direct", { n: 7 }, { jobId: "a-key" });
  await eventually(() => done.length > 0);
  await queue.close();
  redis.disconnect();

  expect(done).toEqual([7]);
});
