import { once } from "node:events";
import { Agent, createServer, get } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { sendJson, startListening } from "../src/index.ts";
import { createDrain } from "../src/process/drain.ts";
import { startService } from "./support/service.ts";

const CROWD = 20;

/** Many callers in a separate thread, so that they connect and send while this one is blocked. */
function startCrowd(port: number) {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("support/crowd.ts", import.meta.url), { workerData: { port, callers: CROWD, sent } });
  const answers = once(worker, "message").then(([texts]) => texts as string[]);
  return {
    answers,
    /** Blocks until each has connected and sent its request. */
    async connected(): Promise<void> {
      await once(worker, "online");
      while (Atomics.load(sent, 0) < CROWD) Atomics.wait(sent, 0, Atomics.load(sent, 0), 1000);
    },
  };
}

test("a process reports liveness and readiness on its own port, without an identity", async () => {
  let ready = false;
  const service = await startService(() => undefined, { ready: async () => ready });

  const before = await fetch(`${service.url}/readyz`);
  ready = true;
  const after = await fetch(`${service.url}/readyz`);
  const alive = await fetch(`${service.url}/livez`);
  await service.stop();

  expect([before.status, after.status, alive.status]).toEqual([503, 200, 200]);
  expect([await before.text(), await after.text()]).toEqual(["unavailable", "ok"]);
  expect(alive.headers.get("cache-control")).toBe("no-store");
});

test("a process says on request whether it can also write, and how many requests it has", async () => {
  let writable = false;
  const service = await startService(() => undefined, { ready: async () => true, writable: async () => writable });
  const ask = () => fetch(`${service.url}/readyz?writes`);

  const [plain, before] = [await fetch(`${service.url}/readyz`), await ask()];
  writable = true;
  const after = await ask();
  const shown = await (await fetch(`${service.url}/metrics`)).text();
  await service.stop();

  expect([plain.status, before.status, before.headers.get("x-cms-reads-only"), after.status]).toEqual([200, 503, "1", 200]);
  expect(shown).toMatch(/http_requests_in_flight\{service="\w+"\} 1\n/);
});

test("a readiness check that throws is not ready", async () => {
  const service = await startService(() => undefined, { ready: () => Promise.reject(new Error("secret")) });

  const answer = await fetch(`${service.url}/readyz`);
  await service.stop();

  expect([answer.status, await answer.text()]).toEqual([503, "unavailable"]);
});

test("a stop lets running requests finish, is not ready meanwhile, and closes resources once", async () => {
  const end = Promise.withResolvers<void>();
  let hasBegun = false;
  const service = await startService((router) =>
    router.get("/slow", async (request, response) => {
      hasBegun = true;
      await end.promise;
      sendJson(request, response, { body: "1" });
    }),
  );

  const underWay = service.ask("/slow");
  await eventually(() => hasBegun);
  const stopped = [service.stop(), service.stop()];
  const ready = await fetch(`${service.url}/readyz`);
  end.resolve();
  const answer = await underWay;
  await Promise.all(stopped);

  expect(ready.status).toBe(503);
  expect([answer.status, await answer.text()]).toEqual([200, "1"]);
  expect(service.closed).toEqual(["closed"]);
  await expect(fetch(`${service.url}/livez`)).rejects.toThrow("fetch failed");
});

test("during a stop, a kept connection still gets its answer, with Connection: close", async () => {
  const service = await startService(() => undefined, { idleGraceMs: 14_000 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const once = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get(`${service.url}/livez`, { agent }, (answer) => (answer.resume(), answer.on("end", () => resolve(answer.headers.connection)))).on(
        "error",
        reject,
      );
    });

  const before = await once();
  const stopped = service.stop();
  const during = await once();
  await stopped;

  expect([before, during]).toEqual(["keep-alive", "close"]);
  agent.destroy();
});

test("a caller that connected just before a stop still gets an answer", async () => {
  const server = createServer((_request, response) => void response.end("ok"));
  const { drain } = createDrain(server, { idleGraceMs: 0, lateRequestMs: 14_000 });
  await startListening(server, 0, "127.0.0.1");
  const accepted = once(server, "connection");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let answer = "";
  const closed = once(
    socket.on("data", (chunk) => (answer += chunk.toString())),
    "close",
  );
  await accepted;

  const drained = drain();
  await eventually(() => !server.listening, { what: "the server doesn't listen any more" });
  socket.write("GET /livez HTTP/1.1\r\nHost: a\r\n\r\n");
  await Promise.all([closed, drained]);

  expect(answer).toMatch(/^HTTP\/1.1 200 [^]*\r\n\r\nok$/);
});

test("every caller that has connected when a process stops listening gets an answer, also connections that are not accepted yet", async () => {
  const service = await startService(() => undefined);
  const crowd = startCrowd(Number(new URL(service.url).port));

  await crowd.connected();
  const stopped = service.stop(); // in the same turn: none of them has been accepted
  const answers = await crowd.answers;
  await stopped;

  expect(answers).toEqual(Array(CROWD).fill("HTTP/1.1 200 OK"));
});

test("headers that never end are aborted, by default after ten seconds", async () => {
  const [usual, hasty] = [
    await startService(() => undefined),
    await startService(() => undefined, { times: { headersTimeout: 200, connectionsCheckingInterval: 50 } }),
  ];
  const { hostname, port } = new URL(hasty.url);

  const socket = connect(Number(port), hostname, () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n"));
  const [answer] = (await once(socket, "data")) as [Buffer];
  await once(socket, "close");
  const { headersTimeout, requestTimeout, keepAliveTimeout } = usual.server;
  await Promise.all([usual, hasty].map(({ stop }) => stop()));

  expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
  });
});
