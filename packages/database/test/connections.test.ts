import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { MAX_PREPARED } from "../src/connections/prepared.ts";
import { durationOf, failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

let opened: Opened;
let database: Database;
beforeAll(async () => {
  opened = await openDatabase({ poolSize: 2, connectMs: TEST_LIMITS.connectMs });
  database = opened.database;
  await database.loadPrisma();
});
afterAll(() => opened.close());

test("JSON, large numbers and dates are returned as text", async () => {
  const row = await database.one({
    text: `select '{"a": 1}'::json as json, '{"b": 2}'::jsonb as jsonb, 9007199254740993::int8 as big, date '2024-02-29' as day, 1 as int, true as yes`,
  });

  expect(row).toEqual({ json: '{"a": 1}', jsonb: '{"b": 2}', big: "9007199254740993", day: "2024-02-29", int: 1, yes: true });
});

test("a statement is prepared once on a connection, under its name", async () => {
  const single = createDatabase({ url: opened.server.url, poolSize: 1, ...TEST_LIMITS });
  const statement = { name: "one_and_only", text: "select $1::int as n" };

  for (let n = 0; n < 3; n++) await single.run(statement, [n]);
  const rows = await single.run({
    text: "select name, generic_plans + custom_plans as runs from pg_prepared_statements where name = 'one_and_only'",
  });
  await single.close();

  expect(rows).toEqual([{ name: "one_and_only", runs: "3" }]);
});

test("a statement whose plan depends on its values is planned each time, and not prepared", async () => {
  const single = createDatabase({ url: opened.server.url, poolSize: 1, ...TEST_LIMITS });
  const statement = { name: "planned_anew", text: "select $1::int as n", customPlan: true };

  const runs = [];
  for (let n = 0; n < 8; n++) runs.push(await single.one(statement, [n]));
  const kept = await single.run({ text: "select name from pg_prepared_statements where name = 'planned_anew'" });
  await single.close();

  expect(runs).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((n) => ({ n })));
  expect(kept).toEqual([]);
});

test("a connection keeps a bounded number of prepared statements, those used last", async () => {
  const single = createDatabase({ url: opened.server.url, poolSize: 1, ...TEST_LIMITS });
  const shape = (n: number) => ({ name: `shape_${n}`, text: `select ${n} as n` });

  for (let n = 0; n < MAX_PREPARED + 50; n++) {
    await single.run(shape(n));
    await single.run(shape(0));
  }
  const [{ names } = {}] = await single.run<{ names: string[] }>({
    text: "select array_agg(name::text) as names from pg_prepared_statements where name like 'shape_%'",
  });
  const again = await single.one(shape(1));
  await single.close();

  expect(names).toHaveLength(MAX_PREPARED);
  expect(names).toContain("shape_0");
  expect(names).not.toContain("shape_1");
  expect(again).toEqual({ n: 1 });
});

test("a prepared statement outlives a change of its table", async () => {
  const all = { name: "all_of_changing", text: "select * from content.changing" };
  await database.pool.query("create table content.changing (a int)");
  await database.run(all);
  await database.pool.query("alter table content.changing add column b int");

  expect(await database.run(all)).toEqual([]);
});

test("an ordinary database error keeps the connection", async () => {
  const single = createDatabase({ url: opened.server.url, poolSize: 1, connectMs: TEST_LIMITS.connectMs });
  const pid = () => single.one({ text: "select pg_backend_pid() as pid" });
  const before = await pid();

  await failureOf(single.run({ text: "select 1 / 0" }));
  await failureOf(single.run({ text: "do $$ begin raise query_canceled; end $$" })); // as after a time-out of the server
  const after = await pid();
  await single.close();

  expect(after).toEqual(before);
});

test("when all connections are busy, a statement waits one second, then fails with 503", async () => {
  const impatient = createDatabase({ url: opened.server.url, poolSize: 2 });
  const nap = async () => (await impatient.run({ text: "select pg_sleep(0.1)" })).length === 1;
  await eventually(async () => (await Promise.all([nap(), nap()])).every(Boolean), { what: "both connections are made" });
  const free = Promise.withResolvers<void>();
  const busy = [1, 2].map(() => impatient.transaction(() => free.promise));
  let failure: unknown;

  const waitedMs = await durationOf(async () => (failure = await failureOf(impatient.run({ text: "select 1" }))));
  const healthy = await eventually(() => impatient.health());
  free.resolve();
  await Promise.all(busy);
  await impatient.close();

  expect(failure).toMatchObject({ status: 503 });
  expect(waitedMs).toBeGreaterThan(900);
  expect(healthy).toBe(true);
});

const VISITOR = { key: "address 192.0.2.1", anonymous: true };

test("a statement of an anonymous caller may take one second, on the server and in the client", async () => {
  let failure: unknown;

  const tookMs = await durationOf(async () => {
    failure = await database.actFor(VISITOR, () => failureOf(database.run({ text: "select pg_sleep(60)" })));
  });
  const limit = await database.actFor(VISITOR, () => database.one({ text: "show statement_timeout" }));

  expect(failure).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(tookMs).toBeLessThan(30_000);
  expect(limit).toEqual({ statement_timeout: "1s" });
  expect(await database.one({ text: "show statement_timeout" })).toEqual({ statement_timeout: "2s" });
});

test("a transaction of an anonymous caller has the same limit, through Prisma too", async () => {
  const limits = await database.actFor(VISITOR, () =>
    database.transaction(async () => {
      const one = await database.one({ text: "show statement_timeout" });
      return [one, ...(await database.prisma.$queryRawUnsafe<object[]>("show statement_timeout"))];
    }),
  );

  expect(limits).toEqual([{ statement_timeout: "1s" }, { statement_timeout: "1s" }]);
});

test("both kinds of callers share the connections: there are never more than the pool's size, and each has its own limit", async () => {
  const single = createDatabase({ url: opened.server.url, poolSize: 1, connectMs: TEST_LIMITS.connectMs });
  const limitOf = async (caller: typeof VISITOR) =>
    (await single.actFor(caller, () => single.one<{ statement_timeout: string }>({ text: "show statement_timeout" })))?.statement_timeout;
  const limits = [];

  for (let n = 0; n < 3; n++) limits.push(await limitOf(VISITOR), await limitOf({ key: "user", anonymous: false }));
  const [fill] = single.pools();
  await single.close();

  expect(limits).toEqual(["1s", "2s", "1s", "2s", "1s", "2s"]);
  expect(fill).toMatchObject({ size: 1, waiting: 0 });
});

test("while other callers fill the pool with slow statements, the statements of a further caller are answered", async () => {
  const eight = createDatabase({ url: opened.server.url, poolSize: 8, ...TEST_LIMITS });
  const as = <T>(key: string, work: () => Promise<T>) => eight.actFor({ key, anonymous: true }, work);
  let done = 0;
  const over = new AbortController();
  const keepBusy = async (key: string): Promise<void> => {
    for (; !over.signal.aborted; done++) await as(key, () => eight.run({ text: "select pg_sleep(0.05)" }));
  };
  const busy = ["a", "b"].flatMap((key) => Array.from({ length: 20 }, () => keepBusy(key)));
  await eventually(() => done >= 40, { what: "the others fill the pool" });
  const doneMeanwhile: number[] = [];

  for (let n = 0; n < 8; n++) {
    const before = done;
    await as("c", () => eight.run({ text: "select 1" }));
    doneMeanwhile.push(done - before);
  }
  over.abort();
  await Promise.all(busy);
  await eight.close();

  expect(Math.max(...doneMeanwhile)).toBeLessThanOrEqual(16); // it waits for a few of their statements, not for the 32 that wait
});

test("a statement waits one second for a lock, then fails with 503", async () => {
  const holder = await database.pool.connect();
  await holder.query("begin");
  await holder.query("lock table cms.api_keys");
  let failure: unknown;

  const waitedMs = await durationOf(async () => (failure = await failureOf(database.run({ text: "select from cms.api_keys" }))));
  await holder.query("rollback");
  holder.release();

  expect(failure).toMatchObject({ status: 503 });
  expect(waitedMs).toBeGreaterThan(1_000);
});

test("a connection that the server ends is replaced, and its statements fail", async () => {
  const failure = failureOf(database.run({ name: "sleeper", text: "select pg_sleep(1.5)" }));
  const text =
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(1.5)' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()";

  await eventually(async () => (await database.run({ text })).length > 0);

  expect(await failure).toMatchObject({ status: 503 });
  expect(await database.run({ text: "select 1 as n" })).toEqual([{ n: 1 }]);
});

test("a database opened for reading refuses to write", async () => {
  const reader = createDatabase({ url: opened.server.url, readOnly: true, ...TEST_LIMITS });

  const failure = await failureOf(reader.run({ text: "delete from cms.users" }));
  const users = await reader.prisma.user.count();
  await reader.close();

  expect(failure).toMatchObject({ status: 503 });
  expect(users).toBe(0);
});

test("a listener receives each notification, also after its connection was lost", async () => {
  const heard: number[] = [];
  const listener = database.listen("news", () => void heard.push(Date.now()));
  const until = (count: number) => eventually(() => heard.length, { accepts: (seen) => seen >= count });
  await until(1); // one more when it is connected

  await database.run({ text: "notify news" });
  await until(2);
  await database.run({
    text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'colophon-session' and datname = current_database()",
  });
  await until(3);
  await database.run({ text: "notify news" });
  await until(4);
  await listener.close();

  expect(heard).toHaveLength(4);
});
