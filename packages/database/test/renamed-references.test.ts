/** References inside arrays whose entities or fields are renamed or added, while others write them. */
import { expect, test } from "@jest/globals";
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import { newId } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { apply, catalogOf, schemaOf, watching } from "./changing.ts";
import { finish, start, useServer } from "./configurations.ts";
import { failureOf } from "./support.ts";

const NAME: FieldDefinition = { name: "name", type: "text" };
const INGREDIENT: EntityDefinition = { name: "ingredient", fields: [NAME] };
const COMPONENT: EntityDefinition = { ...INGREDIENT, name: "component", renamedFrom: "ingredient" };
const rows = (name: string, to: string, more: object = {}) =>
  ({ name, type: "array", of: { type: "object", fields: [{ name: "at", type: "relation", to }] }, ...more }) as FieldDefinition;
const recipe = (field: FieldDefinition): EntityDefinition => ({ name: "recipe", versions: true, fields: [NAME, field] });

const BEFORE = schemaOf(INGREDIENT, recipe(rows("rows", "ingredient")));
const RENAMED_FIELD = schemaOf(INGREDIENT, recipe(rows("lines", "ingredient", { renamedFrom: "rows" })));
const RENAMED_TARGET = schemaOf(COMPONENT, recipe(rows("rows", "component")));
const RENAMED_ENTITY = schemaOf(INGREDIENT, {
  ...recipe(rows("lines", "ingredient", { renamedFrom: "rows" })),
  name: "dish",
  renamedFrom: "recipe",
});

const server = useServer();

const listOf = (id: string) => JSON.stringify([{ at: id }]);
async function insertRecipe(database: Database, column: string, at: string, table = "recipe"): Promise<string> {
  const id = newId();
  const text = `insert into content.${table} (id, created_at, updated_at, published_at, ${column}) values ($1, now(), now(), now(), $2)`;
  await database.run({ text }, [id, listOf(at)]);
  return id;
}
async function insertIngredient(database: Database, table = "ingredient"): Promise<string> {
  const id = newId();
  await database.run({ text: `insert into content.${table} (id, created_at, updated_at, published_at) values ($1, now(), now(), now())` }, [
    id,
  ]);
  return id;
}
const insertDraft = (database: Database, record: string, data: Record<string, unknown>, entity = "recipe") =>
  database.run(
    {
      text: `insert into cms.versions (id, entity, record_id, number, status, pending, record_version, data) values ($1, $2, $3, 1, 'draft', true, 1, $4)`,
    },
    [newId(), entity, record, data],
  );

/** The references of the newest table of them. */
async function references(database: Database, like: string): Promise<readonly unknown[]> {
  const text = "select relname from pg_class where relname like $1 and relkind = 'r' order by oid desc limit 1";
  const found = await database.one<{ relname: string }>({ text }, [`${like}\\_\\_refs.%`]);
  return database.run({ text: `select source_id, path, draft from content."${found?.relname}" order by draft, source_id` });
}

/** Applies the change. @returns the statements of the switch */
async function switchTo(schema: typeof BEFORE, write: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const watched = server.opened(
    watching(server.url(), async ({ text }) => {
      if (statements.length === 0 && !text.startsWith("lock table")) return;
      if (statements.length === 0) await write();
      statements.push(text);
    }),
  );
  await apply(watched, schema, { allowDataLoss: true });
  return statements;
}

const CHANGES_ROWS = /^(insert into "?content|update "content"|delete from "content"|do |create (unique )?index)/;

test.each([
  ["field", RENAMED_FIELD, "recipe", "lines.at"],
  ["target", RENAMED_TARGET, "recipe", "rows.at"],
  ["entity", RENAMED_ENTITY, "dish", "lines.at"],
])(
  "the switch to another name of the %s copies no references, and all that were written before it are there",
  async (_, to, entity, path) => {
    const older = await start(BEFORE);
    const leek = await insertIngredient(older);
    const [first, second] = [await insertRecipe(older, "rows", leek), await insertRecipe(older, "rows", leek)];
    let third = "";

    const statements = await switchTo(to, async () => {
      third = await insertRecipe(older, "rows", leek);
      await older.run({ text: "update content.recipe set rows = '[]' where id = $1" }, [second]);
      await insertDraft(older, second, { rows: [{ at: leek }] });
    });

    expect(statements.filter((text) => CHANGES_ROWS.test(text))).toEqual([]);
    expect(await references(older, entity)).toEqual([
      ...[first, third].toSorted().map((source) => ({ source_id: source, path, draft: false })),
      { source_id: second, path, draft: true },
    ]);
  },
);

test("while older processes run, references are followed under the new names", async () => {
  const older = await start(BEFORE);
  await insertRecipe(older, "rows", await insertIngredient(older));
  const newer = await start(RENAMED_TARGET);
  const leek = await insertIngredient(newer, "component");

  const second = await insertRecipe(newer, "rows", leek);
  await insertDraft(newer, second, { rows: [{ at: leek }] });
  const followed = await references(newer, "recipe");
  await older.close();
  await finish(newer);

  expect(followed).toHaveLength(3);
  expect(await references(newer, "recipe")).toEqual(followed);
});

test("a start with the unchanged configuration removes what was prepared", async () => {
  const database = await start(BEFORE);
  await insertRecipe(database, "rows", await insertIngredient(database));
  const before = await catalogOf(database);
  const cut = server.opened(
    watching(server.url(), ({ text }) => (text.startsWith("lock table") ? Promise.reject(new Error("cut off")) : Promise.resolve())),
  );

  expect(await failureOf(apply(cut, RENAMED_FIELD))).toMatchObject({ message: "cut off" });
  expect(await catalogOf(database)).not.toEqual(before);
  expect(await apply(database, BEFORE)).toMatchObject({ state: "unchanged" });
  expect(await catalogOf(database)).toEqual(before);
});

test("references to an entity that the same change adds are prepared: the switch copies none", async () => {
  const [using, tools] = [rows("rows", "ingredient"), rows("tools", "tool")];
  const twice = (...fields: readonly FieldDefinition[]): EntityDefinition[] => [
    { ...recipe(using), fields: [using, ...fields] },
    { ...recipe(using), name: "menu", fields: [using, ...fields] },
  ];
  const older = await start(schemaOf(INGREDIENT, ...twice()));
  const leek = await insertIngredient(older);
  for (const table of ["recipe", "menu"]) await insertRecipe(older, "rows", leek, table);

  const statements = await switchTo(schemaOf(INGREDIENT, { ...INGREDIENT, name: "tool" }, ...twice(tools)), () => insertIngredient(older));

  expect(statements.filter((text) => /^(do|insert into "content"|create table|create .*index .*__refs)/.test(text))).toEqual([]);
  expect([await references(older, "recipe"), await references(older, "menu")]).toMatchObject([
    [{ path: "rows.at" }],
    [{ path: "rows.at" }],
  ]);
});
