import dns from "node:dns";
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { createSteadyLookup, keepAddresses } from "../src/process/steady-lookup.ts";

type Answer = (error: Error | null, address?: string, family?: number) => void;

/** Name servers that a test controls: they answer with an address, an error code, or not at all. */
function setUp() {
  const servers: { answer: string | null; asked: number } = { answer: "10.0.0.1", asked: 0 };
  const clock = { now: 0 };
  const waiting: Answer[] = [];
  const old: string[] = [];
  const ask = (_hostname: string, _options: object, answer: Answer): void => {
    servers.asked++;
    if (servers.answer === null) return void waiting.push(answer);
    if (servers.answer.startsWith("E")) answer(Object.assign(new Error(servers.answer), { code: servers.answer }));
    else answer(null, servers.answer, 4);
  };
  const lookup = createSteadyLookup(ask as unknown as typeof dns.lookup, {
    onOld: (hostname) => void old.push(hostname),
    now: () => clock.now,
    slowMs: 0,
  });
  const find = (hostname: string) =>
    new Promise<string>((resolve) => lookup(hostname, { family: 0 }, (error, address) => resolve(error?.code ?? address)));
  return { servers, clock, waiting, old, find };
}

test.each(["EAI_AGAIN", "ESERVFAIL", "ENOTFOUND", null])(
  "while the name servers answer %s, a name keeps its last address, until it has a new one",
  async (failure) => {
    const { servers, waiting, old, find } = setUp();
    const before = await find("content");

    servers.answer = failure;
    const during = [await find("content"), await find("content")];
    servers.answer = "10.0.0.2";
    for (const answer of waiting) answer(null, "10.0.0.2", 4);

    expect([before, ...during, await find("content")]).toEqual(["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"]);
    expect(old).toEqual(["content", "content"]);
  },
);

test("a name that was never found, and one that is gone for more than a minute, are errors", async () => {
  const { servers, clock, find } = setUp();
  await find("content");

  servers.answer = "ENOTFOUND";
  clock.now = 60_001;

  expect([await find("other"), await find("content")]).toEqual(["ENOTFOUND", "ENOTFOUND"]);
});

test("an outage of any other kind may take as long as it takes", async () => {
  const { servers, clock, find } = setUp();
  await find("content");

  servers.answer = "EAI_AGAIN";
  clock.now = 86_400_000;

  expect(await find("content")).toBe("10.0.0.1");
});

test("simultaneous connections to a name ask the name servers once", async () => {
  const { servers, waiting, find } = setUp();
  servers.answer = null;

  const found = Promise.all([find("content"), find("content"), find("content")]);
  for (const answer of waiting) answer(null, "10.0.0.1", 4);

  expect([await found, servers.asked]).toEqual([["10.0.0.1", "10.0.0.1", "10.0.0.1"], 1]);
});

test("Node's own connections use the last addresses", async () => {
  const original = dns.lookup;
  let isAway = false;
  const fail = Object.assign(new Error("away"), { code: "EAI_AGAIN" });
  dns.lookup = Object.assign(
    (_name: string, options: dns.LookupOptions, answer: (error: Error | null, found?: unknown, family?: number) => void) => {
      if (isAway) return answer(fail);
      if (options.all) answer(null, [{ address: "127.0.0.1", family: 4 }]);
      else answer(null, "127.0.0.1", 4);
    },
    { __promisify__: original.__promisify__ },
  ) as typeof dns.lookup;
  keepAddresses(() => undefined);
  const server = createServer((_request, response) => response.end("ok")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://service.example:${(server.address() as AddressInfo).port}`;
  const ask = () =>
    new Promise((resolve) => get(url, { agent: false }, (answer) => resolve(answer.resume().statusCode)).on("error", resolve));

  const before = await ask();
  isAway = true;
  const during = await ask();
  server.close();
  dns.lookup = original;

  expect([before, during]).toEqual([200, 200]);
});
