import { expect, test } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgresServer } from "../support/postgres-server.ts";
import type { OwnPostgres } from "../support/postgres-server.ts";
import { freezeFamily } from "../support/signals.ts";
import { startLoad, statusesOf } from "./load.ts";
import type { Shot } from "./load.ts";
import { msUntil, pidsOf, useFaultSite } from "./site.ts";

const AWAY_MS = 4_000;
const TIMEOUT = 60_000;
/** What an answer may take, and what this machine may add to it. */
const LONGEST_MS = 3_000 + 500;

let postgres: OwnPostgres;
const site = useFaultSite(async () => ({ postgres: (postgres = await startPostgresServer({ durable: false })) }));

/** Reads, writes, searches and a look at the session, in turn. */
function startTraffic() {
  const { admin } = site.stack;
  const kinds = [
    () => admin.get("/api/post?limit=5"),
    (number: number) => admin.post("/api/post", { title: `number ${number}` }),
    () => admin.get("/api/search?q=number"),
    () => admin.get("/api/auth/me"),
  ];
  return startLoad(20, (number) => kinds[number % kinds.length]!(number));
}

/** Takes PostgreSQL away under load and brings it back. */
async function outage(takeAway: () => Promise<void> | void, bringBack: () => Promise<void> | void) {
  const { visitor } = site.stack;
  const traffic = startTraffic();
  await sleep(1_000);
  const awayAt = performance.now();
  await takeAway();
  const healthMs = await msUntil(AWAY_MS, async () => (await visitor.get("/api/health")).status === 503);
  await sleep(Math.max(0, awayAt + AWAY_MS - performance.now()));
  await bringBack();
  const backAt = performance.now();
  const healthyMs = await msUntil(10_000, async () => (await visitor.get("/api/health")).status === 200);
  await sleep(Math.max(0, backAt + 5_700 - performance.now()));
  return { shots: await traffic.stop(), awayAt, backAt, healthMs, healthyMs };
}

function isUnavailable({ status, retryAfter }: Shot): boolean {
  return status === 503 && Number(retryAfter) >= 1;
}

function expectFairOutage({ shots, awayAt, backAt, healthMs, healthyMs }: Awaited<ReturnType<typeof outage>>): void {
  const answeredWell = ({ status }: Shot) => status === 200 || status === 201;
  const during = shots.filter(({ sentAt, ms }) => sentAt + ms > awayAt && sentAt < backAt);

  expect(statusesOf(shots.filter((shot) => !answeredWell(shot) && !isUnavailable(shot)))).toEqual({});
  expect(during.filter(isUnavailable).length).toBeGreaterThan(25);
  expect(Math.max(...during.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
  expect(healthMs).toBeLessThan(3_000);
  expect(healthyMs).toBeLessThan(5_000);
  expect(
    statusesOf(shots.filter(({ sentAt }) => sentAt > backAt + 5_000 || sentAt < awayAt - 500).filter((shot) => !answeredWell(shot))),
  ).toEqual({});
}

test(
  "with PostgreSQL hung everything is a timely 503, and all is well within 5 s of its return",
  async () => {
    const pids = await pidsOf(site.stack);
    let thaw = () => {};
    expectFairOutage(
      await outage(
        () => void (thaw = freezeFamily(postgres.pid)),
        () => thaw(),
      ),
    );
    expect(await pidsOf(site.stack)).toEqual(pids); // nobody died of it
  },
  TIMEOUT,
);

test(
  "with PostgreSQL killed everything is a timely 503, and all is well within 5 s of its return",
  async () => {
    const pids = await pidsOf(site.stack);
    expectFairOutage(await outage(postgres.kill, postgres.startAgain));
    expect(await pidsOf(site.stack)).toEqual(pids);
  },
  TIMEOUT,
);
