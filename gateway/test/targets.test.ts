import type { lookup } from "node:dns";
import { createServer, get, type Agent } from "node:http";
import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { expect, test } from "@jest/globals";
import { startListening, urlOf } from "@colophon/runtime";
import { createTargets } from "../src/forwarding/targets.ts";
import { startFakeUpstream } from "./support/fake-upstream.ts";

function ask(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    }).on("error", reject);
  });
}

test("a service is found by name, whichever of the name's addresses it listens on", async () => {
  const { agent } = createTargets();
  const service = await startFakeUpstream();

  const statuses = [];
  for (let i = 0; i < 10; i++) statuses.push(await ask(service.url.replace("127.0.0.1", "localhost"), agent));
  agent.destroy();
  await service.stop();

  expect(statuses).toEqual(Array(10).fill(200));
});

test("a connection is reused, and closed before the service's own timeout", async () => {
  const { agent } = createTargets();
  const service = await startFakeUpstream();
  let connections = 0;
  const ended = new Promise<number>((resolve) => {
    service.server.on("connection", (socket) => {
      connections++;
      const created = performance.now();
      socket.on("close", () => resolve(performance.now() - created));
    });
  });

  for (let i = 0; i < 5; i++) await ask(service.url, agent);
  const lifeMs = await ended;
  agent.destroy();
  await service.stop();

  expect(connections).toBe(1);
  expect(lifeMs).toBeGreaterThan(2500);
});

test("a new connection goes to another address than to one that closes its connections, which comes last for 15 seconds", async () => {
  const twoAddresses = ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 }));
  const found = (_name: string, _options: object, callback: (error: null, addresses: object[]) => void) => callback(null, twoAddresses);
  let nowMs = 1;
  const { agent, deprioritize } = createTargets({ lookup: found as unknown as typeof lookup, now: () => nowMs });
  const attemptMs = getDefaultAutoSelectFamilyAttemptTimeout();
  setDefaultAutoSelectFamilyAttemptTimeout(60_000); // on a busy machine, the next address would be tried because of the time
  const reached: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    reached.push(request.socket.localAddress);
    response.setHeader("connection", "close").end();
  });
  await startListening(server, 0, "0.0.0.0");
  const { port } = new URL(urlOf(server, "127.0.0.1"));
  const askOften = async (times: number) => {
    for (let i = 0; i < times; i++) await ask(`http://replicas.test:${port}`, agent);
    return new Set(reached.splice(0));
  };

  const before = await askOften(50);
  deprioritize("127.0.0.1");
  const withoutFirst = await askOften(20);
  nowMs++;
  deprioritize("127.0.0.2");
  const withoutSecond = await askOften(20);
  nowMs += 15_001;
  const later = await askOften(50);
  setDefaultAutoSelectFamilyAttemptTimeout(attemptMs);
  agent.destroy();
  await new Promise((resolve) => server.close(resolve));

  expect(before).toEqual(new Set(["127.0.0.1", "127.0.0.2"]));
  expect([withoutFirst, withoutSecond]).toEqual([new Set(["127.0.0.2"]), new Set(["127.0.0.1"])]);
  expect(later).toEqual(before);
});
