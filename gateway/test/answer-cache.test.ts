import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createAnswerLease, createAnswerMarks } from "@colophon/runtime";
import { eventually } from "../../tests/support/eventually.ts";
import { ANSWERS_KEY } from "../../packages/runtime/src/answer-cache/answer-state.ts";
import { addKey, addSession, PATIENT_LIMITS, startGateway } from "./support/gateway.ts";

const MEGABYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;
const SITE = "a1b2";

let gateway: Awaited<ReturnType<typeof startGateway>>;
let lease: ReturnType<typeof createAnswerLease>;
let marks: ReturnType<typeof createAnswerMarks>;
let body = "";
let now = 0;

beforeAll(async () => {
  gateway = await startGateway({ env: { ANSWER_CACHE_BYTES: MEGABYTE }, now: () => now });
  lease = createAnswerLease({ redis: gateway.link, identity: SITE, startedAt: 1 });
  marks = createAnswerMarks(gateway.link);
  await grantLease();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  body = `{"data":"${crypto.randomUUID()}"}`;
  answer({});
  await write("page", "person");
});

/** A lease that lasts as long as the tests, however slow the machine is. */
async function grantLease(): Promise<void> {
  await eventually(async () => {
    await lease.begin();
    return lease.renew({ ended: [], written: [] });
  });
  await gateway.link.client.hset(ANSWERS_KEY, "until", Date.now() + HOUR_MS);
}

/** A complete write of these entities. */
async function write(...entities: string[]): Promise<void> {
  const settle = await marks.mark(1, entities);
  await settle?.();
}

interface Given {
  readonly depends?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

function answer({ depends = `${SITE} role page`, status = 200, headers = {} }: Given, service: "content" | "asset" = "content"): void {
  gateway.services[service].behave((request, response) => {
    const all = { "content-type": "application/json", "content-length": Buffer.byteLength(body), "x-cms-depends": depends, ...headers };
    response.writeHead(status, all).end(request.method === "HEAD" ? undefined : body);
  });
}

const get = (path: string, headers: Record<string, string> = {}, method = "GET") => fetch(gateway.url + path, { method, headers });

/** How many of these requests reach the service. */
async function reaching(work: () => Promise<unknown>): Promise<number> {
  const { content, asset } = gateway.services;
  const count = (): number => content.seen.length + asset.seen.length;
  const before = count();
  await work();
  return count() - before;
}

/** Requests a path until its answer comes from the cache, as far as it does. @returns whether it does */
async function isCached(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  await (await get(path, headers)).text();
  return (await reaching(async () => (await get(path, headers)).text())) === 0;
}

test("an answer is the same from the cache, apart from what belongs to the request", async () => {
  answer({ headers: { etag: '"1.x"', vary: "Cookie", "cache-control": "private, no-cache" } });
  const first = await get("/api/page/1", { "x-request-id": "first" });
  const text = await first.text();
  const second = await get("/api/page/1", { "x-request-id": "second", origin: "https://site.example" });

  expect(await second.text()).toBe(text);
  const names = ["content-type", "content-length", "etag", "vary", "cache-control", "ratelimit-limit"];
  expect(names.map((name) => second.headers.get(name))).toEqual(names.map((name) => first.headers.get(name)));
  expect(second.headers.get("x-request-id")).toBe("second");
  expect(second.headers.get("access-control-allow-origin")).toBe("https://site.example");
  expect(Number(second.headers.get("ratelimit-remaining"))).toBe(Number(first.headers.get("ratelimit-remaining")) - 1);
  expect([...second.headers.keys()].filter((name) => name.startsWith("x-cms-"))).toEqual([]);
  expect(gateway.services.content.seen.filter(({ url }) => url === "/api/page/1")).toHaveLength(1);
});

test("a caller that has it gets 304, and HEAD the headers alone", async () => {
  answer({ headers: { etag: '"1.x"' } });
  expect(await isCached("/api/page/2")).toBe(true);

  expect(
    await reaching(async () => {
      const [same, head] = [await get("/api/page/2", { "if-none-match": '"1.x"' }), await get("/api/page/2", {}, "HEAD")];
      expect([same.status, same.headers.get("content-type"), same.headers.get("etag")]).toEqual([304, null, '"1.x"']);
      expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(body.length), ""]);
    }),
  ).toBe(0);
});

test("a write of what an answer depends on, and only that, makes it invalid", async () => {
  answer({ depends: `${SITE} role page,person` });
  expect(await isCached("/api/page")).toBe(true);

  await write("other");
  expect(await reaching(() => get("/api/page"))).toBe(0);
  await write("person");
  body = '{"data":"changed"}';

  expect(await (await get("/api/page")).text()).toBe(body);
});

test("between mark and commit nothing is used or kept, and an answer from before the mark's end is not used after it", async () => {
  const settle = await marks.mark(1, ["page"]);
  expect(await isCached("/api/page/3")).toBe(false);
  await settle?.();

  expect(await reaching(() => get("/api/page/3"))).toBe(1);
});

test("an answer that was requested before a write is not used after it", async () => {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const old = body;
  gateway.services.content.behave((_request, response) => {
    arrived.resolve();
    const headers = { "content-length": Buffer.byteLength(old), "x-cms-depends": `${SITE} role page` };
    void released.promise.then(() => response.writeHead(200, headers).end(old));
  });
  const slow = get("/api/page/4");
  await arrived.promise;
  await write("page");
  released.resolve();
  expect(await (await slow).text()).toBe(old);
  body = '{"data":"new"}';
  answer({});

  expect(await (await get("/api/page/4")).text()).toBe(body);
});

test("callers share an answer only if they have one role and kind, and not if it depends on the caller", async () => {
  const { auth } = gateway.services;
  const session = (facts: Record<string, unknown>) => ({ cookie: `cms_session=${addSession(auth, facts)}` });
  const [ada, eva] = [session({ userId: "ada", role: "editor" }), session({ userId: "eva", role: "editor" })];
  const key = { authorization: `Bearer ${addKey(auth, { role: "editor" })}` };

  expect(await isCached("/api/page/5", ada)).toBe(true);
  expect(await reaching(() => get("/api/page/5", eva))).toBe(0);
  expect(await reaching(() => get("/api/page/5", key))).toBe(1);
  expect(await reaching(() => get("/api/page/5"))).toBe(1);

  answer({ depends: `${SITE} caller page` });
  expect(await isCached("/api/page/6", ada)).toBe(true);
  expect(await reaching(() => get("/api/page/6", eva))).toBe(1);
  expect(await reaching(() => get("/api/page/6", ada))).toBe(0);
});

test("404 is cached, other errors, other configurations, and answers that don't say what they depend on are not", async () => {
  const cases: [Given, boolean][] = [
    [{ status: 404 }, true],
    [{ status: 403 }, false],
    [{ depends: "c3d4 role page" }, false],
    [{ depends: "nonsense" }, false],
    [{ headers: { "set-cookie": "a=b" } }, false],
  ];
  for (const [given, expected] of cases) {
    answer(given);
    expect({ given, cached: await isCached(`/api/page?${crypto.randomUUID()}`) }).toEqual({ given, cached: expected });
  }
  gateway.services.content.behave((_request, response) => void response.writeHead(200, { "content-length": 2 }).end("{}"));

  expect(await isCached("/api/page/7")).toBe(false);
});

test("large answers are not cached, and many make room for each other", async () => {
  body = JSON.stringify("x".repeat(MEGABYTE / 4));
  expect(await isCached("/api/page/8")).toBe(false);

  body = JSON.stringify("x".repeat(MEGABYTE / 16));
  for (let number = 0; number < 30; number++) await (await get(`/api/page?offset=${number}`)).text();

  expect(await reaching(() => get("/api/page?offset=29"))).toBe(0);
  expect(await reaching(() => get("/api/page?offset=0"))).toBe(1);
});

describe("a file", () => {
  const url = "/api/assets/photo.png";
  const modified = "Sat, 01 Nov 2025 10:00:00 GMT";
  const headers = {
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    etag: '"1a"',
    "last-modified": modified,
  };
  beforeEach(async () => {
    await write("_image");
    answer({ depends: `${SITE} role _image 600`, headers }, "asset");
  });

  test("has the same headers and bytes from the cache, and is not sent to callers that have it", async () => {
    expect(await isCached(url)).toBe(true);

    const reached = await reaching(async () => {
      const [whole, head] = [await get(url), await get(url, {}, "HEAD")];
      expect([await whole.text(), await head.text()]).toEqual([body, ""]);
      for (const { headers: given } of [whole, head])
        expect(Object.fromEntries(Object.keys(headers).map((name) => [name, given.get(name)]))).toEqual(headers);
      const conditions = [
        { "if-none-match": '"1a"' },
        { "if-modified-since": modified },
        { "if-none-match": '"2"', "if-modified-since": modified },
      ];
      const statuses = await Promise.all(conditions.map(async (condition) => (await get(url, condition)).status));
      expect(statuses).toEqual([304, 304, 200]);
    });

    expect(reached).toBe(0);
  });

  test("reaches the service for a part of it, or if the caller requires a certain state", async () => {
    expect(await isCached(url)).toBe(true);

    for (const some of [{ range: "bytes=0-3" }, { "if-match": '"1a"' }, { "if-unmodified-since": modified }])
      expect({ some, reached: await reaching(() => get(url, some as Record<string, string>)) }).toEqual({ some, reached: 1 });
  });

  test("is requested again after the time that its service has set, and after each write", async () => {
    expect(await isCached(url)).toBe(true);
    now += 599_999;
    expect(await reaching(() => get(url))).toBe(0);

    now += 1;
    expect(await reaching(() => get(url))).toBe(1);
    expect(await isCached(url)).toBe(true);
    await write("_image");
    expect(await reaching(() => get(url))).toBe(1);
  });
});

describe("while an outdated answer is requested again", () => {
  /** The service's requests from now on. The first one is held. */
  function holdFirst() {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<{ status: number; text: string }>();
    let count = 0;
    gateway.services.content.behave((_request, response) => {
      count += 1;
      const send = ({ status, text }: { status: number; text: string }): void => {
        response.writeHead(status, { "content-length": Buffer.byteLength(text), "x-cms-depends": `${SITE} role page` }).end(text);
      };
      if (count > 1) return send({ status: 200, text: body });
      arrived.resolve();
      void released.promise.then(send);
    });
    return { arrived: arrived.promise, release: released.resolve, count: () => count };
  }
  /** Makes the answer to a read outdated, and reads it: the service holds the new one. */
  async function renewing(read: () => Promise<string>) {
    await write("page");
    const { arrived, ...held } = holdFirst();
    const first = read();
    await arrived;
    return { first, ...held };
  }
  const textOf = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();
  const many = (path: string) => Promise.all(Array.from({ length: 5 }, () => textOf(path)));

  test("equal reads wait for that answer", async () => {
    expect(await isCached("/api/page/20")).toBe(true);
    const held = await renewing(() => textOf("/api/page/20"));
    const others = many("/api/page/20");
    held.release({ status: 200, text: "new" });

    expect([await held.first, ...(await others)]).toEqual(Array(6).fill("new"));
    expect(held.count()).toBe(1);
  });

  test("equal reads go to the service if that answer is an error", async () => {
    expect(await isCached("/api/page/21")).toBe(true);
    const held = await renewing(() => textOf("/api/page/21"));
    const others = many("/api/page/21");
    held.release({ status: 500, text: "failed" });

    expect(await others).toEqual(Array(5).fill(body));
    expect(await held.first).toBe("failed");
  });

  test("equal reads go to the service if that answer takes longer than they wait", async () => {
    const { redis, services } = gateway;
    const timeLimits = { ...PATIENT_LIMITS, equalReadMs: 20 };
    const lone = await startGateway({ redis, services, env: { ANSWER_CACHE_BYTES: MEGABYTE }, timeLimits });
    const read = async () => (await fetch(`${lone.url}/api/page/23`)).text();
    await read();
    const held = await renewing(read);

    expect(await Promise.all([read(), read()])).toEqual([body, body]);
    held.release({ status: 200, text: "late" });
    expect(await held.first).toBe("late");
    await lone.stop();
  });

  test("a read after another write, and one of another caller, go to the service", async () => {
    const ada = { cookie: `cms_session=${addSession(gateway.services.auth, { userId: "ada", role: "editor" })}` };
    expect([await isCached("/api/page/22"), await isCached("/api/page/22", ada)]).toEqual([true, true]);
    const held = await renewing(() => textOf("/api/page/22"));

    expect(await textOf("/api/page/22", ada)).toBe(body);
    await write("page");
    body = "newest";
    expect(await textOf("/api/page/22")).toBe("newest");
    held.release({ status: 200, text: "old" });
    expect(await held.first).toBe("old");
    expect(await textOf("/api/page/22")).toBe("newest");
  });
});

test("without a lease nothing is used, and after it all is new", async () => {
  expect(await isCached("/api/page/9")).toBe(true);

  await gateway.link.client.flushdb();

  expect(await reaching(() => get("/api/page/9"))).toBe(1);
  await grantLease();
  expect(await isCached("/api/page/9")).toBe(true);
});

test("writes of one turn are marked and ended together: each keeps its mark until its own end", async () => {
  const commands: string[] = [];
  const { client } = gateway.link;
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    commands.push(command.name);
    return send(command, stream);
  };
  answer({ depends: `${SITE} role page` });
  expect(await isCached("/api/page")).toBe(true);
  const before = commands.length;

  const settles = await Promise.all([marks.mark(1, ["page"]), marks.mark(2, ["page", "person"]), marks.mark(3, ["person"])]);
  const marked = commands.slice(before).filter((name) => name === "hset");
  await Promise.all([settles[0]?.(), settles[2]?.()]);
  const ended = commands.slice(before).filter((name) => name.startsWith("eval"));
  const meanwhile = await isCached("/api/page");
  await settles[1]?.();
  client.sendCommand = send;

  expect([marked, ended.length, meanwhile]).toEqual([["hset"], 1, false]);
  expect(await isCached("/api/page")).toBe(true);
  expect(Object.keys(await client.hgetall(ANSWERS_KEY)).filter((field) => field.startsWith("~"))).toEqual([]);
});
