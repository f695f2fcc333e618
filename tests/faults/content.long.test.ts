import { expect, test } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { expectWhole, writeThrough } from "./broken-writes.ts";
import { useFaultSite } from "./site.ts";

const site = useFaultSite();

test("content killed six times amid 300 writes: nothing acknowledged is lost, nothing is there twice or by half", async () => {
  const { stack } = site;
  const kill = async () => {
    const pid = await stack.pidOf("content");
    if (pid !== null) process.kill(pid, "SIGKILL");
    await sleep(300);
  };

  const journal = await writeThrough(stack, { count: 300, failureCount: 6, fail: kill });

  expect(journal.acknowledged.size).toBe(300);
  expect(journal.retries).toBeGreaterThan(0);
  await expectWhole(stack.databaseUrl, journal);
}, 900_000);
