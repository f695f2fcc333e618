import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { startRedis, type TestRedis } from "../../../tests/support/redis.ts";
import { createTestLog } from "./support/service.ts";
import { createRedis, EPOCH_KEY, once, RedisAwayError, revoke } from "../src/index.ts";

const toStop: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).toReversed()) await stop();
});

/** A server that the test can stop and start again. */
async function ownRedis(options: Parameters<typeof startRedis>[0]): Promise<TestRedis> {
  const redis = await startRedis(options);
  return { ...redis, stop: once(redis.stop) };
}

async function start() {
  const redis = await ownRedis({ own: true });
  const link = createRedis(redis.url);
  toStop.push(redis.stop, link.close);
  await eventually(() => link.isUp());
  return { redis, link };
}

async function timed(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const started = performance.now();
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, ms: performance.now() - started };
}

test("commands run while Redis is available", async () => {
  const { link } = await start();

  await link.run((client) => client.set("a", "1"));

  expect(await link.run((client) => client.get("a"))).toBe("1");
});

test("frozen: the first command fails after 150 ms, the next ones at once; afterwards Redis is used again", async () => {
  const { redis, link } = await start();
  const ping = () => timed(link.run((client) => client.ping()));

  const outages = [];
  for (let outage = 0; outage < 3; outage++) {
    process.kill(redis.pid!, "SIGSTOP");
    const [first, next] = [await ping(), await ping()];
    process.kill(redis.pid!, "SIGCONT");
    await eventually(() => link.isUp());
    outages.push({ first, next, after: await ping() });
  }

  expect(outages.map(({ after }) => after.error)).toEqual([null, null, null]);
  expect(outages.flatMap(({ first, next }) => [first.error, next.error]).filter((error) => !(error instanceof RedisAwayError))).toEqual([]);
  expect(Math.min(...outages.map(({ first }) => first.ms))).toBeGreaterThan(140);
  // Other load on this machine can only add to a wait: the fastest of the outages shows the link's own time.
  expect(Math.min(...outages.map(({ first }) => first.ms))).toBeLessThan(5_000);
  expect(Math.min(...outages.map(({ next }) => next.ms))).toBeLessThan(140);
});

test("without memory for writes it stays away, with one outage, until there is memory again", async () => {
  const { link } = await start();
  let outages = 0;
  let states = 0;
  link.onOutage(() => outages++);
  const write = () => link.run((client) => client.set("a", "1"));
  const pings = async () => /cmdstat_ping:calls=(\d+)/.exec(await link.client.info("commandstats"))?.[1];
  const probes = async () => Number(/cmdstat_set:calls=\d+.*rejected_calls=(\d+)/.exec(await link.client.info("commandstats"))?.[1] ?? 0);

  await link.client.config("SET", "maxmemory", "1");
  await expect(write()).rejects.toBeInstanceOf(RedisAwayError);
  await eventually(async () => {
    if (link.isUp()) states++;
    return (await probes()) > 3;
  });
  const seen = [states, link.isUp(), outages];
  await link.client.config("SET", "maxmemory", "0");
  await eventually(() => link.isUp());
  await write();

  expect(seen).toEqual([0, false, 1]);
  expect(await pings()).toBe(undefined);
});

test("an outage is logged with the server's address and the reason", async () => {
  const redis = await ownRedis({ own: true });
  const { log, lines } = createTestLog();
  const link = createRedis(redis.url.replace("redis://", "redis://default:hush@"), { log });
  toStop.push(redis.stop, link.close);
  await eventually(() => link.isUp());

  await redis.stop();
  await eventually(() => lines.some((line) => line.includes('"redis":"away"')));

  expect(lines.find((line) => line.includes('"redis":"away"'))).toContain(`"address":"${new URL(redis.url).host}"`);
  expect(lines.join()).not.toContain("hush");
});

test("killed: commands fail at once; a new server at the same address is found automatically", async () => {
  const { redis, link } = await start();
  let doubts = 0;
  link.onUncertain(() => doubts++);

  await redis.stop();
  const gone = await timed(link.run((client) => client.ping()));
  const again = await ownRedis({ own: true, port: Number(new URL(redis.url).port) });
  toStop.push(again.stop);
  await eventually(() => link.isUp());

  expect(gone.error).toBeInstanceOf(RedisAwayError);
  expect(gone.ms).toBeLessThan(5_000);
  expect(doubts).toBeGreaterThan(0);
});

test("never available: a command fails at once instead of waiting", async () => {
  const link = createRedis("redis://127.0.0.1:1");
  toStop.push(link.close);

  const { error, ms } = await timed(link.run((client) => client.ping()));

  expect(error).toBeInstanceOf(RedisAwayError);
  expect(ms).toBeLessThan(5_000);
});

test("a revocation changes the epoch each time", async () => {
  const { link } = await start();

  const epochs = [];
  for (let i = 0; i < 3; i++) {
    await revoke(link);
    epochs.push(await link.client.get(EPOCH_KEY));
  }

  expect(new Set(epochs).size).toBe(3);
});

test("a revocation never fails or waits for Redis, and is sent when Redis is back", async () => {
  const { redis, link } = await start();

  await redis.stop();
  const { error, ms } = await timed(revoke(link));
  const again = await ownRedis({ own: true, port: Number(new URL(redis.url).port) });
  toStop.push(again.stop);
  await eventually(() => link.isUp());
  await eventually(async () => (await link.client.get(EPOCH_KEY)) !== null);

  expect(error).toBeNull();
  expect(ms).toBeLessThan(5_000);
});
