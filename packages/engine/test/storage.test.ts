import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { locksOf } from "../src/ddl/steps/locks.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const SCHEMA = compileSchema(configOf({ entities: [{ name: "article", fields: [{ name: "title", type: "text" }] }] }));

let database: TestTables;
beforeAll(async () => void (database = await openTables()));
beforeEach(() => database.reset());
afterAll(() => database.close());

test("a table without its storage parameters gets them in one step, which blocks neither reads nor writes", async () => {
  const { client } = database;
  await database.apply(SCHEMA);
  await client.query("alter table content.article reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_cost_limit)");

  const changes = await database.apply(SCHEMA);
  const again = await database.apply(SCHEMA);
  const catalog = await database.catalog();
  await client.query(`begin; ${changes[0]?.sql}`);
  const { rows } = await client.query("select mode from pg_locks where relation = 'content.article'::regclass and pid = pg_backend_pid()");
  await client.query("rollback");

  expect(changes.map(({ place, lossy }) => [place, lossy])).toEqual([["article", null]]);
  expect(again).toEqual([]);
  expect(rows).toEqual([{ mode: "ShareUpdateExclusiveLock" }]);
  expect(changes.flatMap(({ step }) => locksOf(step, catalog))).toEqual([]);
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
