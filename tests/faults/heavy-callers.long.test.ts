import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startTestStack } from "../support/stack/stack.ts";
import type { TestStack } from "../support/stack/stack.ts";

const TIMEOUT = 180_000;
const ROWS = 20_000;
const CONDITIONS = 10;
const READS = 150;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ configFile: join(import.meta.dirname, "heavy.config.ts"), variables: { TRUST_PROXY: "127.0.0.0/8" } });
  const client = new pg.Client(stack.databaseUrl);
  await client.connect();
  await client.query(
    `insert into content.story (id, created_at, updated_at, title, body)
     select gen_random_uuid(), now(), now(), 'Story ' || n, repeat(md5(n::text) || ' ', 15) from generate_series(1, $1) n`,
    [ROWS],
  );
  await client.query("analyze content.story");
  await client.end();
});
afterAll(() => stack.stop());

const from = (address: string) => ({ "x-forwarded-for": address });
const heavy = (n: number) =>
  `/api/story?${Array.from({ length: CONDITIONS }, (_, at) => `filter[$or][${at}][body][$contains]=none${n}-${at}`).join("&")}`;

/** Sends 20 concurrent requests, then as many as the rate limit allows, until the signal. */
async function attack(address: string, signal: AbortSignal): Promise<readonly number[]> {
  const sent: Promise<number>[] = [];
  const send = () => sent.push(stack.visitor.get(heavy(sent.length), from(address)).then(({ status }) => status));
  for (let n = 0; n < 20; n++) send();
  while (!signal.aborted) {
    send();
    await sleep(300);
  }
  return Promise.all(sent);
}

/** The median time of ordinary reads in ms: one every 20 ms, each from another address. */
async function readMs(network: number): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < READS; n++) {
    const began = performance.now();
    const { status } = await stack.visitor.get("/api/story?limit=10&sort=-createdAt", from(`10.0.${network}.${n}`));
    took.push(performance.now() - began);
    expect(status).toBe(200);
    await sleep(20);
  }
  return took.toSorted((a, b) => a - b)[READS / 2] ?? Infinity;
}

test(
  "two anonymous addresses with the most expensive filters at their limit at most double the median time of others' reads",
  async () => {
    await readMs(1); // warm-up
    const usualMs = await readMs(2);
    const end = new AbortController();

    const attacks = ["192.0.2.1", "198.51.100.1"].map((address) => attack(address, end.signal));
    await sleep(500);
    const meanwhileMs = await readMs(3);
    end.abort();
    const statuses = (await Promise.all(attacks)).flat();

    expect(statuses).not.toContain(429);
    expect(meanwhileMs).toBeLessThan(usualMs * 2);
  },
  TIMEOUT,
);
