import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { createClient, type Client } from "../support/http/client.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/servers/free-port.ts";
import { startRedis, type TestRedis } from "../support/servers/redis.ts";
import { startReplica, type Replica } from "../support/stack/replica.ts";
import { freezeProcesses } from "../support/machine/signals.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";
import { startNumbers, type Numbers } from "./numbers.ts";

const VARIABLES = {
  ANSWER_CACHE_BYTES: "67108864",
  CONFIRM_MINUTES: "0",
  RATE_LIMIT_USER_PER_MINUTE: "1000000",
  RATE_LIMIT_PER_MINUTE: "1000000",
};

let redis: TestRedis;
let stack: TestStack;
let content: Replica;
let gateway: Replica;
let metricsPorts: number[];
let numbers: Numbers;

async function startContent(): Promise<Replica> {
  const replica = await startReplica(stack, "content", content ? { variables: { PORT: new URL(content.url).port } } : {});
  expect(await replica.ready()).toBe(true);
  return replica;
}

async function startGateway(): Promise<Replica> {
  const own = gateway ? { PORT: new URL(gateway.url).port } : {};
  const variables = { ...own, CONTENT_URL: content.url, OPS_PORT: String(metricsPorts[1]) };
  const replica = await startReplica(stack, "gateway", { variables });
  expect(await replica.ready()).toBe(true);
  return replica;
}

/** By port: the last count of a gateway's metrics, and that of all its processes. */
const counted = new Map<number, { last: number; sum: number }>();

/** How many reads the gateways have answered from their caches. A process that was killed takes its newest ones with it. */
async function hits(): Promise<number> {
  for (const port of metricsPorts) {
    const known = counted.get(port) ?? { last: 0, sum: 0 };
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
    const count = Number(/^answer_cache_reads_total\{.*outcome="hit".*\} (\d+)/m.exec(text)?.[1] ?? 0);
    counted.set(port, { last: count, sum: known.sum + (count < known.last ? count : count - known.last) });
  }
  return [...counted.values()].reduce((all, { sum }) => all + sum, 0);
}

/** Waits until some reads more are answered from a cache. */
async function untilCaching(): Promise<void> {
  const before = await hits();
  await eventually(async () => (await hits()) > before + 20, { everyMs: 50, what: "answers come from the caches" });
}

async function kill(name: string): Promise<void> {
  const pid = await stack.pidOf(name);
  if (pid !== null) process.kill(pid, "SIGKILL");
  await eventually(async () => ![null, pid].includes(await stack.pidOf(name)), { what: `${name} has started again` });
}

/** Waits until some changes are answered. */
async function untilWritten(): Promise<void> {
  const before = numbers.written();
  await eventually(() => numbers.written() > before + 10, { what: "changes are answered without Redis" });
}

async function restartRedis(): Promise<void> {
  const { port } = new URL(redis.url);
  await redis.stop();
  await untilWritten();
  redis = await startRedis({ own: true, port: Number(port) });
}

async function emptyRedis(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}

const FAULTS: readonly [string, () => Promise<void>][] = [
  ["a content service is killed", () => kill("content")],
  ["a gateway is killed", () => kill("gateway")],
  [
    "the other content service is killed",
    async () => {
      await content.kill();
      content = await startContent();
    },
  ],
  [
    "the other gateway is killed",
    async () => {
      await gateway.kill();
      gateway = await startGateway();
    },
  ],
  ["Redis is emptied", emptyRedis],
  ["Redis is killed and comes back", restartRedis],
  [
    "Redis hangs for a while",
    async () => {
      const thaw = freezeProcesses(Number(redis.pid));
      await untilWritten().finally(thaw);
    },
  ],
];

async function start(): Promise<void> {
  metricsPorts = [await freePort(), await freePort()];
  redis = await startRedis({ own: true });
  const configFile = join(import.meta.dirname, "answer-cache.config.ts");
  stack = await startTestStack({ configFile, variables: { ...SEPARATE, ...VARIABLES, OPS_PORT: String(metricsPorts[0]) }, redis });
  content = await startContent();
  gateway = await startGateway();
}

async function stop(): Promise<void> {
  await Promise.all([gateway?.stop(), content?.stop()]);
  await stack?.stop();
  await redis?.stop();
}

/** Declares the test with this many rounds, each with all faults. */
export function testAnswerCache(rounds: number): void {
  beforeAll(start);
  afterAll(stop);

  test("whatever is killed, a read shows every change that was answered before it began", () => readThroughFaults(rounds));
}

async function readThroughFaults(rounds: number): Promise<void> {
  const apiKey = (await stack.admin.post("/api/_api-keys", { name: "Numbers", role: "admin" })).data.key;
  const at = (url: string): Client =>
    createClient(url, { authorization: `Bearer ${apiKey}`, "content-type": "application/json" }, { retries503: false });
  numbers = await startNumbers([at(stack.url), at(gateway.url)]);
  await untilCaching();

  for (let round = 0; round < rounds; round++) {
    for (const [what, fault] of FAULTS) {
      const [written, read] = [numbers.written(), numbers.read()];
      await fault();
      await eventually(() => numbers.written() > written + 10 && numbers.read() > read + 100, { what: `work goes on after ${what}` });
      await untilCaching();
    }
  }
  await numbers.stop();

  console.log({ written: numbers.written(), read: numbers.read(), hits: await hits() });
  expect(numbers.stale()).toEqual([]);
}
