import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { claimDatabase, startRedis } from "./redis.ts";
import type { TestRedis } from "./redis.ts";

let server: TestRedis;
let client: Redis;
beforeAll(async () => {
  server = await startRedis({ own: true });
  client = new Redis(server.url);
});
afterAll(async () => {
  client?.disconnect();
  await server?.stop();
});

const numberOf = ({ url }: TestRedis) => Number(new URL(url).pathname.slice(1));
/** The state after so many claims that the next one begins with this number. */
const beforeNumber = (number: number) => client.set("test:databases", number - 2);

test("a numbered database is reserved again only after its test has stopped", async () => {
  const first = await claimDatabase(server.url);
  await beforeNumber(numberOf(first));
  const second = await claimDatabase(server.url);
  await first.stop();
  await beforeNumber(numberOf(first));
  const third = await claimDatabase(server.url);
  await Promise.all([second.stop(), third.stop()]);

  expect([numberOf(second), numberOf(third)]).toEqual([numberOf(first) + 1, numberOf(first)]);
});

test("if all are in use, a claim fails and says what to do", async () => {
  await client.sadd("test:databases:in-use", ...Array.from({ length: 255 }, (_, index) => index + 1));

  await expect(claimDatabase(server.url)).rejects.toThrow("All 255 databases of redis://127.0.0.1");
});
