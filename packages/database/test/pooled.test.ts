/** What a database behind a pooler in transaction mode sends; tests/operation/pooler uses a real one. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase, waitForSchema } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { LIMITS } from "../src/connections/limits.ts";
import { applyRoles } from "../src/roles/apply-roles.ts";
import { serviceUrls } from "../src/roles/credentials.ts";
import { openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

const KEY = "a key for the roles of the tests";
const VISITOR = { key: "address 192.0.2.1", anonymous: true };
const READER = { key: "user", anonymous: false };
let opened: Opened;
let pooled: Database;
beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
  const url = serviceUrls(opened.server.url, KEY).content;
  await applyRoles(opened.database.pool, KEY);
  pooled = createDatabase({ url, poolSize: 1, pooled: true, ...TEST_LIMITS, statementMs: 2_000, anonymousStatementMs: 1_000 });
});
afterAll(async () => {
  await pooled.close();
  await opened.close();
});

test("a service waits, without a statement through the pooler, until the migration has given its role the settings", async () => {
  const sentences: string[] = [];
  const stop = new AbortController();
  const waiting = waitForSchema(pooled, "a hash", {
    signal: stop.signal,
    onWaiting: (sentence) => {
      sentences.push(sentence);
      stop.abort();
    },
  });

  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });

  expect(sentences).toHaveLength(1);
  expect(pooled.pools()).toMatchObject([{ pool: "requests", size: 0 }, { pool: "hooks" }]);
});

test("the role gives its sessions the settings and time limits", async () => {
  await applyRoles(opened.database.pool, KEY, { ...LIMITS, statementMs: 2_000 });

  const settings = await pooled.one({
    text: `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone, current_setting('jit') as jit`,
  });

  expect(settings).toEqual({ statement: "2s", lock: "1100ms", idle: "10s", zone: "UTC", jit: "off" });
});

test("statements of anonymous callers have their shorter limit, alone and in a transaction; it ends with them", async () => {
  const text = "select current_setting('statement_timeout') as ms";
  const alone = await pooled.actFor(VISITOR, () => pooled.one({ text }));
  const through = await pooled.actFor(VISITOR, () => pooled.prisma.$queryRawUnsafe<object[]>(text));
  const together = await pooled.actFor(VISITOR, () => pooled.transaction(() => pooled.one({ text })));
  const after = await pooled.actFor(READER, () => pooled.one({ text }));

  expect([alone, ...through, together, after]).toEqual([{ ms: "1s" }, { ms: "1s" }, { ms: "1s" }, { ms: "2s" }]);
});

test("a refused statement of an anonymous caller ends its transaction", async () => {
  await expect(pooled.actFor(VISITOR, () => pooled.run({ text: "select 1 / 0" }))).rejects.toMatchObject({ status: 400 });

  expect(await pooled.actFor(READER, () => pooled.one({ text: "select pg_current_xact_id_if_assigned() is null as none" }))).toEqual({
    none: true,
  });
});

test("behind a pooler that keeps prepared statements they have names, until one no longer fits its table", async () => {
  const url = serviceUrls(opened.server.url, KEY).content;
  const prepared = createDatabase({ url, poolSize: 1, pooled: true, keepsPrepared: true, ...TEST_LIMITS });
  const statement = { name: "named", text: "select * from cms.changing" };
  const names = async () => (await prepared.run({ text: "select name from pg_prepared_statements where name = 'named'" })).length;
  await opened.database.run({ text: "create table cms.changing as select 1 as n" });
  await opened.database.run({ text: "grant select on cms.changing to public" });

  await prepared.run(statement);
  const before = await names();
  await opened.database.run({ text: "alter table cms.changing alter n type text" });
  const changed = await prepared.run(statement);
  const after = await names();
  const again = await prepared.transaction(() => prepared.run(statement));

  expect([before, changed, after, again]).toEqual([1, [{ n: "1" }], 0, [{ n: "1" }]]);
  await prepared.close();
});

test("no statement stays prepared", async () => {
  const statement = { name: "named", text: "select $1::int as n" };
  await pooled.run(statement, [1]);
  await pooled.run(statement, [2]);

  expect(await pooled.run({ text: "select name from pg_prepared_statements" })).toEqual([]);
});
