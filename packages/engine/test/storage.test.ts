import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { tableChanges } from "../src/table-changes.ts";
import { locksOf } from "../src/ddl/steps/locks.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import type { Principal } from "../src/index.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";
import { createWriter } from "./support/writer.ts";

const SCHEMA = compileSchema(configOf({ entities: [{ name: "article", fields: [{ name: "title", type: "text" }] }] }));

let database: TestTables;
beforeAll(async () => void (database = await openTables()));
beforeEach(() => database.reset());
afterAll(() => database.close());

test("a table without its storage parameters gets them in one step, which blocks neither reads nor writes", async () => {
  const { client } = database;
  await database.apply(SCHEMA);
  await client.query("alter table content.article reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_cost_limit, fillfactor)");

  const changes = await database.apply(SCHEMA);
  const again = await database.apply(SCHEMA);
  const catalog = await database.catalog();
  await client.query(`begin; ${changes[0]?.sql}`);
  const { rows } = await client.query("select mode from pg_locks where relation = 'content.article'::regclass and pid = pg_backend_pid()");
  await client.query("rollback");

  expect(changes.map(({ configPath, lossy }) => [configPath, lossy])).toEqual([["article", null]]);
  expect(again).toEqual([]);
  expect(rows).toEqual([{ mode: "ShareUpdateExclusiveLock" }]);
  expect(changes.flatMap(({ step }) => locksOf(step, catalog))).toEqual([]);
});

const ADMIN: Principal = { kind: "user", role: "admin", userId: "01890a5d-ac96-774b-bcce-b302099a8057" };
const NOTE = {
  name: "note",
  fields: [
    { name: "title", type: "text", index: true },
    { name: "text", type: "text" },
  ],
} as const;

/**
 * Which updates of 50 records wrote no index. A page has space for them only if nothing else reads the database, as autovacuum does when it
 * collects statistics: the server is the test's own, without it.
 */
async function hotUpdates(body: (round: number) => object): Promise<{ readonly all: number; readonly hot: number }> {
  const alone = await openTables({ own: true });
  try {
    return await updatesOn(alone, body);
  } finally {
    await alone.close();
  }
}

async function updatesOn({ client, apply }: TestTables, body: (round: number) => object): ReturnType<typeof hotUpdates> {
  await client.query("alter system set autovacuum = off");
  await client.query("select pg_reload_conf()");
  const schema = compileSchema(configOf({ entities: [NOTE], roles: [{ name: "admin", isAdmin: true }] }));
  await apply(schema);
  const writer = createWriter(schema, client, ADMIN);
  const ids: string[] = [];
  while (ids.length < 50) ids.push((await writer.create("note", { title: "t", text: "x".repeat(900) })).id);
  for (let round = 1; round <= 6; round++) for (const id of ids) await writer.update("note", id, body(round));
  await client.query("select pg_stat_force_next_flush()");
  const { rows } = await client.query<{ all: number; hot: number }>(
    `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where schemaname = 'content' and relname = 'note'`,
  );
  return rows[0] ?? { all: 0, hot: 0 };
}

test("9 of 10 updates of a field without an index write no index", async () => {
  const { all, hot } = await hotUpdates((round) => ({ text: String(round).repeat(900) }));

  expect(all).toBe(300);
  expect(hot).toBeGreaterThanOrEqual(270);
});

test("an update of a field with an index writes the indexes", async () => {
  expect(await hotUpdates((round) => ({ title: `title ${round}` }))).toEqual({ all: 300, hot: 0 });
});

test.each([
  ["indexes", { indexes: [["updatedAt"]] }],
  ["the list of the admin page", { admin: { list: { sort: "-updatedAt" } } }],
  ["a view of the admin page", { admin: { list: { views: [{ name: "Latest", sort: "-updatedAt" }] } } }],
  ["search", { fields: [{ name: "title", type: "text", searchable: true } as const] }],
])("the order by the last change has an index if it is in demand by %s", async (_, more) => {
  const order = "index.note.updated_at.id.published_at";
  const plain = compileSchema(configOf({ entities: [NOTE] }));
  await database.apply(plain);
  const before = await database.catalog();
  await database.apply(compileSchema(configOf({ entities: [{ ...NOTE, ...more }] })));
  const between = await database.catalog();

  const changes = await database.apply(plain);

  const indexes = [before, between].map(({ tables }) => tables.get("content.note")?.indexes.has(order));
  expect(indexes).toEqual([false, true]);
  expect(changes.map(({ step }) => step)).toContainEqual(expect.objectContaining({ kind: "dropIndex", name: order }));
});

test("a large table keeps the index for the order by the last change that an earlier release made", async () => {
  const plain = compileSchema(configOf({ entities: [NOTE] }));
  await database.apply(compileSchema(configOf({ entities: [{ ...NOTE, indexes: [["updatedAt"]] }] })));
  const { tables, ...catalog } = await database.catalog();
  const changesIf = (isLarge: boolean) => {
    const all = new Map([...tables].map(([key, found]) => [key, { ...found, isLarge }]));
    return tableChanges(plain, { ...catalog, tables: all }).filter(({ configPath }) => configPath !== "cms");
  };

  expect(changesIf(false).map(({ step }) => step.kind)).toEqual(["dropIndex", "setStorage"]);
  expect(changesIf(true)).toEqual([]);
});

test("an index of several fields that a role's filter also needs is created once", async () => {
  const fields = [{ name: "section", type: "select", options: ["sport", "culture"] } as const];
  const schema = compileSchema(
    configOf({
      entities: [{ name: "article", fields, indexes: [["section", "createdAt"]] }],
      roles: [{ name: "reader", permissions: { article: { read: { filter: { section: "sport" } } } } }],
    }),
  );

  await database.apply(schema);

  expect(await database.apply(schema)).toEqual([]);
});
