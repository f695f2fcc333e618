import { expect, test } from "@jest/globals";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../support/eventually.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import type { OwnPostgres } from "../support/postgres-server.ts";
import { freezeProcesses } from "../support/signals.ts";
import { startLoad, statusesOf } from "./load.ts";
import type { Shot } from "./load.ts";
import { msUntil, pidsOf, useFaultSite } from "./site.ts";

const AWAY_MS = 8_000;
const TIMEOUT = 240_000;
const PER_SECOND = 10;
/** Time limit of an answer: 3 s, and an allowance for a busy machine. Without a limit it would take as long as the outage. */
const LONGEST_MS = AWAY_MS - 500;

let postgres: OwnPostgres;
const site = useFaultSite(async () => ({ postgres: (postgres = await startPostgresServer({ durable: false })) }));

/** Reads, writes, searches and session requests, in turn. */
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

/** Stops PostgreSQL under load and starts it again. */
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
  await eventually(async () => (await visitor.get("/api/health")).status === 200);
  const healthyAt = performance.now();
  await sleep(4_000);
  return { shots: await traffic.stop(), awayAt, backAt, healthMs, healthyAt };
}

function isUnavailable({ status, retryAfter }: Shot): boolean {
  return status === 503 && Number(retryAfter) >= 1;
}

function expectFairOutage({ shots, awayAt, backAt, healthMs, healthyAt }: Awaited<ReturnType<typeof outage>>): void {
  const answeredWell = ({ status }: Shot) => status === 200 || status === 201;
  const during = shots.filter(({ sentAt, ms }) => sentAt + ms > awayAt && sentAt < backAt);

  expect(statusesOf(shots.filter((shot) => !answeredWell(shot) && !isUnavailable(shot)))).toEqual({});
  expect(during.filter(isUnavailable).length).toBeGreaterThan(25);
  expect(Math.max(...during.map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
  expect(healthMs).toBeLessThan(AWAY_MS);
  expect(
    statusesOf(shots.filter(({ sentAt }) => sentAt > healthyAt + 1_500 || sentAt < awayAt - 500).filter((shot) => !answeredWell(shot))),
  ).toEqual({});
}

test(
  "while PostgreSQL hangs, all requests are 503 in time, and work after its return",
  async () => {
    const pids = await pidsOf(site.stack);
    let thaw = () => {};
    expectFairOutage(
      await outage(
        () => void (thaw = freezeProcesses(postgres.pid)),
        () => thaw(),
      ),
    );
    expect(await pidsOf(site.stack)).toEqual(pids); // no process ended
  },
  TIMEOUT,
);

test(
  "while PostgreSQL is killed, all requests are 503 in time, and work after its return",
  async () => {
    const pids = await pidsOf(site.stack);
    expectFairOutage(await outage(postgres.kill, postgres.startAgain));
    expect(await pidsOf(site.stack)).toEqual(pids);
  },
  TIMEOUT,
);
