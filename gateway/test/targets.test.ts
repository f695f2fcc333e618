import { get, type Agent } from "node:http";
import { expect, test } from "@jest/globals";
import { createUpstreamAgent } from "../src/targets.ts";
import { startFakeUpstream } from "./support/fake-upstream.ts";

function ask(url: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    }).on("error", reject);
  });
}

test("a service is found by name, whichever of the name's addresses it listens on", async () => {
  const agent = createUpstreamAgent();
  const service = await startFakeUpstream();

  const statuses = [];
  for (let i = 0; i < 10; i++) statuses.push(await ask(service.url.replace("127.0.0.1", "localhost"), agent));
  agent.destroy();
  await service.stop();

  expect(statuses).toEqual(Array(10).fill(200));
});

test("a connection is used again, and closed by us before the service would", async () => {
  const agent = createUpstreamAgent();
  const service = await startFakeUpstream();
  let connections = 0;
  const ended = new Promise<number>((resolve) => {
    service.server.on("connection", (socket) => {
      connections++;
      const born = performance.now();
      socket.on("close", () => resolve(performance.now() - born));
    });
  });

  for (let i = 0; i < 5; i++) await ask(service.url, agent);
  const lifeMs = await ended;
  agent.destroy();
  await service.stop();

  expect(connections).toBe(1);
  expect(lifeMs).toBeGreaterThan(3500);
  expect(lifeMs).toBeLessThan(6000);
});
