/** Changes of tables that hold rows, while others read and write them. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type pg from "pg";
import { eventually } from "../../../tests/support/eventually.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase } from "../src/index.ts";
import type { Schema } from "@colophon/engine";
import type { Database } from "../src/index.ts";
import { apply, catalogOf, fillTables, rankAuthors, NARROW, schemaOf, watching, WIDE, foundAuthors, writeAuthor } from "./changing.ts";
import { failureOf } from "./support.ts";

const ROWS = 500; // more than one batch
let server: TestPostgres;
let database: Database;
beforeEach(async () => {
  server = await startPostgres({ migrated: true });
  database = createDatabase({ url: server.url, ...TEST_LIMITS });
  await fillTables(database, NARROW, ROWS);
  await rankAuthors(database);
});
afterEach(async () => {
  await database.close();
  await server.stop();
});

/** Applies `WIDE` through connections that report each statement. */
async function widen(before: (statement: { text: string; pid: number }) => Promise<void>): Promise<void> {
  const watched = watching(server.url, before);
  try {
    await apply(watched, WIDE);
  } finally {
    await watched.close();
  }
}

const locksOf = async (pid: number): Promise<readonly string[]> => {
  const { rows } = await database.pool.query<{ lock: string }>(
    `select distinct c.relname || ' ' || mode as lock from pg_locks join pg_class c on c.oid = relation
     where pid = $1 and granted and c.relkind = 'r' and c.relnamespace = 'content'::regnamespace order by 1`,
    [pid],
  );
  return rows.map(({ lock }) => lock);
};

/** A transaction that a concurrent index build waits for. */
async function olderTransaction(): Promise<pg.PoolClient> {
  const client = await database.pool.connect();
  await client.query("begin isolation level repeatable read");
  await client.query("select from cms.users");
  return client;
}

/** Waits for a backend that builds an index. @returns its number */
function indexMaker(): Promise<number> {
  const making = "select pid from pg_stat_progress_create_index where datname = current_database()";
  return eventually(async () => (await database.pool.query<{ pid: number }>(making)).rows[0]?.pid, { what: "an index is being made" });
}

test("a change while the site runs has the same result as a change in one step", async () => {
  await apply(database, WIDE);
  const grown = await catalogOf(database);
  await database.pool.query("drop schema content cascade; drop schema cms cascade; drop table public._prisma_migrations");
  await fillTables(database, WIDE, 0);

  expect(grown).toEqual(await catalogOf(database));
});

test("no long step blocks reads or writes, and the final step reads no table", async () => {
  const lasting: string[] = [];
  const switched: string[] = [];
  let isSwitching = false;
  await widen(async ({ text, pid }) => {
    isSwitching ||= text.startsWith("lock table");
    if (isSwitching) switched.push(text);
    else if (/^(insert into|with|create (unique )?index|alter table .* validate)/.test(text)) lasting.push(text, ...(await locksOf(pid)));
  });

  expect(
    lasting.filter((candidate) => /^create .*index/.test(candidate)).every((candidate) => candidate.includes(" index concurrently ")),
  ).toBe(true);
  expect(lasting.filter((statement) => statement.endsWith("Lock") && !/ (Access|Row)ShareLock$/.test(statement))).toEqual([]);
  expect(lasting.filter((statement) => statement.startsWith("alter table"))).toEqual([expect.stringContaining("validate constraint")]);
  expect(
    switched.filter((statement) =>
      /^(create (unique )?index|insert into "|update "|delete from "|.* add (column|constraint))/.test(statement),
    ),
  ).toEqual([]);
});

test("rows that a replica without the change writes before the final step are complete after it", async () => {
  const [changed, deleted] = [await writeAuthor(database, "Before"), await writeAuthor(database, "Gone")];
  let written = 0;
  await widen(async ({ text }) => {
    if (!text.startsWith("lock table") || written++ > 0) return;
    await writeAuthor(database, "Meanwhile");
    await database.pool.query("update content.author set name = 'Changed', rank = -7 where id = $1", [changed]);
    await database.pool.query("delete from content.author where id = $1", [deleted]);
  });
  await writeAuthor(database, "After");

  const found = await foundAuthors(database);
  expect(found).toHaveLength(ROWS + 3);
  expect(found).toEqual(expect.arrayContaining(["Meanwhile: calm", "Changed: calm: -7", "After", "Name 1: calm: 1"]));
});

test("texts that a replica writes before the final step are in the new format after it", async () => {
  const [from, to] = (["markdown", "document"] as const).map((format) =>
    schemaOf({
      name: "author",
      fields: [
        { name: "name", type: "text" },
        { name: "about", type: "richtext", format },
      ],
    }),
  ) as [Schema, Schema];
  await apply(database, from, { allowDataLoss: true });
  await database.pool.query("update content.author set about = 'Before'");
  const changed = await writeAuthor(database, "Changed");
  let written = 0;
  const found: string[] = [];
  const watched = watching(server.url, async ({ text }) => {
    if (written > 0) found.push(text);
    if (!text.startsWith("lock table") || written++ > 0) return;
    await database.pool.query("update content.author set about = 'Meanwhile' where id = $1", [changed]);
  });
  await apply(watched, to);
  await watched.close();

  const about = "about #>> '{0,content,0,text}'";
  const { rows } = await database.pool.query(`select ${about} as about, count(*)::int from content.author group by 1 order by 1`);
  expect(rows).toEqual([
    { about: "Before", count: ROWS },
    { about: "Meanwhile", count: 1 },
  ]);
  expect(found.filter((statement) => statement.startsWith("insert into"))).toHaveLength(2); // the text, and the configuration
});

test("of two processes that change the tables simultaneously, one works and the other waits", async () => {
  const older = await olderTransaction();
  const other = createDatabase({ url: server.url, ...TEST_LIMITS });
  const messages: string[] = [];
  const both = [database, other].map((item) => apply(item, WIDE, { onProgress: (sentence) => messages.push(sentence) }));
  await indexMaker();
  const said = (text: RegExp) => eventually(() => messages.some((message) => text.test(message)), { what: `${text} is reported` });
  await said(/^author: makes an index: waiting for .*, \d+ s$/);
  await said(/^Another process is changing the database; waiting for \d+ s$/);
  await older.query("commit");
  older.release();
  const applied = await Promise.all(both);
  await other.close();

  expect(applied.map(({ state }) => state).toSorted()).toEqual(["applied", "unchanged"]);
});

test("a cancelled change also ends on the server, and the next one starts where needed", async () => {
  const older = await olderTransaction();
  const stop = new AbortController();
  const changing = failureOf(apply(database, WIDE, { signal: stop.signal }));
  const pid = await indexMaker();
  stop.abort();
  const failure = await changing;
  const { rows } = await database.pool.query(
    "select state, query from pg_stat_activity where pid = $1 and state = 'active' and pid <> pg_backend_pid()",
    [pid],
  );
  await older.query("commit");
  older.release();

  expect(failure).not.toBe(null);
  expect(rows).toEqual([]);
  expect((await apply(database, WIDE)).state).toBe("applied");
  expect(await foundAuthors(database)).toHaveLength(ROWS);
});

test("a change whose process is killed also ends on the server", async () => {
  const older = await olderTransaction();
  const victim = createDatabase({ url: server.url, ...TEST_LIMITS });
  let socket: { destroy(): void } | undefined;
  victim.pool.on(
    "connect",
    (client) => void (socket ??= (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream),
  );
  const changing = failureOf(apply(victim, WIDE));
  const pid = await indexMaker();
  victim.pool.removeAllListeners("connect");
  socket?.destroy();
  await changing;
  await eventually(async () => (await database.pool.query("select from pg_stat_activity where pid = $1", [pid])).rows.length === 0);
  await older.query("commit");
  older.release();
  await victim.close();

  expect((await apply(database, WIDE)).state).toBe("applied");
});

test("what was prepared for a change that was never made is removed by a start with the unchanged configuration", async () => {
  const before = await catalogOf(database);
  const cutOff = failureOf(widen(({ text }) => (text.startsWith("lock table") ? Promise.reject(new Error("cut off")) : Promise.resolve())));

  expect(await cutOff).toMatchObject({ message: "cut off" });
  expect(await catalogOf(database)).not.toEqual(before);
  expect(await apply(database, NARROW)).toMatchObject({ state: "unchanged" });
  expect(await catalogOf(database)).toEqual(before);
});
