import { describe, expect, test } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { expectWhole, writeThrough } from "./broken-writes.ts";
import { SEPARATE, TOGETHER } from "../support/stack/stack.ts";
import { testSlowHooks } from "./content.ts";
import { useFaultSite } from "./site.ts";

const site = useFaultSite(async () => ({ variables: SEPARATE }));

test("content is killed six times during 300 writes: no acknowledged write is lost, none is stored twice or partly", async () => {
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
});

describe("with one process for all services", () => {
  testSlowHooks(useFaultSite(async () => ({ variables: { ...TOGETHER, DATABASE_POOL_SIZE: "24" } }))); // of which content has ten
});
