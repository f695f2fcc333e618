import { expect, test } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../support/eventually.ts";
import { startPostgresServer } from "../support/servers/postgres-server.ts";
import type { OwnPostgres } from "../support/servers/postgres-server.ts";
import { freezeProcesses } from "../support/machine/signals.ts";
import { startLoad, statusesOf } from "./load.ts";
import type { RequestResult } from "./load.ts";
import { msUntil, pidsOf, useFaultSite } from "./site.ts";

const AWAY_MS = 8_000;
const PER_SECOND = 10;
/** The maximum time of an answer: the product's limit of 3 s, plus a margin for a busy machine. Without the limit, an answer would take as long as the outage. */
const LONGEST_MS = AWAY_MS - 500;

let postgres: OwnPostgres;
const site = useFaultSite(async () => ({ postgres: (postgres = await startPostgresServer({ durable: false })) }));

/** Sends reads, writes, searches and reads of the session in turn. */
function startTraffic() {
  const { admin } = site.stack;
  const kinds = [
    () => admin.get("/api/post?limit=5"),
    (number: number) => admin.post("/api/post", { title: `number ${number}` }),
    () => admin.get("/api/search?q=number"),
    () => admin.get("/api/auth/me"),
  ];
  return startLoad(PER_SECOND, (number) => kinds[number % kinds.length]!(number));
}

/** Makes PostgreSQL unavailable under load, and restores it. */
async function outage(interrupt: () => Promise<void> | void, restore: () => Promise<void> | void) {
  const { visitor } = site.stack;
  const traffic = startTraffic();
  await sleep(1_000);
  const awayAt = performance.now();
  await interrupt();
  const healthMs = await msUntil(AWAY_MS, async () => (await visitor.get("/api/health")).status === 503);
  await sleep(Math.max(0, awayAt + AWAY_MS - performance.now()));
  await restore();
  const backAt = performance.now();
  await eventually(async () => (await visitor.get("/api/health")).status === 200);
  const healthyAt = performance.now();
  await sleep(4_000);
  return { results: await traffic.stop(), awayAt, backAt, healthMs, healthyAt };
}

function isUnavailable({ status, retryAfter }: RequestResult): boolean {
  return status === 503 && Number(retryAfter) >= 1;
}

function expectFairOutage({ results, awayAt, backAt, healthMs, healthyAt }: Awaited<ReturnType<typeof outage>>): void {
  const answeredWell = ({ status }: RequestResult) => status === 200 || status === 201;
  const during = results.filter(({ sentAt, ms }) => sentAt + ms > awayAt && sentAt < backAt);

  expect(statusesOf(results.filter((result) => !answeredWell(result) && !isUnavailable(result)))).toEqual({});
  expect(during.filter(isUnavailable).length).toBeGreaterThan(25);
  expect(Math.max(...during.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
  expect(healthMs).toBeLessThan(AWAY_MS);
  expect(
    statusesOf(
      results.filter(({ sentAt }) => sentAt > healthyAt + 1_500 || sentAt < awayAt - 500).filter((result) => !answeredWell(result)),
    ),
  ).toEqual({});
}

test("while PostgreSQL hangs, all requests are 503 in time, and work after its return", async () => {
  const pids = await pidsOf(site.stack);
  let thaw = () => {};
  expectFairOutage(
    await outage(
      () => void (thaw = freezeProcesses(postgres.pid)),
      () => thaw(),
    ),
  );
  expect(await pidsOf(site.stack)).toEqual(pids); // no process was restarted
});

test("while PostgreSQL is killed, all requests are 503 in time, and work after its return", async () => {
  const pids = await pidsOf(site.stack);
  expectFairOutage(await outage(postgres.kill, postgres.startAgain));
  expect(await pidsOf(site.stack)).toEqual(pids);
});
