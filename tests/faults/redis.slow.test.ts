import { afterAll, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { eventually } from "../support/eventually.ts";
import { createClient } from "../support/http/client.ts";
import { startRedis } from "../support/servers/redis.ts";
import type { TestRedis } from "../support/servers/redis.ts";
import { HAS_REPLICAS, startReplica } from "../support/stack/replica.ts";
import { freezeProcesses } from "../support/machine/signals.ts";
import { failuresAmong, startLoad, type RunningLoad } from "./load.ts";
import { useFaultSite } from "./site.ts";
import { SEPARATE } from "../support/stack/stack.ts";

/** While Redis is away. */
const ANSWERS = 40;

let redis: TestRedis;
const site = useFaultSite(async () => ({ variables: SEPARATE, redis: (redis = await startRedis({ own: true })) }));
afterAll(() => redis.stop()); // the last of those that were started

/** Sends reads and writes in turn, as a signed-in user. */
function startTraffic() {
  const { admin } = site.stack;
  return startLoad(15, (number) => (number % 4 ? admin.get("/api/post?limit=5") : admin.post("/api/post", { title: `number ${number}` })));
}

/** Waits until so many requests more are answered. */
async function untilAnswered({ results }: RunningLoad, count: number): Promise<void> {
  const before = results.length;
  await eventually(() => results.length >= before + count, { what: `${count} requests are answered` });
}

/** Whether the gateway stores its rate-limit counters in this Redis. */
async function isUsed(): Promise<boolean> {
  await site.stack.visitor.get("/api/tag");
  const client = new Redis(redis.url, { lazyConnect: true });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.keys("cms:limit:*")).length > 0;
  } finally {
    client.disconnect();
  }
}

test("while Redis is killed, all requests are answered, and it is used again after its return", async () => {
  const traffic = startTraffic();
  await untilAnswered(traffic, 10);
  const { port } = new URL(redis.url);
  await redis.stop();
  await untilAnswered(traffic, ANSWERS);
  redis = await startRedis({ own: true, port: Number(port) });
  await eventually(isUsed);
  const results = await traffic.stop();

  expect(failuresAmong(results)).toEqual([]);
});

test("while Redis hangs, all requests are answered, and it is used again when it continues", async () => {
  const traffic = startTraffic();
  await untilAnswered(traffic, 10);
  const thaw = freezeProcesses(Number(redis.pid));
  await untilAnswered(traffic, ANSWERS).finally(thaw);
  const results = await traffic.stop();

  expect(failuresAmong(results)).toEqual([]);
  await eventually(isUsed, { what: "Redis is used" });
});

(HAS_REPLICAS ? test : test.skip)("without Redis, each gateway applies the limit itself", async () => {
  const gateways = await Promise.all([1, 2].map(() => startReplica(site.stack, "gateway", { variables: { RATE_LIMIT_PER_MINUTE: "20" } })));
  for (const gateway of gateways) expect(await gateway.ready()).toBe(true);
  const thaw = freezeProcesses(Number(redis.pid));
  try {
    for (const { url } of gateways) {
      const { get } = createClient(url);
      const answers = await Promise.all(Array.from({ length: 50 }, () => get("/api/tag")));

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    }
  } finally {
    thaw();
    await Promise.all(gateways.map((gateway) => gateway.stop()));
  }
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
