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
const hang = (): void => gateway.services.content.behave(() => undefined);

test("one address may have 64 requests at services and 256 waiting; further ones are 429", async () => {
  hang();
  let refused = 0;
  const ended = ({ status }: Response) => {
    if (status === 429) refused++;
    return { status };
  };
  const calls = Array.from({ length: 330 }, () => fetch(`${gateway.url}/api/article`, { headers: from("203.0.113.1") }).then(ended));

  await eventually(() => refused === 10, { what: "all requests have arrived" });
  await eventually(() => gateway.services.content.seen.length >= 64);
  const atService = gateway.services.content.seen.length;
  const other = fetch(`${gateway.url}/api/article`, { headers: from("203.0.113.2") });
  await eventually(() => gateway.services.content.seen.length >= 65);
  const statuses = (await Promise.all([...calls, other])).map(({ status }) => status);

  expect(atService).toBe(64);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect(statuses.filter((status) => status === 503)).toHaveLength(321);
});

test("health checks and credential look-ups don't wait for other requests, also of the same address", async () => {
  hang();
  let ended = 0;
  const calls = Array.from({ length: 100 }, () =>
    fetch(`${gateway.url}/api/article`, { headers: from("203.0.113.1") }).then(() => ended++),
  );
  await eventually(() => gateway.services.content.seen.length === 64);
  const dead = { ...from("203.0.113.1"), cookie: `cms_session=${"x".repeat(40)}` };

  const health = await fetch(`${gateway.url}/api/health`);
  const refused = await fetch(`${gateway.url}/api/article`, { headers: dead });
  const endedBefore = ended;
  await Promise.all(calls);

  expect([health.status, refused.status]).toEqual([200, 401]);
  expect(endedBefore).toBeLessThan(100);
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

  const answer = await sendRaw(gateway.url, `${one}${one}BREW\x01\r\n\r\n`, { waitMs: 10_000 });

  expect(answer.all.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
  expect(answer.closed).toBe(true);
});

test("a connection that pipelines hundreds of requests is closed", async () => {
  hang();

  const answer = await sendRaw(gateway.url, "GET /api/article HTTP/1.1\r\nHost: a\r\n\r\n".repeat(500), { limitMs: 30_000 });

  expect(answer.closed).toBe(true);
  expect(gateway.services.content.seen.length).toBeLessThan(2);
});

test("a key without a limit of its own is counted together with its address", async () => {
  hang();
  const headers = { ...from("203.0.113.1"), authorization: `Bearer ${addKey(gateway.services.auth)}` };
  const calls = Array.from({ length: 321 }, () => fetch(`${gateway.url}/api/article`, { headers }));

  const first = await Promise.race(calls); // the one for which there is no place to wait
  await eventually(() => gateway.services.content.seen.length >= 64);

  expect(first.status).toBe(429);
  expect(gateway.services.content.seen).toHaveLength(64);
  await Promise.all(calls);
});
