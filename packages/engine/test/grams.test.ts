/** Indexes of searches besides trigrams: the index of grams, and the tags in all indexes of searched values. */
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { EntityDefinition, FieldDefinition, RoleDefinition } from "@colophon/config";
import fc from "fast-check";
import { emptyCatalog } from "../src/ddl/catalog.ts";
import { tableChanges } from "../src/table-changes.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const TITLE: FieldDefinition = { name: "title", type: "text", searchable: true };
const BODY: FieldDefinition = { name: "body", type: "text" };
const STATE: FieldDefinition = { name: "state", type: "select", options: ["open", "shut"] };
const seo = (searchable: boolean): FieldDefinition => ({
  name: "seo",
  type: "object",
  fields: [{ name: "headline", type: "text", searchable }],
});
const article = (fields: FieldDefinition[], more: Partial<EntityDefinition> = {}): EntityDefinition => ({
  name: "article",
  fields,
  ...more,
});
const schemaOf = (entity: EntityDefinition, ...roles: RoleDefinition[]) =>
  compileSchema(configOf({ entities: [entity], roles: [{ name: "admin", isAdmin: true }, ...roles] }));
const reading = (
  filter: NonNullable<Exclude<NonNullable<NonNullable<RoleDefinition["permissions"]>[string]["read"]>, boolean>["filter"]>,
) => ({
  name: "reader",
  permissions: { article: { read: { filter } } },
});

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const searchIndexes = (schema: ReturnType<typeof schemaOf>) =>
  tableChanges(schema, emptyCatalog(true))
    .map(({ sql }) => sql)
    .filter((sql) => sql.includes(" using gin "));

test("the exact indexes for searched texts", () => {
  const tags = (more = "") => `((case when "published_at" is not null then array['live'${more}] end) collate "C")`;
  const grams = `cms.search_grams(array["title", ("seo" #>> array['headline'])])`;

  const indexes = searchIndexes(schemaOf(article([TITLE, BODY, seo(true)])));
  const filtered = searchIndexes(
    schemaOf(article([TITLE, STATE, { name: "year", type: "number", integer: true }]), reading({ state: "open", year: { $in: [1, 2] } })),
  );

  expect(indexes).toEqual([
    `create index "key.article.title.live" on "content"."article" using gin (cms.search_key("title") gin_trgm_ops, ${tags()})`,
    `create index "key.article.seo.headline.live" on "content"."article" using gin (cms.search_key(("seo" #>> array['headline'])) gin_trgm_ops, ${tags()})`,
    `create index "grams.article.title.seo/headline.live" on "content"."article" using gin (${grams}, ${tags()})`,
  ]);
  const both = tags(`, ('1.' || "state"::text), ('2.' || "year"::text)`);
  expect(filtered).toEqual([
    `create index "key.article.title.live.state:text.year:bigint" on "content"."article" using gin (cms.search_key("title") gin_trgm_ops, ${both})`,
    `create index "grams.article.title.live.state:text.year:bigint" on "content"."article" using gin (cms.search_grams(array["title"]), ${both})`,
  ]);
});

test("fields that row filters compare with constants are included in the indexes of other fields, and have their own index for sorting", () => {
  const schema = schemaOf(
    article([BODY, STATE, { ...BODY, name: "code", index: true }], { indexes: [["body", "code"]] }),
    reading({ state: "open", body: "x" }),
  );

  const indexes = tableChanges(schema, emptyCatalog(true)).flatMap(({ sql }) =>
    sql.startsWith("create index") ? [sql.replace(/^.* on /, "")] : [],
  );

  expect(indexes.filter((sql) => sql.includes("state"))).toEqual([
    `"content"."article" ("code" collate "und-x-icu", "id") include ("published_at", "state")`,
    `"content"."article" ("state" collate "und-x-icu", "created_at", "id") include ("published_at")`,
    `"content"."article" ("body" collate "und-x-icu", "code" collate "und-x-icu", "id") include ("published_at", "state")`,
  ]);
});

test.each<[string, EntityDefinition]>([
  ["an entity without marks", article([BODY])],
  ["a global", article([TITLE], { global: true })],
  ["lists among options", article([{ name: "moods", type: "select", options: ["glad"], multiple: true, searchable: true }])],
])("there is no index of grams for %s", (_, entity) => {
  expect(searchIndexes(schemaOf(entity)).filter((sql) => sql.includes("grams"))).toEqual([]);
});

test.each<[string, Parameters<typeof reading>[0]]>([
  ["who asks", { state: "$CURRENT_ROLE" }],
  ["a comparison that no tag answers", { state: { $ne: "open" } }],
  ["what lies in an object", { "seo.headline": "x" }],
  ["a text of any length", { title: "x" }],
])("a filter by %s creates no tag", (_, filter) => {
  expect(searchIndexes(schemaOf(article([TITLE, STATE, seo(false)]), reading(filter)))).toEqual(
    searchIndexes(schemaOf(article([TITLE, STATE, seo(false)]))),
  );
});

test("after changes of searchable fields, row filters and types, the indexes match the configuration, and no data is lost", async () => {
  const steps = [
    schemaOf(article([BODY, STATE])),
    schemaOf(article([{ ...BODY, searchable: true }, STATE])),
    schemaOf(article([{ ...BODY, searchable: true }, STATE, seo(true)])),
    schemaOf(article([{ ...BODY, searchable: true }, STATE, seo(true)]), reading({ state: "open" })),
    schemaOf(article([{ ...BODY, searchable: true }, { ...STATE, multiple: true }, seo(true)])),
    schemaOf(article([{ ...BODY, name: "text", renamedFrom: "body", searchable: true }, seo(true)])),
    schemaOf(article([{ ...BODY, name: "text" }])),
  ];
  await database.apply(steps[0]!);
  await database.insert("article", { body: "Stored", state: "open" });

  for (const step of steps) {
    await database.apply(step);

    const { rows } = await database.client.query<{ name: string }>(
      "select indexname as name from pg_indexes where tablename = 'article' and indexdef like '%gin%' order by 1",
    );
    const wanted = searchIndexes(step).map((sql) => /"([^"]+)"/.exec(sql)?.[1]);
    expect(rows.map(({ name }) => name)).toEqual(wanted.toSorted());
    expect(await database.apply(step)).toEqual([]);
  }
});

test("the tables of words of an older release are dropped, with their triggers", async () => {
  const schema = schemaOf(article([TITLE]));
  await database.apply(schema);
  for (const text of [
    'create table cms."search.article" (id uuid primary key, words bytea not null)',
    'create function cms."search.article"() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger "search.0123456789" after insert on content.article for each row execute function cms."search.article"()',
  ])
    await database.client.query(text);

  const changes = await database.apply(schema);

  expect(changes.map(({ sql }) => sql)).toEqual([
    'drop trigger "search.0123456789" on "content"."article"',
    'drop table "cms"."search.article"',
    'drop function if exists "cms"."search.article"()',
  ]);
  expect(await database.apply(schema)).toEqual([]);
});

test("texts of any length and with any characters can be stored, and the grams of a query match every text that contains it", async () => {
  const sign = fc.constantFrom(
    "a",
    "B",
    "é",
    "ß",
    "ж",
    "'",
    "\\",
    "%",
    ":",
    "*",
    "&",
    "|",
    "!",
    " ",
    "\n",
    "\u0001",
    "\u0002",
    "📚",
    "e\u0301",
  );
  const text = fc.string({ unit: sign, maxLength: 12 });
  const matches = async (texts: readonly string[], q: string) => {
    const { rows } = await database.client.query("select cms.search_grams($1::text[]) @@ cms.search_grams_query($2) as is", [texts, q]);
    return rows[0]?.is as boolean;
  };

  await fc.assert(
    fc.asyncProperty(
      text,
      text.filter((q) => q !== ""),
      text,
      text,
      async (before, q, after, other) => {
        expect(await matches([other, `${before}${q}${after}`], q)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
  expect(await matches(["ab", "c"], "ac")).toBe(false);
  expect(await matches(["ab"], "~")).toBe(false);
  expect(await matches(["x".repeat(600_000), "z"], "z")).toBe(true);
});
