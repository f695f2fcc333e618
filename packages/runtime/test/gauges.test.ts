import { expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import { showQueues } from "../src/index.ts";

const fill = (waiting: number) => [{ queue: "mail", states: { waiting } }];

test("a gauge that can't be measured is omitted instead of an old value, and the others are shown", async () => {
  const registry = new Registry();
  let isAway = false;
  showQueues(registry, {
    queues: async () => (isAway ? Promise.reject(new Error("Redis is not available")) : fill(3)),
    outbox: async () => [{ queue: "mail", states: { waiting: 7 }, oldestSeconds: 2 }],
  });

  const before = await registry.metrics();
  isAway = true;
  const after = await registry.metrics();

  expect(before).toContain('queue_jobs{queue="mail",state="waiting"} 3');
  expect(after).not.toContain("queue_jobs{");
  for (const text of [before, after]) expect(text).toContain('outbox_jobs{queue="mail",state="waiting"} 7');
});
