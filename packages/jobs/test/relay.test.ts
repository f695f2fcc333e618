import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { eventually } from "../../../tests/support/eventually.ts";
import { enqueue } from "../src/index.ts";
import { jobNamed, openJobs } from "./support.ts";
import type { Opened, Payload } from "./support.ts";

let opened: Opened;
beforeAll(async () => void (opened = await openJobs({ ownRedis: true })));
afterEach(() => opened.closeStarted());
afterAll(() => opened.close());

const collector = () => {
  const done: number[] = [];
  return { done, handler: async ({ n }: Payload) => void done.push(n) };
};

test("a job added in a transaction is done after its commit, without a poll, and leaves no row", async () => {
  const job = jobNamed("commit");
  const { done, handler } = collector();
  opened.relay([job], { pollMs: 3_600_000 }); // the commit notifies it
  opened.worker({ job, handler });
  await eventually(
    async () =>
      (await opened.database.one({
        text: "select from pg_stat_activity where application_name = 'colophon-session' and query ilike '%application_name%' and pid <> pg_backend_pid() and datname = current_database()",
      })) !== null,
    { what: "the relay listens" },
  );
  const added = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();

  const transaction = opened.database.transaction(async () => {
    await enqueue(opened.database, job, { n: 1 });
    added.resolve();
    await end.promise;
  });
  await added.promise;
  await enqueue(opened.database, job, { n: 2 });
  await eventually(() => done.length > 0, { what: "the later job is done" });
  end.resolve();
  await transaction;
  await eventually(() => done.length > 1, { what: "the job of the transaction is done" });

  expect(done).toEqual([2, 1]);
  await eventually(async () => (await opened.outbox()).length === 0, { what: "the outbox is empty" });
});

test("a job added in a transaction that is rolled back is never done", async () => {
  const job = jobNamed("rollback");
  const { done, handler } = collector();
  opened.relay([job]);
  opened.worker({ job, handler });

  await opened.database
    .transaction(async () => {
      await enqueue(opened.database, job, { n: 1 });
      throw new Error("no");
    })
    .catch(() => undefined);
  await enqueue(opened.database, job, { n: 2 });
  await eventually(() => done.length > 0);

  expect(done).toEqual([2]);
});

test("a payload of the wrong form is refused when the job is added", async () => {
  const job = jobNamed("form");

  await expect(enqueue(opened.database, job, { n: "1" } as unknown as Payload)).rejects.toThrow("expected number");
  expect(await opened.outbox()).toEqual([]);
});

test("a delayed job waits for its time", async () => {
  const job = jobNamed("later");
  const { done, handler } = collector();
  opened.relay([job]);
  opened.worker({ job, handler });
  const runAt = new Date(Date.now() + 700);

  await enqueue(opened.database, job, { n: 1 }, { runAt });
  await eventually(() => done.length > 0);

  expect(Date.now()).toBeGreaterThanOrEqual(runAt.getTime());
});

test("several relays send each job once", async () => {
  const job = jobNamed("many");
  const { done, handler } = collector();
  for (let n = 0; n < 300; n++) await enqueue(opened.database, job, { n });
  opened.worker({ job, handler, concurrency: 10 });
  for (let relays = 0; relays < 3; relays++) opened.relay([job], { resendAfterMs: 600_000 }); // no job waits so long, on a busy machine either

  await eventually(async () => (await opened.outbox()).length === 0);

  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 300 }, (_, n) => n));
});

test("a relay that is still connecting doesn't report Redis as unavailable", async () => {
  const job = jobNamed("early");
  opened.lines.length = 0;
  await enqueue(opened.database, job, { n: 1 });

  opened.relay([job]);
  await eventually(async () => (await opened.outbox()).every(({ sent }) => sent === true));

  expect(opened.lines.filter((line) => line.includes("Redis"))).toEqual([]);
  await opened.database.run({ text: "delete from cms.outbox" });
});

test("a relay doesn't send jobs of other queues", async () => {
  const [mine, other] = [jobNamed("mine"), jobNamed("other")];
  opened.relay([mine]);

  await enqueue(opened.database, other, { n: 1 });
  await enqueue(opened.database, mine, { n: 1 });
  await eventually(async () => (await opened.outbox()).some(({ queue, sent }) => queue === "mine" && sent === true));

  expect(await opened.outbox()).toMatchObject([
    { queue: "other", sent: false },
    { queue: "mine", sent: true },
  ]);
  await opened.database.run({ text: "delete from cms.outbox" });
});

test("when Redis is emptied with a hundred pending jobs, none is lost or done twice", async () => {
  const job = jobNamed("emptied");
  const { done, handler } = collector();
  opened.relay([job], { resendAfterMs: 1_000 });
  for (let n = 0; n < 100; n++) await enqueue(opened.database, job, { n });
  await eventually(async () => (await opened.outbox()).every(({ sent }) => sent === true));
  const redis = new Redis(opened.redis.url);

  await redis.flushall();
  redis.disconnect();
  opened.worker({ job, handler, concurrency: 5 });
  await eventually(async () => (await opened.outbox()).length === 0);

  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test("a row that was sent but not marked because of a crash is sent again with the same id, and done once", async () => {
  const job = jobNamed("crash");
  const { done, handler } = collector();
  const relay = opened.relay([job]);
  await enqueue(opened.database, job, { n: 1 });
  await eventually(async () => (await opened.outbox()).every(({ sent }) => sent === true));
  await relay.close();

  await opened.database.run({ text: "update cms.outbox set sent_at = null" });
  opened.relay([job]);
  await eventually(async () => (await opened.outbox()).every(({ sent }) => sent === true));
  opened.worker({ job, handler });
  await eventually(async () => (await opened.outbox()).length === 0);

  expect(done).toEqual([1]);
});
