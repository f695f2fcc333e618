import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { eventually } from "../../../tests/support/eventually.ts";
import { startRedis } from "../../../tests/support/servers/redis.ts";
import { createDirectQueue, PermanentFailure } from "../src/index.ts";
import type { DirectQueue, DirectQueueOptions, Job } from "../src/index.ts";
import { jobNamed, openJobs } from "./support.ts";
import type { Opened, Payload } from "./support.ts";

let opened: Opened;
const queues: DirectQueue<Payload>[] = [];
beforeAll(async () => void (opened = await openJobs()));
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  await opened.closeStarted();
});
afterAll(() => opened.close());

/** For tests in which Redis stands still. */
const IMPATIENT = { limitMs: 1_000 };

/** A queue whose connection is established: adding a job would succeed or fail visibly. It is patient, unless the test is about that. */
async function openQueue(job: Job<Payload>, given: Partial<DirectQueueOptions<Payload>> = {}): Promise<DirectQueue<Payload>> {
  const queue = createDirectQueue({
    job,
    redisUrl: opened.redis.url,
    maxWaiting: { awaited: 100, background: 100 },
    limitMs: 60_000,
    ...given,
  });
  queues.push(queue);
  await eventually(async () => (await queue.add("first", { n: 0 })) !== "away");
  return queue;
}

/** The number of jobs of that kind in Redis, in any state. */
async function countIn(name: string): Promise<number> {
  const redis = new Redis(opened.redis.url, { maxRetriesPerRequest: null });
  const queue = new Queue(name, { connection: redis });
  const counts = await queue.getJobCounts();
  await queue.close();
  redis.disconnect();
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

test("jobs under one key are one job, also from two queues", async () => {
  const job = jobNamed("shared");
  const [first, second] = [await openQueue(job), await openQueue(job)];

  const added = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? first : second).add("a-key", { n: 1 })));

  expect(new Set(added)).toEqual(new Set(["added"]));
  expect(await countIn("shared")).toBe(2); // it, and the first
});

test("a running job is not started again under its key", async () => {
  const job = jobNamed("at-work");
  const begun: number[] = [];
  const release = Promise.withResolvers<void>();
  const queue = await openQueue(job);
  opened.worker({
    job,
    concurrency: 5,
    handler: async ({ n }) => {
      begun.push(n);
      if (n === 1) await release.promise;
    },
  });

  await queue.add("a-key", { n: 1 });
  await eventually(() => begun.includes(1));
  await queue.add("a-key", { n: 1 });
  await queue.add("other", { n: 2 });
  await eventually(() => begun.includes(2));
  release.resolve();

  expect(begun.filter((n) => n === 1)).toHaveLength(1);
});

test("the queue accepts jobs up to its limit, also simultaneous ones", async () => {
  const queue = await openQueue(jobNamed("bounded"), { maxWaiting: { awaited: 10, background: 10 } });

  const added = await Promise.all(Array.from({ length: 50 }, (_, n) => queue.add(`at-once-${n}`, { n })));
  for (let n = 0; n < 20; n++) added.push(await queue.add(`in-turn-${n}`, { n }));

  expect(new Set(added)).toEqual(new Set(["added", "full"]));
  expect(await countIn("bounded")).toBe(10);
  expect(await queue.add("more", { n: 1 })).toBe("full");
});

test("a job that is already waiting is accepted, even if the queue is full", async () => {
  const queue = await openQueue(jobNamed("known"), { maxWaiting: { awaited: 2, background: 2 } });
  await queue.add("a-key", { n: 1 });

  expect(await queue.add("other", { n: 2 })).toBe("full");
  expect(await queue.add("a-key", { n: 1 })).toBe("added");
});

test("jobs in the background don't take the room of those that callers wait for, and the other way round", async () => {
  const queue = await openQueue(jobNamed("separate"), { maxWaiting: { awaited: 2, background: 3 } }); // one is awaited already

  const background = [];
  for (let n = 0; n < 4; n++) background.push(await queue.add(`background-${n}`, { n }, "background"));
  const awaited = [];
  for (let n = 0; n < 2; n++) awaited.push(await queue.add(`awaited-${n}`, { n }));

  expect(background).toEqual(["added", "added", "added", "full"]);
  expect(awaited).toEqual(["added", "full"]);
  expect(await countIn("separate")).toBe(5);
});

test("a job that a caller waits for runs before those in the background, also if it was one of them", async () => {
  const job = jobNamed("urgent");
  const queue = await openQueue(job);
  for (const n of [1, 2, 3, 4]) await queue.add(`key-${n}`, { n }, "background");
  await queue.add("key-5", { n: 5 });
  await queue.add("key-3", { n: 3 });
  await queue.add("key-5", { n: 5 }, "background"); // changes nothing

  const order: number[] = [];
  opened.worker({ job, handler: async ({ n }) => void order.push(n) });
  await eventually(() => order.length === 6);

  expect(order).toEqual([0, 5, 3, 1, 2, 4]);
});

test("after jobs are done, others are accepted again", async () => {
  const job = jobNamed("emptied");
  const queue = await openQueue(job, { maxWaiting: { awaited: 1, background: 1 } });
  expect(await queue.add("second", { n: 1 })).toBe("full");

  opened.worker({ job, handler: async () => undefined });

  await eventually(async () => (await queue.add("second", { n: 1 })) === "added");
});

test.each<[string, () => Promise<void>]>([
  ["done", async () => undefined],
  ["failed for good", () => Promise.reject(new PermanentFailure("never"))],
])("nothing is kept of a job that is %s: the same key is a new job", async (what, end) => {
  const job = jobNamed(`ended-${what.replaceAll(" ", "-")}`);
  let calls = 0;
  const queue = await openQueue(job);
  opened.worker({
    job,
    handler: async ({ n }) => {
      if (n === 0) return;
      calls++;
      await end();
    },
  });

  await queue.add("a-key", { n: 1 });
  await eventually(() => calls === 1);
  await eventually(async () => (await countIn(job.queue)) === 0);
  await queue.add("a-key", { n: 1 });

  await eventually(() => calls === 2);
});

test("a failed job is repeated as often as its kind defines", async () => {
  const job = jobNamed("retried", { attempts: 3 });
  let calls = 0;
  const queue = await openQueue(job);
  opened.worker({
    job,
    handler: async ({ n }) => {
      if (n === 0) return;
      calls++;
      throw new Error("not yet");
    },
  });

  await queue.add("a-key", { n: 1 });
  await eventually(async () => (await countIn("retried")) === 0);

  expect(calls).toBe(3);
});

test("a payload of the wrong kind is an internal error", async () => {
  const queue = await openQueue(jobNamed("checked"));

  await expect(queue.add("a-key", { n: "one" } as unknown as Payload)).rejects.toMatchObject({ name: "ZodError" });
});

test.each(["SIGKILL", "SIGSTOP"] as const)("without Redis (%s), every job is refused, and the queue can be closed", async (signal) => {
  const own = await startRedis({ own: true });
  try {
    const queue = await openQueue(jobNamed("gone"), { redisUrl: own.url, ...IMPATIENT });
    process.kill(own.pid ?? 0, signal);

    const added: string[] = [];
    for (let n = 0; n < 5; n++) added.push(await queue.add(`key-${n}`, { n }));
    await queue.close();

    expect(added).toEqual(Array(5).fill("away"));
  } finally {
    await own.stop();
  }
});

test("after Redis continues, jobs are accepted again, and no refused one is done twice", async () => {
  const own = await startRedis({ own: true });
  try {
    const job = jobNamed("back");
    const queue = await openQueue(job, { redisUrl: own.url, ...IMPATIENT });
    process.kill(own.pid ?? 0, "SIGSTOP");
    expect(await queue.add("a-key", { n: 1 })).toBe("away");

    process.kill(own.pid ?? 0, "SIGCONT");
    await eventually(async () => (await queue.add("a-key", { n: 1 })) === "added");
    const done: number[] = [];
    opened.worker({ job, redisUrl: own.url, handler: async ({ n }) => void done.push(n) });
    await eventually(() => done.includes(1));

    expect(done.filter((n) => n === 1)).toHaveLength(1);
    await opened.closeStarted();
  } finally {
    await own.stop();
  }
});

test("without a Redis from the start, jobs are refused at once", async () => {
  const queue = createDirectQueue({ job: jobNamed("never"), redisUrl: "redis://127.0.0.1:1", maxWaiting: { awaited: 1, background: 1 } });
  queues.push(queue);

  expect(await queue.add("a-key", { n: 1 })).toBe("away");
});
