import { Agent } from "node:http";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createHealth, FRESH_MS, UNAVAILABLE_FRESH_MS } from "../src/answers/health.ts";
import { startFakeUpstream, type FakeUpstream } from "./support/fake-upstream.ts";

let content: FakeUpstream;
let search: FakeUpstream;
const agent = new Agent({ keepAlive: true });
let nowMs = 0;
const options = { agent, limitMs: 60_000, now: () => nowMs };
/** From now on, an answer is polled again. */
const becomeStale = () => void (nowMs += FRESH_MS);

beforeEach(async () => {
  [content, search] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
});
afterEach(async () => {
  agent.destroy();
  await Promise.all([content.stop(), search.stop()]);
});
const healthOfBoth = () => createHealth({ urls: [content.url, search.url], ...options });

test("a gateway counts as started when each service was ready once, not necessarily at the same time", async () => {
  search.ready = false;
  const health = healthOfBoth();

  expect([await health.hasStarted(), await health.isHealthy()]).toEqual([false, false]);

  content.ready = false; // it was ready before
  search.ready = true;
  becomeStale();

  expect([await health.hasStarted(), await health.isHealthy()]).toEqual([true, false]);
});

test("when a service fails, the gateways stay ready, and their health answer reports it", async () => {
  const health = healthOfBoth();
  const before = [await health.hasStarted(), await health.isHealthy()];

  await search.stop();
  becomeStale();

  expect(before).toEqual([true, true]);
  expect([await health.hasStarted(), await health.isHealthy()]).toEqual([true, false]);
});

test("a service that can't write makes a strict gateway unhealthy, not another one; it counts as started", async () => {
  content.writable = false;
  const normal = healthOfBoth();
  const strict = createHealth({ urls: [content.url, search.url], ...options, needsWrites: true });

  const before = [await normal.isHealthy(), await strict.isHealthy(), await strict.hasStarted()];
  content.writable = true;
  becomeStale();

  expect(before).toEqual([true, false, true]);
  expect(await strict.isHealthy()).toBe(true);
});

test("services are checked at most once per second, however often health is requested, and not at all after the gateway has started", async () => {
  let asked = 0;
  content.server.prependListener("request", () => asked++);
  const health = healthOfBoth();

  await Promise.all(Array.from({ length: 50 }, () => health.isHealthy()));
  for (let count = 0; count < 50; count++) await health.hasStarted();
  becomeStale();
  await health.hasStarted();

  expect(asked).toBe(1);
});

test("while a service isn't ready, they are checked every tenth of a second, so that a start is noticed at once", async () => {
  search.ready = false;
  const health = healthOfBoth();
  const first = await health.isHealthy();
  search.ready = true;

  nowMs += UNAVAILABLE_FRESH_MS - 1;
  const tooEarly = await health.isHealthy();
  nowMs += 1;

  expect([first, tooEarly, await health.isHealthy()]).toEqual([false, false, true]);
});
