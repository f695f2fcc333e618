import { expect, test } from "@jest/globals";
import { makeApiKey } from "@colophon/runtime/credentials";
import { startRedis } from "../../tests/support/servers/redis.ts";
import { addKey, addSession, startGateway, startServices } from "./support/gateway.ts";

test("every answer contains the limit; a refusal has Retry-After and is not counted", async () => {
  const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: 3 } });

  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await fetch(`${gateway.url}/api/article`));
  const malformed = await fetch(`${gateway.url}/api//article`);
  const health = await fetch(`${gateway.url}/api/health`);
  const lookUp = await fetch(`${gateway.url}/api/health`, { headers: { authorization: "Bearer x" } });
  await gateway.stop();

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(answers.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual(["2", "1", "0", "0", "0"]);
  for (const { headers } of [...answers, malformed]) {
    expect(headers.get("ratelimit-limit")).toBe("3");
    expect(Number(headers.get("ratelimit-reset"))).toBeGreaterThan(0);
    expect(Number(headers.get("ratelimit-reset"))).toBeLessThanOrEqual(60);
  }
  expect(Number(answers[3]!.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(await answers[3]!.json()).toEqual({ error: { code: "TOO_MANY_REQUESTS", message: "Too many requests" } });
  expect([malformed.status, health.status, lookUp.status]).toEqual([400, 200, 429]);
  expect(gateway.services.content.seen).toHaveLength(3);
});

test("a malformed or too large request is refused as such, and not counted", async () => {
  const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: 2 } });

  for (let i = 0; i < 4; i++) await fetch(`${gateway.url}/api//article`);
  const large = await fetch(`${gateway.url}/api/article`, { method: "POST", body: "x".repeat(1_048_577) });
  const good = await fetch(`${gateway.url}/api/article`);
  await gateway.stop();

  expect(large.status).toBe(413);
  expect(good.status).toBe(200);
  expect(good.headers.get("ratelimit-remaining")).toBe("1");
});

test("sign-in is counted in both limits, everything else in one", async () => {
  const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: 5, RATE_LIMIT_AUTH_PER_MINUTE: 2 } });
  const get = async (path: string) => (await fetch(gateway.url + path)).status;

  const signIns = [await get("/api/auth/me"), await get("/api/auth/me"), await get("/api/auth/me"), await get("/api/auth/request")];
  const others = [await get("/api/article"), await get("/api/authors"), await get("/api/article"), await get("/api/article")];
  await gateway.stop();

  expect(signIns).toEqual([200, 200, 429, 429]);
  expect(others).toEqual([200, 200, 200, 429]);
});

test.each([
  ["/api/article", 80],
  ["/api/auth/me", 10],
])("of 400 simultaneous requests through two gateways, exactly the limit is accepted: %s", async (path, limit) => {
  const [redis, services] = await Promise.all([startRedis(), startServices()]);
  const options = { redis, services, env: { RATE_LIMIT_PER_MINUTE: 80, RATE_LIMIT_AUTH_PER_MINUTE: 10 } };
  const gateways = await Promise.all([startGateway(options), startGateway(options)]);

  const spoofed = ["1.1.1.1", "2.2.2.2", "::1", "10.0.0.1", "unknown"];
  const calls = Array.from({ length: 400 }, (_, i) =>
    fetch(`${gateways[i % 2]!.url}${path}`, { headers: { "x-forwarded-for": spoofed[i % 5]!, "x-real-ip": spoofed[i % 5]! } }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  for (const gateway of gateways) await gateway.stop();
  for (const service of Object.values(services)) await service.stop();
  await redis.stop();

  expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
  expect(statuses.filter((status) => status === 429)).toHaveLength(400 - limit);
});

test("the window slides: requests older than a minute don't count, also after Redis' clock was set back", async () => {
  const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: 2 } });
  const get = async () => (await fetch(`${gateway.url}/api/article`)).status;
  const key = "cms:limit:127.0.0.1";

  const { client } = gateway.link;
  await client.lpush(key, Date.now() - 60_100, Date.now() - 30_000);
  const sliding = [await get(), await get()];
  await client.del(key);
  await client.lpush(key, Date.now() + 7_200_000, Date.now() + 7_200_001);
  const setBack = [await get(), await get(), await get()];
  const ttl = await client.pttl(key);
  await gateway.stop();

  expect(sliding).toEqual([200, 429]);
  expect(setBack).toEqual([200, 200, 429]);
  expect(ttl).toBeGreaterThan(0);
  expect(ttl).toBeLessThanOrEqual(60_000);
});

test("behind a trusted proxy each caller has a limit of its own, an IPv6 one with its whole /64", async () => {
  const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: 1, TRUST_PROXY: ["127.0.0.0/8"] } });
  const get = async (caller: string) => (await fetch(`${gateway.url}/api/article`, { headers: { "x-forwarded-for": caller } })).status;

  const statuses = [
    await get("203.0.113.1"),
    await get("203.0.113.2"),
    await get("6.6.6.6, 203.0.113.1"),
    await get("::ffff:203.0.113.2"),
    await get("2001:db8:1:2::1"),
    await get("2001:db8:1:2:ffff::9"),
    await get("2001:db8:1:3::1"),
  ];
  const clients = gateway.services.content.seen.map(({ headers }) => headers["x-cms-client"]);
  await gateway.stop();

  expect(statuses).toEqual([200, 200, 429, 429, 200, 429, 200]);
  expect(clients).toEqual(["203.0.113.1", "203.0.113.2", "2001:db8:1:2::1", "2001:db8:1:3::1"]);
});

const TIGHT = { RATE_LIMIT_PER_MINUTE: 3, RATE_LIMIT_AUTH_PER_MINUTE: 2, RATE_LIMIT_USER_PER_MINUTE: 5, RATE_LIMIT_ASSETS_PER_MINUTE: 4 };

/** The statuses of this many requests, one after the other. */
async function statusesOf(url: string, count: number, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await fetch(url, { headers })).status);
  return statuses;
}

test.each(["x-forwarded-for", "forwarded", "x-real-ip", "x-cms-client", "true-client-ip"])(
  "no %s of an untrusted caller creates a second bucket",
  async (header) => {
    const gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: 1 } });
    const get = async (headers = {}) => (await fetch(`${gateway.url}/api/article`, { headers })).status;

    const statuses = [await get(), await get({ [header]: "203.0.113.7" })];
    await gateway.stop();

    expect(statuses).toEqual([200, 429]);
  },
);

test("files count in a bucket of their own", async () => {
  const gateway = await startGateway({ env: TIGHT });

  const files = await statusesOf(`${gateway.url}/api/assets/a.png`, 5);
  const records = await statusesOf(`${gateway.url}/api/article`, 4);
  await gateway.stop();

  expect(files).toEqual([200, 200, 200, 200, 429]);
  expect(records).toEqual([200, 200, 200, 429]);
});

test("the requests of a valid session count by user, from any device, including requests about the session itself", async () => {
  const gateway = await startGateway({ env: TIGHT });
  const sessions = [addSession(gateway.services.auth), addSession(gateway.services.auth, { credentialId: "session-2" })];
  const [first, second] = sessions.map((token) => ({ cookie: `cms_session=${token}` }));
  const other = { cookie: `cms_session=${addSession(gateway.services.auth, { credentialId: "session-3", userId: "user-2" })}` };

  const own = [
    ...(await statusesOf(`${gateway.url}/api/auth/me`, 2, first)),
    ...(await statusesOf(`${gateway.url}/api/auth/sessions`, 2, second)),
    ...(await statusesOf(`${gateway.url}/api/article`, 2, first)),
  ];
  const colleague = await statusesOf(`${gateway.url}/api/article`, 1, other);
  const stranger = await statusesOf(`${gateway.url}/api/article`, 1);
  const colleagueLater = await statusesOf(`${gateway.url}/api/article`, 1, other);
  await gateway.stop();

  expect(own).toEqual([200, 200, 200, 200, 200, 429]);
  expect([colleague, stranger, colleagueLater]).toEqual([[200], [429], [200]]); // three were new to the gateway and counted by address once
});

test("sign-in keeps its stricter limit with a session, by user", async () => {
  const gateway = await startGateway({ env: TIGHT });
  const headers = { cookie: `cms_session=${addSession(gateway.services.auth)}` };
  await fetch(`${gateway.url}/api/auth/me`, { headers });

  const statuses = await statusesOf(`${gateway.url}/api/auth/confirm`, 3, headers);
  await gateway.stop();

  expect(statuses).toEqual([200, 200, 429]);
});

test("wrong credentials count by address, however many different ones are sent", async () => {
  const gateway = await startGateway({ env: TIGHT });
  const wrong = (): Record<string, string>[] => [
    { cookie: `cms_session=${crypto.randomUUID()}` },
    { authorization: `Bearer ${makeApiKey()}` },
    { authorization: "Basic x" },
    { cookie: `cms_session=${crypto.randomUUID()}` },
  ];

  const statuses: number[] = [];
  for (const headers of wrong()) statuses.push(...(await statusesOf(`${gateway.url}/api/article`, 1, headers)));
  const anonymous = await statusesOf(`${gateway.url}/api/article`, 1);
  await gateway.stop();

  expect(statuses).toEqual([401, 401, 401, 429]);
  expect(anonymous).toEqual([429]);
});

test("a key with a limit of its own counts by key; one without by address", async () => {
  const gateway = await startGateway({ env: TIGHT });
  const own = { authorization: `Bearer ${addKey(gateway.services.auth, { credentialId: "own", rateLimitPerMinute: 6 })}` };
  const plain = { authorization: `Bearer ${addKey(gateway.services.auth)}` };

  const ofOwn = await statusesOf(`${gateway.url}/api/article`, 7, own);
  const ofPlain = await statusesOf(`${gateway.url}/api/article`, 3, plain);
  await gateway.stop();

  expect(ofOwn).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(ofPlain).toEqual([200, 200, 429]); // the first request of the other key was still one of the address
});
