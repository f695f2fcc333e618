import { expect, test } from "@jest/globals";
import type { Answer } from "../support/http/client.ts";
import { eventually } from "../support/eventually.ts";
import { startPostgresServer } from "../support/servers/postgres-server.ts";
import type { OwnPostgres } from "../support/servers/postgres-server.ts";
import { freezeProcesses } from "../support/machine/signals.ts";
import { failuresAmong, startLoad, statusesOf } from "./load.ts";
import type { RequestResult } from "./load.ts";
import type { Processes } from "../support/stack/stack.ts";
import { pidsOf, useFaultSite } from "./site.ts";

const PER_SECOND = 10;
/** Of each outage: answers before it, in it and after it. */
const ANSWERS = 24;

const isWell = ({ status }: Pick<RequestResult, "status">) => status === 200 || status === 201;
const isUnavailable = ({ status, retryAfter }: RequestResult) => status === 503 && Number(retryAfter) >= 1;

/** Declares the tests. */
export function testPostgresAway(processes: Processes): void {
  let postgres: OwnPostgres;
  const site = useFaultSite(async () => ({ variables: processes, postgres: (postgres = await startPostgresServer({ durable: false })) }));

  /** Reads, writes, searches and reads of the session, in turn. */
  function send(number: number): Promise<Answer> {
    const { admin } = site.stack;
    const kinds = [
      () => admin.get("/api/post?limit=5"),
      () => admin.post("/api/post", { title: `number ${number}` }),
      () => admin.get("/api/search?q=number"),
      () => admin.get("/api/auth/me"),
    ];
    return kinds[number % kinds.length]!();
  }

  /** Sends requests until so many are answered, and waits for all answers. */
  async function answers(): Promise<readonly RequestResult[]> {
    const load = startLoad(PER_SECOND, send);
    await eventually(() => load.results.length >= ANSWERS, { what: `${ANSWERS} requests are answered` });
    return load.stop();
  }

  async function untilHealth(wanted: number): Promise<void> {
    await eventually(async () => (await site.stack.visitor.get("/api/health")).status === wanted, { what: `the health is ${wanted}` });
  }

  /** Makes PostgreSQL unavailable under load, and restores it when requests were answered without it. */
  async function expectFairOutage(interrupt: () => Promise<void> | void, restore: () => Promise<void> | void): Promise<void> {
    const before = await answers();
    const throughout = startLoad(PER_SECOND, send);
    await interrupt();
    const during = await answers(); // none of them waits for PostgreSQL: it is still away
    await untilHealth(503);
    await restore();
    await untilHealth(200);
    await eventually(async () => (await Promise.all([0, 1, 2, 3].map(send))).every(isWell), { what: "requests of all kinds succeed" });
    const all = await throughout.stop();
    const after = await answers();

    expect(statusesOf([...during, ...all].filter((result) => !isWell(result) && !isUnavailable(result)))).toEqual({});
    expect(during.filter(isUnavailable).length).toBeGreaterThanOrEqual(ANSWERS / 2);
    expect(failuresAmong([...before, ...after])).toEqual([]);
  }

  test("while PostgreSQL hangs, requests are answered, with 503, before it returns, and work after its return", async () => {
    const pids = await pidsOf(site.stack);
    let thaw = () => {};
    await expectFairOutage(
      () => void (thaw = freezeProcesses(postgres.pid)),
      () => thaw(),
    );
    expect(await pidsOf(site.stack)).toEqual(pids); // no process was restarted
  });

  test("while PostgreSQL is killed, requests are answered, with 503, before it returns, and work after its return", async () => {
    const pids = await pidsOf(site.stack);
    await expectFairOutage(postgres.kill, postgres.startAgain);
    expect(await pidsOf(site.stack)).toEqual(pids);
  });
}
