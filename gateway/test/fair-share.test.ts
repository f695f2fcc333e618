import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../../tests/support/eventually.ts";
import { addKey, startGateway } from "./support/gateway.ts";
import { sendRaw } from "./support/raw.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeEach(async () => {
  gateway = await startGateway({ env: { TRUST_PROXY: ["127.0.0.0/8"] } });
});
afterEach(() => gateway.stop());

const from = (address: string) => ({ "x-forwarded-for": address });
/** Lets the file service answer nothing until it is released; its time limit is the longest of a read. */
function hang(): { release(): void } {
  const { asset } = gateway.services;
  const held: ServerResponse[] = [];
  asset.behave((_request, response) => void held.push(response));
  return {
    release() {
      asset.behave((_request, response) => void response.end());
      for (const response of held) response.end();
    },
  };
}
const get = (headers: Record<string, string>) => fetch(`${gateway.url}/api/assets/a.png`, { headers });

test("one address may have 64 requests at services and 256 waiting; further ones are 429", async () => {
  const { release } = hang();
  const { seen } = gateway.services.asset;
  let refused = 0;
  const ended = ({ status }: Response) => {
    if (status === 429) refused++;
    return status;
  };
  const calls = Array.from({ length: 330 }, () => get(from("203.0.113.1")).then(ended));

  await eventually(() => refused === 10, { what: "all requests have arrived" });
  await eventually(() => seen.length >= 64, { what: "64 requests are at the service" });
  const atService = seen.length;
  const other = get(from("203.0.113.2")).then(ended);
  await eventually(() => seen.length >= 65, { what: "the other address's request is at the service" });
  release();
  const statuses = await Promise.all([...calls, other]);

  expect(atService).toBe(64);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(statuses.filter((status) => status === 200)).toHaveLength(321);
});

test("of a request that is refused because too many wait, no time limit is kept", async () => {
  const { release } = hang();
  const timers = () => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;
  const waiting = Array.from({ length: 320 }, () => get(from("203.0.113.1")));
  await eventually(() => gateway.services.asset.seen.length >= 64, { what: "64 requests are at the service" });
  await eventually(() => timers() >= 320, { what: "each request has a time limit" });
  const before = timers();

  const refused = await Promise.all(Array.from({ length: 50 }, () => get(from("203.0.113.1"))));
  const after = timers();
  release();
  await Promise.all(waiting);

  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429));
  expect(after - before).toBeLessThan(25);
});

test("health checks and credential look-ups don't wait for other requests, also of the same address", async () => {
  const { release } = hang();
  const calls = Array.from({ length: 100 }, () => get(from("203.0.113.1")));
  await eventually(() => gateway.services.asset.seen.length === 64, { what: "the address has all its places" });
  const dead = { ...from("203.0.113.1"), cookie: `cms_session=${"x".repeat(40)}` };

  const health = await eventually(async () => (await fetch(`${gateway.url}/api/health`)).status === 200);
  const refused = await get(dead);
  const atService = gateway.services.asset.seen.length;
  release();
  await Promise.all(calls);

  expect([health, refused.status]).toEqual([true, 401]);
  expect(atService).toBe(64); // the others were still waiting
});

test("a caller that half-closes its connection still gets its answer", async () => {
  gateway.services.content.behave((_request, response) => void setTimeout(() => response.end("late"), 200));
  const { hostname, port } = new URL(gateway.url);
  const text = await new Promise<string>((resolve) => {
    let all = "";
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      socket.end("GET /api/article HTTP/1.1\r\nHost: a\r\n\r\nGET /api/second HTTP/1.1\r\nHost: a\r\n\r\n");
    });
    socket.on("data", (data) => (all += data.toString()));
    socket.on("end", () => resolve(all));
  });

  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(text).toContain("late");
});

test("invalid data after requests is refused after the answers to those requests", async () => {
  const one = "GET /api/article HTTP/1.1\r\nHost: a\r\n\r\n";

  const answer = await sendRaw(gateway.url, `${one}${one}BREW\x01\r\n\r\n`, { answers: 3 });

  expect(answer.all.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
  expect(answer.closed).toBe(true);
});

test("a connection that pipelines hundreds of requests is closed", async () => {
  hang();

  const answer = await sendRaw(gateway.url, "GET /api/assets/a.png HTTP/1.1\r\nHost: a\r\n\r\n".repeat(500));

  expect(answer.closed).toBe(true);
  expect(gateway.services.asset.seen.length).toBeLessThan(2);
});

test("a key without a limit of its own is counted together with its address", async () => {
  const { release } = hang();
  const headers = { ...from("203.0.113.1"), authorization: `Bearer ${addKey(gateway.services.auth)}` };
  const calls = Array.from({ length: 321 }, () => get(headers));

  const first = await Promise.race(calls); // the one for which there is no place to wait
  await eventually(() => gateway.services.asset.seen.length >= 64, { what: "64 requests are at the service" });
  const atService = gateway.services.asset.seen.length;
  release();
  await Promise.all(calls);

  expect(first.status).toBe(429);
  expect(atService).toBe(64);
});
