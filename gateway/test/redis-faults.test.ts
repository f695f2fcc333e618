import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createAnswerLease, once, revoke, type Doubt } from "@colophon/runtime";
import { eventually } from "../../tests/support/eventually.ts";
import { startRedis, type TestRedis } from "../../tests/support/servers/redis.ts";
import { addSession, startGateway, startServices } from "./support/gateway.ts";

/** How long a command may take: patient, except while Redis is frozen, when the tests wait for it. */
let redisMs: number;
const PATIENT_MS = 60_000;
const IMPATIENT_MS = 200;
const redisLimit = () => redisMs;
beforeEach(() => void (redisMs = PATIENT_MS));
type Gateway = Awaited<ReturnType<typeof startGateway>>;
const toStop: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of toStop.splice(0).toReversed()) await stop();
});

/** A server that the test can stop and start again. */
async function ownRedis(options: Parameters<typeof startRedis>[0]): Promise<TestRedis> {
  const redis = await startRedis(options);
  return { ...redis, stop: once(redis.stop) };
}

/** Lets it answer nothing, as if its machine stood still. @returns a function that ends this. */
function freeze(redis: TestRedis): () => void {
  process.kill(redis.pid!, "SIGSTOP");
  redisMs = IMPATIENT_MS;
  return () => {
    redisMs = PATIENT_MS;
    process.kill(redis.pid!, "SIGCONT");
  };
}

async function start(env = {}): Promise<{ gateway: Gateway; redis: TestRedis; cookie: string }> {
  const redis = await ownRedis({ own: true });
  toStop.push(redis.stop);
  const gateway = await startGateway({ redis, env, redisMs: redisLimit });
  toStop.push(gateway.stop);
  return { gateway, redis, cookie: addSession(gateway.services.auth) };
}

async function get(gateway: Gateway, cookie?: string): Promise<{ status: number }> {
  const { status } = await fetch(`${gateway.url}/api/article`, { headers: cookie ? { cookie: `cms_session=${cookie}` } : {} });
  return { status };
}

test("Redis killed: requests are served, each process applies the limit itself, and Redis is used again after its return", async () => {
  const { gateway, redis } = await start({ RATE_LIMIT_PER_MINUTE: 20 });
  await get(gateway);

  await redis.stop();
  const first = await get(gateway);
  const rest = await Promise.all(Array.from({ length: 40 }, () => get(gateway)));
  const again = await ownRedis({ own: true, port: Number(new URL(redis.url).port) });
  toStop.push(again.stop);
  await eventually(() => gateway.link.isUp());
  await get(gateway);

  expect(first.status).toBe(200);
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(19);
  expect(rest.filter(({ status }) => status === 429)).toHaveLength(21);
  expect(await gateway.link.client.llen("cms:limit:127.0.0.1")).toBe(1);
});

test("Redis frozen: only the first requests are sent to it, and Redis is used again when it continues", async () => {
  const { gateway, redis } = await start();
  await get(gateway);
  const { client } = gateway.link;

  const thaw = freeze(redis);
  const first = await Promise.all(Array.from({ length: 10 }, () => get(gateway)));
  const isUpThen = gateway.link.isUp();
  const next = await Promise.all(Array.from({ length: 20 }, () => get(gateway)));
  thaw();
  await eventually(() => gateway.link.isUp());
  const countedBefore = await client.llen("cms:limit:127.0.0.1");
  await get(gateway);

  expect([...first, ...next].map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(isUpThen).toBe(false); // then no command is sent
  expect(countedBefore).toBeLessThanOrEqual(1 + first.length);
  expect(await client.llen("cms:limit:127.0.0.1")).toBe(countedBefore + 1);
});

test("Redis frozen: the process applies the limit itself", async () => {
  const { gateway, redis } = await start({ RATE_LIMIT_PER_MINUTE: 50 });
  await get(gateway);

  const thaw = freeze(redis);
  const answers = [];
  for (let i = 0; i < 55; i++) answers.push(await get(gateway));
  thaw();

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});

test.each([
  ["full", ["CONFIG", "SET", "maxmemory", "1"]],
  ["read-only", ["REPLICAOF", "127.0.0.1", "1"]],
  ["emptied, scripts included", ["FLUSHALL"]],
])("Redis %s: no request fails for it", async (_name, [command = "", ...args]) => {
  const { gateway, cookie } = await start();
  await get(gateway, cookie);

  await gateway.link.client.call(command, ...args);
  if (command === "FLUSHALL") await gateway.link.client.script("FLUSH");
  const answers = [];
  for (let i = 0; i < 10; i++) answers.push(await get(gateway, cookie));

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
});

test("a cached identity needs no look-up while the epoch is unchanged, and is dropped at a revocation", async () => {
  const { gateway, cookie } = await start();
  const { auth } = gateway.services;

  for (let i = 0; i < 5; i++) await get(gateway, cookie);
  const before = auth.lookUps;
  await revoke(gateway.link);
  for (let i = 0; i < 5; i++) await get(gateway, cookie);

  expect(before).toBe(1);
  expect(auth.lookUps).toBe(2);
});

test("a revoked identity stays dropped when Redis is emptied after the revocation", async () => {
  const { gateway, cookie } = await start();
  await get(gateway, cookie);

  await revoke(gateway.link);
  await gateway.link.client.flushdb();
  gateway.services.auth.credentials.clear();

  expect((await get(gateway, cookie)).status).toBe(401);
});

test("simultaneous requests share one look-up", async () => {
  const { gateway, cookie } = await start();

  await Promise.all(Array.from({ length: 50 }, () => get(gateway, cookie)));

  expect(gateway.services.auth.lookUps).toBe(1);
});

test.each(["up", "frozen", "killed"])("an ended session works nowhere afterwards, on two gateways, with Redis %s", async (state) => {
  const [redis, services] = await Promise.all([ownRedis({ own: true }), startServices()]);
  const options = { redis, services, redisMs: redisLimit, now: () => performance.now() }; // without Redis, identities end by their age
  const gateways = [await startGateway(options), await startGateway(options)];
  toStop.push(redis.stop, ...Object.values(services).map(({ stop }) => stop), ...gateways.map(({ stop }) => stop));
  const cookie = addSession(services.auth);
  for (const gateway of gateways) expect((await get(gateway, cookie)).status).toBe(200);
  if (state === "frozen") freeze(redis);
  if (state === "killed") await redis.stop();
  for (const gateway of gateways) expect((await get(gateway, cookie)).status).toBe(200);

  services.auth.credentials.clear();
  await revoke(gateways[0]!.link);
  const statuses = async () => Promise.all(gateways.map(async (gateway) => (await get(gateway, cookie)).status));
  const isEnded = async () => (await statuses()).every((status) => status === 401);
  const isEndedAtOnce = await isEnded();
  await eventually(isEnded, { what: "the session has ended on both gateways" });

  expect(isEndedAtOnce || state !== "up").toBe(true);
  expect(await statuses()).toEqual([401, 401]);
});

test("identities cached before Redis failed are not used after it, because a revocation may have been lost", async () => {
  const { gateway, redis, cookie } = await start();
  await get(gateway, cookie);

  await redis.stop();
  gateway.services.auth.credentials.clear();
  const again = await ownRedis({ own: true, port: Number(new URL(redis.url).port) });
  toStop.push(again.stop);
  await eventually(() => gateway.link.isUp());

  expect((await get(gateway, cookie)).status).toBe(401);
});

test("cached answers are used again after Redis was late, and not after its connection was lost", async () => {
  const { gateway, redis } = await start({ ANSWER_CACHE_BYTES: 1_000_000 });
  const { link, services, url } = gateway;
  const lease = createAnswerLease({ redis: link, identity: "a1b2", startedAt: 1 });
  const doubts: Doubt[] = [];
  link.onUncertain((doubt) => doubts.push(doubt));
  services.content.behave(
    (_request, response) => void response.writeHead(200, { "content-length": 2, "x-cms-depends": "a1b2 role article" }).end("{}"),
  );
  /** Whether a request reaches the service. */
  const isAsked = async (path: string): Promise<boolean> => {
    const before = services.content.seen.length;
    await (await fetch(url + path)).text();
    return services.content.seen.length > before;
  };
  const isLeased = () =>
    eventually(async () => {
      await lease.begin();
      await lease.renew({ ended: [], written: [] });
      const path = `/api/article?${crypto.randomUUID()}`;
      return (await isAsked(path)) && !(await isAsked(path));
    });
  const wasLate = async (): Promise<boolean> => {
    await eventually(() => link.isUp());
    await isLeased();
    await isAsked("/api/article/1");
    doubts.length = 0;
    const thaw = freeze(redis);
    await isAsked("/api/article/1");
    thaw();
    await eventually(() => link.isUp());
    return doubts.includes("late") && !doubts.includes("lost"); // a machine that stands still for long is asked on another connection
  };

  await eventually(wasLate);
  await isLeased();
  const afterLate = await isAsked("/api/article/1");
  link.client.disconnect(true);
  await eventually(() => doubts.includes("lost") && link.isUp());
  await isLeased();

  expect([afterLate, await isAsked("/api/article/1")]).toEqual([false, true]);
});
