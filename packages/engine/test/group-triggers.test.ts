import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import { compileSchema } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { tableChanges } from "../src/table-changes.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

let tables: TestTables;
beforeAll(async () => void (tables = await openTables()));
afterAll(() => tables?.close());

const title: FieldDefinition = { name: "title", type: "text" };
const page = (translatable = true): EntityDefinition => ({ name: "page", translatable, fields: [title] });
const note = (...fields: readonly FieldDefinition[]): EntityDefinition => ({ name: "note", fields: [title, ...fields] });
const toPage = { name: "page", type: "relation", to: "page" } as const satisfies FieldDefinition;
const schemaOf = (...entities: readonly EntityDefinition[]) => compileSchema(configOf({ locales: ["en", "de"], entities }));

async function triggers(): Promise<readonly string[]> {
  const { rows } = await tables.client.query<{ name: string }>(
    "select tgname as name from pg_trigger where tgname like 'Group.%' and tgrelid = 'content.page'::regclass",
  );
  return rows.map(({ name }) => name);
}

test("a table has the trigger while something refers to the translatable entity; another one takes its place when that changes", async () => {
  await tables.reset();
  const seen = [];
  for (const schema of [
    schemaOf(page(), note()),
    schemaOf(page(), note(toPage)),
    schemaOf(page(), note(toPage, { name: "pages", type: "relation", to: "page", many: true })),
    schemaOf(page(), note()),
    schemaOf(page(false), note(toPage)),
  ]) {
    await tables.apply(schema);
    expect(await tables.plan(schema)).toEqual([]);
    seen.push(await triggers());
  }

  const [none, one, several, nothing, plain] = seen;
  expect([none, nothing, plain]).toEqual([[], [], []]);
  expect([one?.length, several?.length]).toEqual([1, 1]);
  expect(several).not.toEqual(one);
});

test("references of a site that is upgraded move although nothing else in its tables changes", async () => {
  await tables.reset();
  const schema = schemaOf(page(), note(toPage));
  await tables.apply(schema);
  const [trigger = ""] = await triggers();
  await tables.client.query(`drop trigger "${trigger}" on content.page`);
  const group = "00000000-0000-7000-8000-000000000001";
  const [en, de] = [
    await tables.insert("page", { locale: "en", translation_group: group, published_at: new Date() }),
    await tables.insert("page", { locale: "de", translation_group: group }),
  ];
  await tables.insert("note", { page: de });

  const steps = await tables.apply(schema);
  const kept = await tables.client.query("select page from content.note");
  await tables.client.query("delete from content.page where id = $1", [de]);

  expect(steps).toMatchObject([{ sql: expect.stringMatching(/^create trigger "Group\./), lossy: null, configPath: "page" }]);
  expect(kept.rows).toEqual([{ page: de }]);
  expect((await tables.client.query("select page from content.note")).rows).toEqual([{ page: en }]);
});

test("references still move after the entities were renamed", async () => {
  await tables.reset();
  await tables.apply(schemaOf(page(), note(toPage)));
  const group = "00000000-0000-7000-8000-000000000002";
  const row = { translation_group: group, published_at: new Date() };
  const [en, de] = [await tables.insert("page", { locale: "en", ...row }), await tables.insert("page", { locale: "de", ...row })];
  await tables.insert("note", { page: de });
  const sheet: EntityDefinition = { ...page(), name: "sheet", renamedFrom: "page" };
  const memo: EntityDefinition = { ...note({ ...toPage, to: "sheet" }), name: "memo", renamedFrom: "note" };

  await tables.apply(schemaOf(sheet, memo));
  await tables.client.query("delete from content.sheet where id = $1", [de]);

  expect((await tables.client.query("select page from content.memo")).rows).toEqual([{ page: en }]);
});

test("translations that one statement deletes leave their references to the one that is left, also among themselves", async () => {
  await tables.reset();
  const trashed: EntityDefinition = { ...page(), trash: true, fields: [title, { ...toPage, name: "parent" }] };
  await tables.apply(schemaOf(trashed, note(toPage)));
  const row = { translation_group: "00000000-0000-7000-8000-000000000003", published_at: new Date() };
  const [en, de] = [await tables.insert("page", { locale: "en", ...row }), await tables.insert("page", { locale: "de", ...row })];
  const fr = await tables.insert("page", { locale: "fr", parent: de, ...row });
  await tables.client.query("update content.page set parent = $1 where id = any ($2)", [en, [en, de]]);
  await tables.insert("note", { page: en });

  await tables.client.query("delete from content.page where id = any ($1)", [[en, de]]);

  expect((await tables.client.query("select page from content.note")).rows).toEqual([{ page: fr }]);
  expect((await tables.client.query("select id, parent from content.page")).rows).toEqual([{ id: fr, parent: fr }]);
});

test("references move while processes still work with another configuration: after a renaming, and without a field that it removes", async () => {
  const many: FieldDefinition = { name: "pages", type: "relation", to: "page", many: true };
  const inside: FieldDefinition = { name: "box", type: "object", fields: [toPage] };
  const memo: EntityDefinition = {
    ...note({ ...toPage, name: "sheet", renamedFrom: "page" }, { ...many, name: "sheets", renamedFrom: "pages" }),
    name: "memo",
    renamedFrom: "note",
  };
  for (const [to, table, column] of [
    [schemaOf(page(), memo), "memo", "sheet"],
    [schemaOf(page(), note(toPage)), "note", "page"],
    [schemaOf({ ...page(), name: "sheet", renamedFrom: "page" }, note({ ...toPage, to: "sheet" }, many, inside)), "note", "page"],
  ] as const) {
    await tables.reset();
    await tables.apply(schemaOf(page(), note(toPage, many, inside)));
    const row = { translation_group: "00000000-0000-7000-8000-000000000004", published_at: new Date() };
    const [en, de, fr] = [
      await tables.insert("page", { locale: "en", ...row }),
      await tables.insert("page", { locale: "de", ...row }),
      await tables.insert("page", { locale: "fr", ...row }),
    ];
    await tables.insert("note", { page: fr, box: JSON.stringify({ page: fr }) });
    const at = tableChanges(to, await tables.catalog(), { hasOlderProcesses: true });
    for (const { sql, takesAway } of at) if (takesAway === undefined) await tables.client.query(sql);

    const name = to.entities.has("sheet") ? "sheet" : "page";
    await tables.client.query(`delete from content."${name}" where id = $1`, [fr]);
    const meanwhile = await tables.client.query(`select "${column}" as id from content."${table}"`);
    await tables.apply(to);
    await tables.client.query(`delete from content."${name}" where id = $1`, [en]);

    expect([table, column, meanwhile.rows]).toEqual([table, column, [{ id: en }]]);
    expect((await tables.client.query(`select "${column}" as id from content."${table}"`)).rows).toEqual([{ id: de }]);
  }
});
