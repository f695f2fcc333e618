/** Tables of references inside objects, arrays and blocks, when they are created, changed and dropped. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import { newId } from "../src/index.ts";
import { apply, schemaOf } from "./changing.ts";
import { openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

let opened: Opened;
beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
});
afterAll(() => opened?.close());

const NAME: FieldDefinition = { name: "name", type: "text" };
const ingredient: EntityDefinition = { name: "ingredient", fields: [NAME] };
const recipe = (...members: FieldDefinition[]): EntityDefinition => ({
  name: "recipe",
  versions: true,
  fields: [NAME, { name: "rows", type: "array", of: { type: "object", fields: [NAME, ...members] } }],
});
/** The ids are texts. */
const WITHOUT = schemaOf(ingredient, recipe({ name: "ingredient", type: "text" }));
const WITH = schemaOf(ingredient, recipe({ name: "ingredient", type: "relation", to: "ingredient" }));
const OTHERWISE = schemaOf(ingredient, recipe({ name: "ingredient", type: "relation", to: "ingredient", onDelete: "restrict" }));

const RECIPES = 1_200;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await opened.database.pool.query<Row & Record<string, unknown>>(text, values)).rows;
const tables = async () =>
  (await query<{ relname: string }>("select relname from pg_class where relname like '%\\_\\_refs.%' and relkind = 'r'")).map(
    ({ relname }) => relname,
  );
const followers = async () => (await query<{ n: number }>("select count(*)::int as n from pg_trigger where tgname like 'refers.%'"))[0]?.n;
const held = async () => {
  const [table] = await tables();
  return query(
    `select draft, count(*)::int as n, count(distinct source_id)::int as records from content."${table}" group by draft order by draft`,
  );
};
const makeRecipe = async (id: string, rows: unknown) =>
  query("insert into content.recipe (id, created_at, updated_at, published_at, rows) values ($1, now(), now(), now(), $2)", [
    id,
    JSON.stringify(rows),
  ]);

test("stored references are migrated; ids without a record are unchanged; a changed configuration has a new table, or none without references", async () => {
  await apply(opened.database, WITHOUT);
  const [leek, gone, drafted] = [newId(), newId(), newId()];
  await query("insert into content.ingredient (id, created_at, updated_at, published_at) values ($1, now(), now(), now())", [leek]);
  await query(
    `insert into content.recipe (id, created_at, updated_at, published_at, rows)
     select gen_random_uuid(), now(), now(), now(), $2::jsonb from generate_series(1, $1::int)`,
    [RECIPES, JSON.stringify([{ ingredient: leek }, { ingredient: gone }, { ingredient: null }])],
  );
  await makeRecipe(drafted, []);
  await query(
    `insert into cms.versions (id, entity, record_id, number, status, pending, published, record_version, data, created_at)
     values ($1, 'recipe', $2, 1, 'draft', true, false, 1, $3, now())`,
    [newId(), drafted, JSON.stringify({ rows: [{ ingredient: leek }] })],
  );
  expect([await tables(), await followers()]).toEqual([[], 0]);

  const { changes } = await apply(opened.database, WITH);
  const [first] = await tables();

  expect(changes.flatMap(({ onlineSteps }) => onlineSteps ?? []).map(({ kind }) => kind)).toContain("fill");
  expect(await held()).toEqual([
    { draft: false, n: RECIPES, records: RECIPES },
    { draft: true, n: 1, records: 1 },
  ]);
  expect(await query("select from content.recipe where rows @> $1", [JSON.stringify([{ ingredient: gone }])])).toHaveLength(RECIPES);
  expect((await apply(opened.database, WITH)).changes).toEqual([]);

  await apply(opened.database, OTHERWISE);
  const [second, ...others] = await tables();
  expect([second === first, others]).toEqual([false, []]);
  expect(await held()).toMatchObject([{ n: RECIPES }, { n: 1 }]);
  await expect(query("delete from content.ingredient where id = $1", [leek])).rejects.toMatchObject({ code: "23503" });

  await apply(opened.database, WITHOUT);
  expect([await tables(), await followers()]).toEqual([[], 0]);
  expect(await query("select from content.recipe where rows @> $1", [JSON.stringify([{ ingredient: leek }])])).toHaveLength(RECIPES);
});

test("when a start is interrupted while it migrates references, the next one continues", async () => {
  await apply(opened.database, WITHOUT);
  const { shape, steps } = await cutOff();

  const [done] = await query<{ done: number }>("select cms.bring_references($1) as done", [shape]); // the first 500
  const before = await held();
  await makeRecipe("00000000-0000-7000-8000-000000000000", []); // after the position up to which references are migrated
  await apply(opened.database, WITH);

  expect(steps).toBe("brief");
  expect([done?.done, before.length > 0]).toEqual([500, true]);
  expect(await held()).toMatchObject([{ n: RECIPES }, { n: 1 }]);
  const [table] = await tables();
  expect(await query(`select from content."${table}" where path = ''`)).toEqual([]);
});

/** Runs the first of the steps in advance, like a start that is then killed. */
async function cutOff(): Promise<{ shape: string; steps: string }> {
  const { tableChanges, referenceShapes, statementsOf } = await import("@colophon/engine");
  const { readCatalog } = await import("../src/schema/catalog.ts");
  const client = await opened.database.pool.connect();
  try {
    const change = tableChanges(WITH, await readCatalog(client)).find(({ onlineSteps }) =>
      onlineSteps?.some(({ kind }) => kind === "fill"),
    );
    const [step] = change?.onlineSteps ?? [];
    for (const statement of step ? statementsOf(step) : []) await client.query(statement);
    return { shape: JSON.stringify(referenceShapes(WITH).get("recipe")), steps: step?.kind ?? "" };
  } finally {
    client.release();
  }
}
