import { afterAll, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { eventually } from "../support/eventually.ts";
import { startRedis } from "../support/servers/redis.ts";
import type { TestRedis } from "../support/servers/redis.ts";
import { freezeProcesses } from "../support/machine/signals.ts";
import { failuresAmong, startLoad, type RunningLoad } from "./load.ts";
import { useFaultSite } from "./site.ts";
import type { Processes, TestStack } from "../support/stack/stack.ts";

/** While Redis is away. */
const ANSWERS = 40;

/** Sends reads and writes in turn, as a signed-in user. */
function startTraffic({ admin }: TestStack) {
  return startLoad(15, (number) => (number % 4 ? admin.get("/api/post?limit=5") : admin.post("/api/post", { title: `number ${number}` })));
}

/** Waits until so many requests more are answered. */
async function untilAnswered({ results }: RunningLoad, count: number): Promise<void> {
  const before = results.length;
  await eventually(() => results.length >= before + count, { what: `${count} requests are answered` });
}

/** Whether the gateway stores its rate-limit counters in this Redis. */
async function isUsed({ visitor }: TestStack, redis: TestRedis): Promise<boolean> {
  await visitor.get("/api/tag");
  const client = new Redis(redis.url, { lazyConnect: true });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.keys("cms:limit:*")).length > 0;
  } finally {
    client.disconnect();
  }
}

/** Declares the tests. @returns the site and its Redis */
export function testRedisAway(processes: Processes) {
  let redis: TestRedis;
  const site = useFaultSite(async () => ({ variables: processes, redis: (redis = await startRedis({ own: true })) }));
  afterAll(() => redis.stop()); // the last of those that were started
  const isUsedAgain = () => isUsed(site.stack, redis);

  test("while Redis is killed, all requests are answered, and it is used again after its return", async () => {
    const traffic = startTraffic(site.stack);
    await untilAnswered(traffic, 10);
    const { port } = new URL(redis.url);
    await redis.stop();
    await untilAnswered(traffic, ANSWERS);
    redis = await startRedis({ own: true, port: Number(port) });
    await eventually(isUsedAgain);
    const results = await traffic.stop();

    expect(failuresAmong(results)).toEqual([]);
  });

  test("while Redis hangs, all requests are answered, and it is used again when it continues", async () => {
    const traffic = startTraffic(site.stack);
    await untilAnswered(traffic, 10);
    const thaw = freezeProcesses(Number(redis.pid));
    await untilAnswered(traffic, ANSWERS).finally(thaw);
    const results = await traffic.stop();

    expect(failuresAmong(results)).toEqual([]);
    await eventually(isUsedAgain, { what: "Redis is used" });
  });

  test("a session that ends while Redis hangs is refused", async () => {
    const editor = await site.stack.signInAs("editor");
    expect((await editor.get("/api/auth/me")).status).toBe(200);
    const thaw = freezeProcesses(Number(redis.pid));
    try {
      expect((await editor.post("/api/auth/logout")).status).toBe(200);
      await eventually(async () => (await editor.get("/api/auth/me")).status === 401, { what: "the session has ended" });
    } finally {
      thaw();
    }
  });

  return { site, freezeRedis: () => freezeProcesses(Number(redis.pid)) };
}
