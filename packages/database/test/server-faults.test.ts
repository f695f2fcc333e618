import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import type { Database } from "../src/index.ts";
import { failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

let opened: Opened;
let database: Database;
beforeAll(async () => {
  opened = await openDatabase({ poolSize: 4, postgres: { own: true, durable: true } });
  database = opened.database;
});
afterAll(() => opened.close());

/** Stops or continues the server and all of its backends. */
async function signalAll(pids: readonly number[], signal: "SIGSTOP" | "SIGCONT"): Promise<void> {
  for (const pid of pids) process.kill(pid, signal);
}

/** Waits until the pool has all of its connections. */
async function untilAllAreConnected(): Promise<void> {
  const naps = () => Promise.all(Array.from({ length: 4 }, () => database.run({ text: "select pg_sleep(0.05)" })));
  await eventually(async () => (await naps()).length === 4, { what: "four statements run at the same time" });
}

async function serverPids(): Promise<number[]> {
  const rows = await database.run<{ pid: number }>({ text: "select pid from pg_stat_activity where pid is not null" });
  return [opened.server.pid ?? 0, ...rows.map(({ pid }) => pid)].filter((pid) => pid > 0);
}

test("while PostgreSQL hangs, every kind of access fails with 503; afterwards all connections work", async () => {
  await untilAllAreConnected();
  const pids = await serverPids();
  await signalAll(pids, "SIGSTOP");

  const health = database.health();
  const failures = await Promise.all(
    [
      ...Array.from({ length: 6 }, (_, n) => database.run({ name: "echo", text: "select $1::int as n" }, [n])),
      ...Array.from({ length: 3 }, () => database.prisma.user.count()),
      database.transaction(() => database.prisma.user.count(), { pool: "hooks" }),
      database.transaction(() => database.run({ text: "select 1" })),
    ].map(failureOf),
  );
  const healthy = await health; // all have an answer before the server continues
  await signalAll(pids, "SIGCONT");

  expect(failures.filter((failure) => (failure as { status?: number } | null)?.status !== 503)).toEqual([]);
  expect(healthy).toBe(false);
  await untilAllAreConnected();
  for (let n = 0; n < 40; n += 4) {
    const numbers = [n, n + 1, n + 2, n + 3];
    const rows = await Promise.all(numbers.map((number) => database.run({ name: "echo", text: "select $1::int as n" }, [number])));
    expect(rows).toEqual(numbers.map((number) => [{ n: number }]));
  }
});

test("when PostgreSQL crashes, requests fail with 503; it is used again as soon as it has recovered", async () => {
  const backend = await database.one<{ pid: number }>({ text: "select pg_backend_pid() as pid" });
  const failures: unknown[] = [];

  process.kill(backend?.pid ?? 0, "SIGKILL"); // the postmaster then ends every other backend and recovers
  await eventually(async () => {
    const failure = await failureOf(database.prisma.user.count());
    if (failure !== null) failures.push(failure);
    return failure === null && failures.length > 0;
  });

  const rows = await eventually(() => database.run({ text: "select 1 as n" })); // on a connection of before, whose end may not have been seen yet

  expect(failures.filter((failure) => (failure as { status?: number }).status !== 503)).toEqual([]);
  expect(rows).toEqual([{ n: 1 }]);
});
