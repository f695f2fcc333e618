/** A large table is changed while others read and write it. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { blockingTransactions, FEW_ROWS, type Blocking } from "./blocking-transactions.ts";
import { apply, fillTables, rankAuthors, schemaOf, writeAuthor } from "./changing.ts";
import { traffic } from "./traffic.ts";

/** So many that a transaction that reads all of them is told from one that reads a few. */
const ROWS = 6_000;
const NAME: FieldDefinition = { name: "name", type: "text" };
const RANK: FieldDefinition = { name: "rank", type: "number", integer: true, index: true };
const of = (...fields: FieldDefinition[]) => schemaOf({ name: "author", fields }, { name: "publisher", fields: [NAME] });

let server: TestPostgres;
let owner: Database;
let site: Database;
beforeAll(async () => {
  server = await startPostgres({ own: true });
  [owner, site] = [createDatabase({ url: server.url, statementMs: 120_000 }), createDatabase({ url: server.url, ...TEST_LIMITS })];
  await fillTables(owner, of(NAME, RANK), ROWS);
  await rankAuthors(owner);
  await owner.pool.query("vacuum analyze content.author");
});
afterAll(async () => {
  await Promise.all([owner.close(), site.close()]);
  await server.stop();
});

const LIST = { text: "select id, name from content.author order by created_at desc, id desc limit 25" };
const RENAME = { text: "update content.author set name = 'Other', version = version + 1 where id = $1" };
const busy = () =>
  traffic(
    site,
    () => site.run(LIST),
    async () => site.run(RENAME, [await writeAuthor(site, "Meanwhile")]),
  );

test.each<[string, FieldDefinition[]]>([
  ["an index is added", [{ ...NAME, index: true }, RANK]],
  ["a field is added with a default", [{ ...NAME, index: true }, RANK, { name: "mood", type: "text", default: "calm" }]],
  ["a field is made searchable", [{ ...NAME, index: true, searchable: true }, RANK, { name: "mood", type: "text", default: "calm" }]],
  [
    "a field gets another type",
    [
      { ...NAME, index: true, searchable: true },
      { name: "rank", type: "text", index: true },
      { name: "mood", type: "text", default: "calm" },
    ],
  ],
])("while %s no read and no write fails, or waits for a transaction that goes through the table", async (_, fields) => {
  const stop = busy();
  const found: Blocking[] = [];
  const { state } = await apply(blockingTransactions(owner, found), of(...fields));
  const count = await stop();

  const { rows: unfinished } = await owner.pool.query("select from pg_index where not indisvalid");
  expect([state, unfinished]).toEqual(["applied", []]);
  expect(count).toBeGreaterThan(10);
  expect(found.filter(({ rows }) => rows > FEW_ROWS)).toEqual([]);
});

test("all values are stored in their new type", async () => {
  const { rows } = await owner.pool.query("select count(*)::int as count from content.author where name = 'Name ' || rank");

  expect(rows).toEqual([{ count: ROWS }]);
});
