import type { ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { RequestPolicy } from "@colophon/api";
import { eventually } from "../../tests/support/eventually.ts";
import { createTestLog } from "../../tests/support/test-log.ts";
import { TIME_LIMITS } from "../src/time-limits.ts";
import { startGateway } from "./support/gateway.ts";
import { sendRaw } from "./support/raw.ts";

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  for (const service of Object.values(gateway.services)) service.seen.length = 0;
});
afterEach(() => {
  for (const service of Object.values(gateway.services)) service.behave(null);
});

async function expectUnavailable(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await answer.json()).toEqual({ error: { code: "SERVICE_UNAVAILABLE", message: "The service is not available. Try again later" } });
}

/** Why requests failed, by the log. */
function reasonsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => JSON.parse(line).err?.message ?? []);
}

test("a stopped service: 503 in JSON without waiting for the time limit, for reads and writes", async () => {
  const { lines, log } = createTestLog("gateway");
  const lone = await startGateway({ log });
  await lone.services.content.stop();

  for (const method of ["GET", "POST", "PUT", "DELETE"]) await expectUnavailable(await fetch(`${lone.url}/api/article`, { method }));
  await lone.stop();

  expect(reasonsIn(lines)).toEqual(Array(4).fill(expect.stringContaining("ECONNREFUSED")));
});

test.each(["GET", "POST", "DELETE"])("a %s that a starting process refuses goes to another one, once", async (method) => {
  const { content } = gateway.services;
  const body = method === "POST" ? JSON.stringify({ title: "x".repeat(5000) }) : null;
  const received: string[] = [];
  content.behave((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      received.push(Buffer.concat(pieces).toString());
      if (received.length === 2) response.end("done");
      else response.writeHead(503, { "x-cms-starting": "1", connection: "close" }).end("starting");
    });
  });
  const ask = () => fetch(`${gateway.url}/api/article`, { method, body });

  const answer = await ask();
  const text = await answer.text();
  const refused = await ask();

  expect([answer.status, text]).toEqual([200, "done"]);
  expect(received).toEqual([body ?? "", body ?? "", body ?? "", body ?? ""]);
  expect([refused.status, refused.headers.get("x-cms-starting")]).toEqual([503, null]);
});

// Tests that only wait run concurrently, each with its own gateway.
test.concurrent("a service that takes too long: 503 after 5 seconds, and its request is aborted", async () => {
  const { lines, log } = createTestLog("gateway");
  const lone = await startGateway({ log, timeLimits: TIME_LIMITS });
  let ended = false;
  lone.services.content.behave((request) => void request.on("close", () => (ended = true)));

  const answer = await fetch(`${lone.url}/api/article`);

  await expectUnavailable(answer);
  await eventually(() => ended);
  expect(reasonsIn(lines)).toEqual(["content did not answer within 5000 ms"]);
  expect(lone.services.content.seen).toHaveLength(1);
  await lone.stop();
});

test("a custom route may take longer", async () => {
  const limits: number[] = [];
  const answerMs = (policy: RequestPolicy) => {
    limits.push(TIME_LIMITS.answerMs(policy));
    return 100;
  };
  const lone = await startGateway({ timeLimits: { ...TIME_LIMITS, answerMs } });
  lone.services.content.behave(() => undefined);

  for (const path of ["/api/article", "/api/custom/slow"]) await expectUnavailable(await fetch(lone.url + path));
  await lone.stop();

  expect(limits).toEqual([5_000, 10_500]);
});

test("a connection that breaks before the first byte: a read is repeated once, a write never", async () => {
  gateway.services.content.behave((request) => void request.socket.destroy());

  const counts: Record<string, number> = {};
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]) {
    gateway.services.content.seen.length = 0;
    const answer = await fetch(`${gateway.url}/api/article`, { method });
    expect(answer.status).toBe(503);
    counts[method] = gateway.services.content.seen.length;
  }

  expect(counts).toEqual({ GET: 2, HEAD: 2, POST: 1, PUT: 1, PATCH: 1, DELETE: 1 });
});

test("a read that fails once is answered by the second try", async () => {
  let tries = 0;
  gateway.services.content.behave((request, response) => (++tries === 1 ? void request.socket.destroy() : void response.end("second")));

  const answer = await fetch(`${gateway.url}/api/article?x=1`);

  expect(await answer.text()).toBe("second");
  expect(gateway.services.content.seen.map(({ url }) => url)).toEqual(["/api/article?x=1", "/api/article?x=1"]);
});

test("a read whose process ended is repeated on a new connection, not on another one of that process", async () => {
  const { content } = gateway.services;
  const dead = new Set<object>();
  const held: ServerResponse[] = []; // until each has a connection of its own
  content.behave((request, response) => {
    dead.add(request.socket);
    held.push(response);
    if (held.length === 3) for (const response of held) response.end("{}");
  });
  const read = () => fetch(`${gateway.url}/api/article`);
  await Promise.all([read(), read(), read()]);
  content.behave((request, response) => {
    if (dead.has(request.socket)) request.socket.resetAndDestroy();
    else response.end("{}");
  });

  const answer = await read();

  expect([dead.size, answer.status]).toEqual([3, 200]);
});

test.each([
  ["of announced length", { "content-length": "1000" }],
  ["in chunks", {}],
])("a service that aborts an answer %s: the caller's connection is reset, never closed normally", async (_name, headers) => {
  gateway.services.content.behave((request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.write('{"data":[');
    setTimeout(() => request.socket.destroy(), 30);
  });

  const raw = await sendRaw(gateway.url, "GET /api/article HTTP/1.1\r\nHost: a\r\n\r\n");
  const read = fetch(`${gateway.url}/api/article`).then((answer) => answer.text());

  expect(raw.status).toBe(200);
  expect(raw.closed).toBe(true);
  expect(raw.all).not.toMatch(/0\r\n\r\n$/);
  await expect(read).rejects.toThrow("terminated");
});

const GARBAGE: [string, string | null][] = [
  ["no HTTP at all", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["a head that never ends", null],
  ["two Content-Lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok"],
  ["a status that is none", "HTTP/1.1 9999 X\r\n\r\n"],
  ["an upgrade nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
];

test.concurrent.each(GARBAGE)("a service with an invalid answer: 503 (%s)", async (_name, bytes) => {
  const service: Server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => (bytes === null ? socket.write("HTTP/1.1 200 OK\r\nX-A: 1\r\n") : socket.end(bytes)));
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const address = service.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const lone = await startGateway({ env: { CONTENT_URL: `http://127.0.0.1:${port}` }, timeLimits: TIME_LIMITS });

  await expectUnavailable(await fetch(`${lone.url}/api/article`));
  await lone.stop();
  service.close();
});

test("a caller whose connection is reset aborts the service's request", async () => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname, () => socket.write("GET /api/article HTTP/1.1\r\nHost: a\r\n\r\n"));
  const ended = new Promise<void>((resolve) => {
    gateway.services.content.behave((request) => {
      request.on("close", () => resolve());
      socket.resetAndDestroy(); // a connection that is only closed on one side still gets its answer
    });
  });

  await ended;
  expect(gateway.services.content.seen).toHaveLength(1);
});

test("an answer that a service sends before it has read the whole body is passed on", async () => {
  gateway.services.content.behave((_request, response) => {
    response.writeHead(415, { "content-type": "application/json" });
    response.end('{"error":{}}');
  });

  const answer = await fetch(`${gateway.url}/api/article`, { method: "POST", body: "x".repeat(1_000_000) });

  expect(answer.status).toBe(415);
  expect(await answer.json()).toEqual({ error: {} });
});

test("a service without an address is 404", async () => {
  const lone = await startGateway({ env: { SEARCH_URL: undefined } });

  const answer = await fetch(`${lone.url}/api/search?q=x`);
  await lone.stop();

  expect(answer.status).toBe(404);
});

test("health: ok when every service is ready, without details", async () => {
  const lone = await startGateway();
  const healthOf = (status: number, init: RequestInit = {}) =>
    eventually(() => fetch(`${lone.url}/api/health`, init), { what: `health is ${status}`, accepts: (answer) => answer.status === status });

  const healthy = await healthOf(200);
  lone.services.auth.ready = false;
  const unready = await healthOf(503);
  lone.services.auth.ready = true;
  await healthOf(200);
  await lone.services.auth.stop();
  const down = await healthOf(503, { method: "HEAD" });
  const wrong = await fetch(`${lone.url}/api/health`, { method: "POST" });
  await lone.stop();

  expect(await healthy.text()).toBe("ok");
  expect(healthy.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(healthy.headers.get("cache-control")).toBe("no-store");
  expect(healthy.headers.get("ratelimit-limit")).toBeNull();
  expect(await unready.text()).toBe("unavailable");
  expect(await down.text()).toBe("");
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("health: a service that doesn't answer counts as not ready", async () => {
  const sockets: Socket[] = [];
  const hung = createTcpServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => hung.listen(0, "127.0.0.1", resolve));
  const address = hung.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const lone = await startGateway({ env: { ASSET_URL: `http://127.0.0.1:${port}` }, timeLimits: TIME_LIMITS });

  const answer = await fetch(`${lone.url}/api/health`);
  await lone.stop();
  hung.close();
  for (const socket of sockets) socket.destroy();

  expect(answer.status).toBe(503);
});
