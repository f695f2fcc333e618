import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createLimiter, createRedis, type RedisLink } from "@colophon/runtime";
import { eventually } from "../../../tests/support/eventually.ts";
import { startRedis, type TestRedis } from "../../../tests/support/servers/redis.ts";
import { createMemoryLimiter } from "../src/rate-limits/rate-limit-memory.ts";
import type { Bucket } from "../src/rate-limits/rate-limit.ts";

let server: TestRedis;
let redis: RedisLink;

beforeAll(async () => {
  server = await startRedis();
  redis = createRedis({ redisUrl: server.url }, { commandMs: 60_000 });
  await eventually(() => redis.isUp());
});

afterAll(async () => {
  await redis.close();
  await server.stop();
});

const general: Bucket = { key: "test:general", max: 6 };
const strict: Bucket = { key: "test:strict", max: 3 };
const other: Bucket = { key: "test:other", max: 1 };

test("requests that arrive together are decided as if they had come one after the other", async () => {
  const limiter = createLimiter({ redis });
  const inMemory = createMemoryLimiter();
  const asked: [Bucket[], boolean][] = [
    [[general], true],
    [[general, strict], true],
    [[other], true],
    [[general, strict], false],
    [[general, strict], true],
    [[other], true],
    [[general, strict], true],
    [[general, strict], true], // refused by the strict bucket, so not counted in the other
    [[general], true],
    [[general], true],
    [[general], true],
    [[general], false],
  ];

  const admissions = await Promise.all(asked.map(([buckets, counts]) => limiter(buckets, counts)));
  const counted = await Promise.all([general, strict, other].map(({ key }) => redis.client.llen(key)));

  const decisions = asked.map(([buckets, counts]) => inMemory(buckets, counts));
  expect(admissions.map(({ admitted, limit, remaining }) => [admitted, limit, remaining])).toEqual(
    decisions.map(({ admitted, limit, remaining }) => [admitted, limit, remaining]),
  );
  expect(counted).toEqual([6, 3, 1]);
  expect(new Set(admissions.map(({ epoch }) => epoch)).size).toBe(1);
});

test("many requests in one turn of the event loop take few calls, and exactly the limit is admitted", async () => {
  const limiter = createLimiter({ redis });
  const bucket = { key: "test:many", max: 700 };
  let calls = 0;
  const counting: RedisLink = { ...redis, run: (command) => (calls++, redis.run(command)) };
  const counted = createLimiter({ redis: counting });

  const admissions = await Promise.all(Array.from({ length: 1000 }, () => counted([bucket])));
  const later = await limiter([bucket]);

  expect(calls).toBe(4);
  expect(admissions.map(({ admitted }) => admitted)).toEqual([...Array(700).fill(true), ...Array(300).fill(false)]);
  expect(admissions.slice(0, 700).map(({ remaining }) => remaining)).toEqual(Array.from({ length: 700 }, (_, at) => 699 - at));
  expect(later.admitted).toBe(false);
});
