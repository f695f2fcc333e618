import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { idOf } from "./support/content.ts";
import { configNamed, openSite, type TestSite } from "./support/run.ts";

let source: TestSite;
let target: TestSite;
beforeAll(async () => {
  const variables = { CMS_CONFIG: configNamed("cookbook") };
  [source, target] = await Promise.all([openSite({ variables }), openSite({ variables })]);
});
afterAll(() => Promise.all([source?.close(), target?.close()]));

test("references inside an array are imported with their records, also in drafts; one without a record in the export is null", async () => {
  const [food, dish, gone] = [idOf("food", 1), idOf("dish", 1), idOf("food", 2)];
  const stamps = "now(), now(), now()";
  await source.sql(`insert into content.food (id, created_at, updated_at, published_at, name) values ($1, ${stamps}, 'leek')`, [food]);
  await source.sql(
    // like a release that didn't check references inside JSON
    `with later as materialized (select set_config('cms.references', 'later', true))
     insert into content.dish (id, created_at, updated_at, published_at, parts) select $1, ${stamps}, $2 from later`,
    [dish, JSON.stringify([{ food, drink: gone }])],
  );
  await source.sql(
    `insert into cms.versions (id, entity, record_id, number, status, pending, published, record_version, data, created_at)
     values ($1, 'dish', $2, 1, 'draft', true, false, 1, $3, now())`,
    [idOf("version", 1), dish, JSON.stringify({ parts: [{ food, drink: food }] })],
  );
  const archive = join(source.folder, "site.tar");
  await source.cms(["export", archive]);

  const { status, stderr } = await target.cms(["import", archive]);

  expect([status, stderr]).toEqual([0, expect.stringContaining("The import is complete.")]);
  expect(await target.sql("select parts -> 0 ->> 'food' as food, parts -> 0 ->> 'drink' as drink from content.dish")).toEqual([
    { food, drink: null },
  ]);
  const [table] = await target.sql<{ name: string }>(
    "select format('%I', relname) as name from pg_class where relname like 'dish\\_\\_refs.%' and relkind = 'r'",
  );
  expect(await target.sql(`select path, draft::text as draft from content.${table?.name} order by path, draft`)).toEqual([
    { path: "parts.drink", draft: "true" },
    { path: "parts.food", draft: "false" },
    { path: "parts.food", draft: "true" },
  ]);
  await expect(target.sql("delete from content.food where id = $1", [food])).rejects.toMatchObject({ code: "CONFLICT" });
});
