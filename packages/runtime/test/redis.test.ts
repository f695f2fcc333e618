import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { startRedis, type TestRedis } from "../../../tests/support/servers/redis.ts";
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

/** A link that is patient, unless the test is about its time limit. */
async function start(options: Parameters<typeof createRedis>[1] = { commandMs: 60_000 }) {
  const redis = await ownRedis({ own: true });
  const link = createRedis({ redisUrl: redis.url }, options);
  toStop.push(redis.stop, link.close);
  await eventually(() => link.isUp());
  return { redis, link };
}

/** Why a command failed, or null. */
async function failureOf(work: Promise<unknown>): Promise<string | null> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return null;
  expect(error).toBeInstanceOf(RedisAwayError);
  const { message, cause } = error as RedisAwayError;
  return cause instanceof Error ? cause.message : message;
}

test("commands run while Redis is available", async () => {
  const { link } = await start();

  await link.run((client) => client.set("a", "1"));

  expect(await link.run((client) => client.get("a"))).toBe("1");
});

test("frozen: the first command fails after 150 ms, the next ones at once; afterwards Redis is used again", async () => {
  const { redis, link } = await start({});
  let sent = 0;
  const ping = () => failureOf(link.run((client) => (sent++, client.ping())));

  const outages = [];
  for (let outage = 0; outage < 3; outage++) {
    process.kill(redis.pid!, "SIGSTOP");
    const sentBefore = sent;
    const failures = [await ping(), await ping(), sent - sentBefore];
    process.kill(redis.pid!, "SIGCONT");
    await eventually(async () => link.isUp() && (await ping()) === null, { what: "Redis is used again" });
    outages.push(failures);
  }

  expect(new Set(outages.map(String))).toEqual(new Set(["No answer within 150 ms,Redis is not available,1"]));
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
  const link = createRedis({ redisUrl: redis.url.replace("redis://", "redis://default:hush@") }, { log });
  toStop.push(redis.stop, link.close);
  await eventually(() => link.isUp());

  await redis.stop();
  await eventually(() => lines.some((line) => line.includes('"redis":"away"')));

  expect(lines.find((line) => line.includes('"redis":"away"'))).toContain(`"address":"${new URL(redis.url).host}"`);
  expect(lines.join()).not.toContain("hush");
});

test("killed: commands fail at once; a new server at the same address is found automatically", async () => {
  const { redis, link } = await start();
  const doubts: string[] = [];
  link.onUncertain((doubt) => doubts.push(doubt));

  await redis.stop();
  const gone = await failureOf(link.run((client) => client.ping()));
  const again = await ownRedis({ own: true, port: Number(new URL(redis.url).port) });
  toStop.push(again.stop);
  await eventually(() => link.isUp());

  expect(gone).not.toBeNull();
  expect(gone).not.toContain("No answer within");
  expect(doubts).toContain("lost");
});

test("never available: a command fails at once instead of waiting", async () => {
  const link = createRedis({ redisUrl: "redis://127.0.0.1:1" });
  toStop.push(link.close);

  expect(await failureOf(link.run((client) => client.ping()))).toBe("Redis is not available");
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
  await revoke(link);
  const again = await ownRedis({ own: true, port: Number(new URL(redis.url).port) });
  toStop.push(again.stop);
  await eventually(() => link.isUp());
  await eventually(async () => (await link.client.get(EPOCH_KEY)) !== null);
});
