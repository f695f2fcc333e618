/** The tables in which short texts are looked for: what is made of a configuration, and how it follows each change. */
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import { emptyCatalog } from "../src/ddl/catalog.ts";
import { tableChanges } from "../src/ddl/changes.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const schemaOf = (...entities: EntityDefinition[]) => compileSchema(configOf({ entities }));
const article = (fields: FieldDefinition[], more: Partial<EntityDefinition> = {}): EntityDefinition => ({
  name: "article",
  fields,
  ...more,
});
const TITLE: FieldDefinition = { name: "title", type: "text", searchable: true };
const BODY: FieldDefinition = { name: "body", type: "text" };
const seo = (searchable: boolean): FieldDefinition => ({
  name: "seo",
  type: "object",
  fields: [{ name: "headline", type: "text", searchable }],
});

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
}, 60_000);
beforeEach(() => database.reset());
afterAll(() => database.close());

async function wordsIn(table: string): Promise<readonly string[]> {
  const { rows } = await database.client.query(`select convert_from(words, 'UTF8') as words from cms."search.${table}" order by 1`);
  return rows.map(({ words }) => words);
}

/** Whatever belongs to words: tables, functions and triggers. */
async function traces(): Promise<readonly string[]> {
  const { rows } = await database.client.query(
    `select relname as name from pg_class where relkind = 'r' and relname like 'search.%'
     union all select proname from pg_proc where proname like 'search.%' union all select tgname from pg_trigger where tgname like 'search.%'`,
  );
  return rows.map(({ name }) => name);
}

test("the SQL that keeps an entity's words is this", () => {
  const changes = tableChanges(schemaOf(article([TITLE, BODY, seo(true)])), emptyCatalog(true)).map(({ sql }) => sql);

  const texts = (row: string) => `"${row}"."title", ("${row}"."seo" #>> array['headline'])`;
  const start = changes.findIndex((sql) => sql.includes("search.article"));
  expect(changes.slice(start).map((sql) => sql.replaceAll(/search\.[0-9a-f]{10}/g, "search.<hash>"))).toEqual([
    'create table "cms"."search.article" ("id" uuid primary key, "words" bytea not null) with (toast_tuple_target = 8160)',
    `create or replace function "cms"."search.article"() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate "cms"."search.article";
    return null;
  elsif tg_op = 'DELETE' then
    delete from "cms"."search.article" where id = old.id;
    return null;
  elsif tg_op = 'UPDATE' then
    if row(${texts("new")}) is not distinct from row(${texts("old")}) then
      return null;
    end if;
  end if;
  insert into "cms"."search.article" (id, words) values (new.id, convert_to(cms.search_key(array_to_string(array[${texts("new")}], chr(10))), 'UTF8')) on conflict (id) do update set words = excluded.words;
  return null;
end $$`,
    'create or replace trigger "search.<hash>" after insert or update or delete on "content"."article" for each row execute function "cms"."search.article"()',
    'create or replace trigger "search.<hash>.empty" after truncate on "content"."article" for each statement execute function "cms"."search.article"()',
  ]);
});

test.each<[string, EntityDefinition]>([
  ["an entity without marks", article([BODY])],
  ["a global", article([TITLE], { global: true })],
  ["lists among options", article([{ name: "moods", type: "select", options: ["glad"], multiple: true, searchable: true }])],
])("no words are kept of %s", async (_, entity) => {
  await database.apply(schemaOf(entity));

  expect(await traces()).toEqual([]);
});

test("the words are there with each write: without case and accents, of every searched text, and gone with the row", async () => {
  await database.apply(schemaOf(article([TITLE, BODY, seo(true)])));

  const id = await database.insert("article", { title: "GRÖSSE ЖИ \u212a", body: "Not This", seo: { headline: "Head" } });
  await database.insert("article", { body: "nothing" });
  const stored = await wordsIn("article");
  await database.client.query("update content.article set title = null, seo = '[1]' where id = $1", [id]);
  const changed = await wordsIn("article");
  await database.client.query("delete from content.article where id = $1", [id]);
  const left = await wordsIn("article");
  await database.client.query("truncate content.article cascade");

  expect(stored).toEqual(["", "GROSSE ЖИ K\nHEAD"]);
  expect([changed, left, await wordsIn("article")]).toEqual([["", ""], [""], []]);
});

test("a write that changes no searched text leaves the words alone", async () => {
  await database.apply(schemaOf(article([TITLE, BODY])));
  const id = await database.insert("article", { title: "Kept" });
  const place = async () => (await database.client.query('select ctid::text as at from cms."search.article"')).rows[0]?.at;
  const before = await place();

  await database.client.query("update content.article set body = 'x', updated_at = now(), version = 2 where id = $1", [id]);

  expect(await place()).toBe(before);
});

test("words of many long texts, beyond what a function takes or a page holds", async () => {
  const fields = Array.from({ length: 150 }, (_, at): FieldDefinition => ({ name: `f${at}`, type: "text", searchable: true }));
  await database.apply(schemaOf(article(fields)));

  await database.insert("article", { f0: "A".repeat(200_000), f149: "End" });

  expect(await wordsIn("article")).toEqual([`${"A".repeat(200_000)}\nEND`]);
});

test("a mark on filled tables takes the stored texts up, also one inside an object, and nothing is lost", async () => {
  await database.apply(schemaOf(article([BODY, seo(false)])));
  await database.insert("article", { body: "Stored", seo: { headline: "Inside" } });

  const marked = await database.apply(schemaOf(article([{ ...BODY, searchable: true }, seo(false)])));
  const first = await wordsIn("article");
  const inside = await database.apply(schemaOf(article([{ ...BODY, searchable: true }, seo(true)])));
  const second = await wordsIn("article");
  await database.insert("article", { body: "New" });

  expect([first, second, await wordsIn("article")]).toEqual([["STORED"], ["STORED\nINSIDE"], ["NEW", "STORED\nINSIDE"]]);
  expect([...marked, ...inside].filter(({ lossy }) => lossy !== null)).toEqual([]);
  expect(await database.apply(schemaOf(article([{ ...BODY, searchable: true }, seo(true)])))).toEqual([]);
});

test("a configuration with a mark inside an object is another one", () => {
  const [without, inside] = [false, true].map((searchable) => schemaOf(article([seo(searchable)])).hash);

  expect(without).not.toBe(inside);
});

test("without its last mark, as a global or out of the configuration, an entity leaves no words behind", async () => {
  for (const after of [[article([{ ...TITLE, searchable: false }])], [article([TITLE], { global: true })], []]) {
    await database.reset();
    await database.apply(schemaOf(article([TITLE])));
    await database.insert("article", { title: "x" });

    const changes = await database.apply(schemaOf(...after));

    expect(await traces()).toEqual([]);
    expect(changes.filter(({ lossy, sql }) => lossy !== null && sql.includes("search."))).toEqual([]);
    expect(await database.apply(schemaOf(...after))).toEqual([]);
  }
});

test("words follow the new names of entity and field, a new type and a dropped field", async () => {
  await database.apply(schemaOf(article([TITLE, { ...BODY, searchable: true }, { name: "year", type: "number", integer: true }])));
  await database.insert("article", { title: "Kept", body: "Gone", year: 1984 });
  const story: EntityDefinition = {
    name: "story",
    renamedFrom: "article",
    fields: [
      { ...TITLE, name: "heading", renamedFrom: "title" },
      { name: "year", type: "text", searchable: true },
    ],
  };

  await database.apply(schemaOf(story));
  const kept = await wordsIn("story");
  await database.insert("story", { heading: "Later" });

  expect([kept, await wordsIn("story")]).toEqual([["KEPT\n1984"], ["KEPT\n1984", "LATER"]]);
  expect(await traces()).toEqual([
    "search.story",
    "search.story",
    expect.stringMatching(/^search\.\w{10}/),
    expect.stringMatching(/^search\.\w{10}/),
  ]);
});
