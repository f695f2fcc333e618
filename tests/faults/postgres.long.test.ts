import { describe, expect, test } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgresServer } from "../support/servers/postgres-server.ts";
import type { OwnPostgres } from "../support/servers/postgres-server.ts";
import { SEPARATE } from "../support/stack/stack.ts";
import { expectWhole, writeThrough } from "./broken-writes.ts";
import { testPostgresAway } from "./postgres.ts";
import { pidsOf, useFaultSite } from "./site.ts";

let postgres: OwnPostgres;
const site = useFaultSite(async () => ({ postgres: (postgres = await startPostgresServer({ durable: true })) }));

test("PostgreSQL is killed three times during 300 writes: no acknowledged write is lost, none is stored twice or partly", async () => {
  const { stack } = site;
  const pids = await pidsOf(stack);
  const killAndRevive = async () => {
    await postgres.kill();
    await sleep(300);
    await postgres.startAgain();
  };

  const journal = await writeThrough(stack, { count: 300, failureCount: 3, fail: killAndRevive });

  expect(journal.acknowledged.size).toBe(300);
  expect(journal.retries).toBeGreaterThan(0);
  await expectWhole(stack.databaseUrl, journal);
  expect(await pidsOf(stack)).toEqual(pids);
});

describe("with a process for each service", () => {
  testPostgresAway(SEPARATE);
});
