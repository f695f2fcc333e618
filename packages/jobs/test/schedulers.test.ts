import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import { eventually } from "../../../tests/support/eventually.ts";
import { startRedis, type TestRedis } from "../../../tests/support/servers/redis.ts";
import { createSchedulers, type Scheduler } from "../src/schedulers.ts";
import { jobNamed, type Payload } from "./support.ts";

const HOUR = 3_600_000;
const job = jobNamed("ticks");
let redis: TestRedis;
let queue: Queue;
let list: readonly Scheduler<Payload>[] | null = [];
let schedulers: ReturnType<typeof createSchedulers<Payload>>;
beforeAll(async () => {
  redis = await startRedis({ own: true });
  queue = new Queue(job.queue, { connection: { url: redis.url } });
  schedulers = createSchedulers({ job, list: () => list }, { redisUrl: redis.url });
});
afterEach(() => empty());
afterAll(async () => {
  await schedulers.close();
  await queue.close();
  await redis.stop();
});

async function empty(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}

const first = new Date((Math.floor(Date.now() / HOUR) + 1) * HOUR);
const hourly: Scheduler<Payload> = { key: "hourly", payload: { n: 1 }, repeat: { everyMs: HOUR, first } };
const nightly: Scheduler<Payload> = { key: "nightly", payload: { n: 2 }, repeat: { cron: "0 3 * * *" } };

/** The planned jobs of the queue once there are so many, and until nothing changes any more. */
async function kept(count: number) {
  await eventually(async () => {
    await schedulers.keep();
    return (await queue.getJobSchedulersCount()) === count;
  });
  await schedulers.keep();
  const planned = (await queue.getDelayed()).map(({ name, data, timestamp, delay, repeatJobKey }) => {
    return { key: repeatJobKey, name, data, at: new Date(timestamp + delay).toISOString() };
  });
  return planned.toSorted((a, b) => a.data.n - b.data.n);
}

test("each scheduler plans its next job at the next time, none at once, however often they are kept", async () => {
  list = [hourly, nightly];

  expect(await kept(2)).toEqual([
    { key: "hourly", name: "ticks", data: { n: 1 }, at: first.toISOString() },
    { key: "nightly", name: "ticks", data: { n: 2 }, at: expect.stringContaining("T03:00:00.000Z") },
  ]);
  expect(await queue.getWaitingCount()).toBe(0);
});

test("after Redis was emptied they are there again", async () => {
  list = [hourly, nightly];
  await kept(2);
  await empty();

  expect(await kept(2)).toHaveLength(2);
});

test("one that was removed has no job any more, one with other times has another", async () => {
  list = [hourly, nightly];
  await kept(2);
  list = [{ ...nightly, repeat: { cron: "0 4 * * *" } }];

  expect(await kept(1)).toMatchObject([{ key: "nightly", at: expect.stringContaining("T04:00:00.000Z") }]);
});

test("one whose next job was lost long ago is put in again", async () => {
  list = [nightly];
  const at = (await kept(1))[0]?.at ?? "";
  const client = new Redis(redis.url);
  await client.del(`bull:${job.queue}:delayed`, `bull:${job.queue}:repeat:nightly:${Date.parse(at)}`);
  await client.zadd(`bull:${job.queue}:repeat`, Date.now() - 60_000, "nightly");
  client.disconnect();

  expect(await kept(1)).toMatchObject([{ key: "nightly", at }]);
});

test("a process that doesn't decide leaves them as they are", async () => {
  list = [hourly];
  await kept(1);
  list = null;
  await schedulers.keep();

  expect(await queue.getJobSchedulersCount()).toBe(1);
});
