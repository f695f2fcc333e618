import { expect, test } from "@jest/globals";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import type { TestStack } from "../support/stack/stack.ts";
import type { FaultSite } from "./site.ts";

/** How many transactions of the site are open and execute nothing, as while a hook runs. */
async function openTransactions({ databaseUrl }: TestStack): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rowCount } = await client.query(
    "select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
  );
  await client.end();
  return rowCount ?? 0;
}

/** Declares the tests, for a site whose content service has 10 connections. */
export function testSlowHooks(site: FaultSite): void {
  test("a hook that doesn't end is aborted after 5 s with its locks and connections, and delays only other hooks", async () => {
    const { admin } = site.stack;
    const began = performance.now();
    const hanging = Array.from({ length: 4 }, () => admin.post("/api/slow", { title: "hangs" }));
    await eventually(async () => (await openTransactions(site.stack)) === 4, { what: "four hooks run" });

    const starves = admin.post("/api/slow", { title: "no room" });
    const [read, plain] = [await admin.get("/api/post?limit=1"), await admin.post("/api/post", { title: "without a hook" })];
    const starving = await starves;
    const ends = await Promise.all(hanging);
    const endedMs = performance.now() - began;
    const after = await admin.post("/api/slow", { title: "room again" });

    expect([read.status, plain.status, starving.status, after.status]).toEqual([200, 201, 503, 201]);
    expect(starving.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(ends.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(endedMs).toBeGreaterThan(4_800);
    expect((await admin.get("/api/slow?count=true")).body.meta.total).toBe(1);
  });

  test("when all connections are busy, others get 503, and the next request is served", async () => {
    const { visitor } = site.stack; // the callers are more than the connections
    const ask = async () => {
      const { status, headers } = await visitor.get("/api/custom/sleep");
      return { status, retryAfter: headers.get("retry-after") };
    };

    const answers = await Promise.all(Array.from({ length: 40 }, ask));
    const refused = answers.filter(({ status }) => status === 503);

    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) >= 1))).toEqual([]);
    expect((await visitor.get("/api/post")).status).toBe(200);
  });
}
