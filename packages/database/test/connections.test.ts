import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { MAX_PREPARED } from "../src/prepared.ts";
import { durationOf, failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

let opened: Opened;
let database: Database;
beforeAll(async () => {
  opened = await openDatabase({ poolSize: 2 });
  database = opened.database;
});
afterAll(() => opened.close());

test("JSON, large numbers and days come as text", async () => {
  const row = await database.one({
    text: `select '{"a": 1}'::json as json, '{"b": 2}'::jsonb as jsonb, 9007199254740993::int8 as big, date '2024-02-29' as day, 1 as int, true as yes`,
  });

  expect(row).toEqual({ json: '{"a": 1}', jsonb: '{"b": 2}', big: "9007199254740993", day: "2024-02-29", int: 1, yes: true });
});

test("a statement is prepared once on a connection, under its name", async () => {
  const single = createDatabase({ url: opened.server.url, poolSize: 1 });
  const statement = { name: "one_and_only", text: "select $1::int as n" };

  for (let n = 0; n < 3; n++) await single.run(statement, [n]);
  const rows = await single.run({
    text: "select name, generic_plans + custom_plans as runs from pg_prepared_statements where name = 'one_and_only'",
  });
  await single.close();

  expect(rows).toEqual([{ name: "one_and_only", runs: "3" }]);
});

test("a connection keeps a bounded number of prepared statements, those used last", async () => {
  const single = createDatabase({ url: opened.server.url, poolSize: 1 });
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

test("an ordinary refusal keeps the connection", async () => {
  const single = createDatabase({ url: opened.server.url, poolSize: 1 });
  const pid = () => single.one({ text: "select pg_backend_pid() as pid" });
  const before = await pid();

  await failureOf(single.run({ text: "select 1 / 0" }));
  await failureOf(single.run({ text: "select pg_sleep(3)" }));
  const after = await pid();
  await single.close();

  expect(after).toEqual(before);
});

test("with every connection busy a statement waits a second, then hears 503", async () => {
  const busy = [1, 2].map(() => failureOf(database.run({ text: "select pg_sleep(1.8)" })));
  let failure: unknown;

  const waitedMs = await durationOf(async () => (failure = await failureOf(database.run({ text: "select 1" }))));
  const healthy = await database.health();
  await Promise.all(busy);

  expect(failure).toMatchObject({ status: 503 });
  expect(waitedMs).toBeGreaterThan(900);
  expect(waitedMs).toBeLessThan(1_400);
  expect(healthy).toBe(true);
});

test("a lock is waited for a second, then 503", async () => {
  const holder = await database.pool.connect();
  await holder.query("begin");
  await holder.query("lock table cms.api_keys");
  let failure: unknown;

  const waitedMs = await durationOf(async () => (failure = await failureOf(database.run({ text: "select from cms.api_keys" }))));
  await holder.query("rollback");
  holder.release();

  expect(failure).toMatchObject({ status: 503 });
  expect(waitedMs).toBeLessThan(1_500);
});

test("a connection that the server ends is replaced, and what it held up is told", async () => {
  const failure = failureOf(database.run({ name: "sleeper", text: "select pg_sleep(1.5)" }));
  await failureOf(new Promise((resolve) => setTimeout(resolve, 100)));

  await database.run({
    text: "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(1.5)' and pid <> pg_backend_pid() and datname = current_database()",
  });

  expect(await failure).toMatchObject({ status: 503 });
  expect(await database.run({ text: "select 1 as n" })).toEqual([{ n: 1 }]);
});

test("a database opened for reading refuses to write", async () => {
  const reader = createDatabase({ url: opened.server.url, readOnly: true });

  const failure = await failureOf(reader.run({ text: "delete from cms.users" }));
  const users = await reader.prisma.user.count();
  await reader.close();

  expect(failure).toMatchObject({ status: 503 });
  expect(users).toBe(0);
});

test("a listener hears each notification, also after its connection was lost", async () => {
  const heard: number[] = [];
  const listener = database.listen("news", () => void heard.push(Date.now()));
  const until = async (count: number) => {
    for (let turns = 0; heard.length < count && turns < 100; turns++) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await until(1); // once when it is connected

  await database.run({ text: "notify news" });
  await until(2);
  await database.run({
    text: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'colophon listen' and datname = current_database()",
  });
  await until(3);
  await database.run({ text: "notify news" });
  await until(4);
  await listener.close();

  expect(heard).toHaveLength(4);
});
