import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import { emptyCatalog } from "../src/ddl/catalog.ts";
import { tableChanges } from "../src/table-changes.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const schemaOf = (...entities: EntityDefinition[]) => compileSchema(configOf({ locales: ["en", "de"], entities }));
const article = (fields: FieldDefinition[], more: Partial<EntityDefinition> = {}): EntityDefinition => ({
  name: "article",
  fields,
  ...more,
});
const AUTHOR: EntityDefinition = { name: "author", fields: [{ name: "name", type: "text" }] };
const PUBLISHED = { published_at: new Date() };
const TITLE: FieldDefinition = { name: "title", type: "text" };

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const rows = async (text: string) => (await database.client.query(text)).rows;

test("the exact SQL of a new table, except its indexes for searched texts", () => {
  const schema = schemaOf(
    AUTHOR,
    article(
      [
        { ...TITLE, searchable: true, index: true },
        { name: "slug", type: "slug", from: "title" },
        { name: "sku", type: "text", unique: true },
        {
          name: "seo",
          type: "object",
          fields: [{ name: "deep", type: "object", fields: [{ name: "headline", type: "text", searchable: true }] }],
        },
        { name: "author", type: "relation", to: "author", required: true },
        { name: "others", type: "relation", to: "author", many: true },
        { name: "cover", type: "image" },
        { name: "version", type: "text" },
      ],
      { translatable: true },
    ),
  );

  const changes = tableChanges(schema, emptyCatalog(true)).filter(({ configPath }) => configPath.startsWith("article"));

  expect(changes.map(({ sql }) => sql).filter((sql) => !sql.includes(" using gin "))).toEqual([
    'create table "content"."article" ("id" uuid primary key, "version" integer not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "published_at" timestamptz(3), "created_by" uuid, "created_by_kind" text, "updated_by" uuid, "updated_by_kind" text, "locale" text not null, "translation_group" uuid not null, "title" text, "slug" text, "sku" text, "seo" jsonb, "author" uuid, "cover" uuid, "version_" text)',
    'create table "content"."article__others" ("source_id" uuid not null, "target_id" uuid not null, "position" integer not null, primary key ("source_id", "target_id"))',
    'alter table "content"."article" set (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_limit=2000)',
    'create unique index "unique.article.translation_group.locale" on "content"."article" ("translation_group", "locale")',
    'create index "index.article.created_at.id.published_at" on "content"."article" ("created_at", "id") include ("published_at")',
    'create index "index.article.updated_at.id.published_at" on "content"."article" ("updated_at", "id") include ("published_at")',
    'create index "unpublished.article.created_at.id" on "content"."article" ("created_at", "id") where published_at is null',
    'create index "sorted.article.title.id.published_at" on "content"."article" ("title" collate "und-x-icu", "id") include ("published_at")',
    'create index "start.article.title" on "content"."article" (cms.case_key("title") text_pattern_ops)',
    'create unique index "distinct.article.locale.slug" on "content"."article" ("locale", "slug" collate "und-x-icu")',
    'create unique index "distinct.article.locale.sku" on "content"."article" ("locale", "sku" collate "und-x-icu")',
    'create index "index.article.author.id.published_at" on "content"."article" ("author", "id") include ("published_at")',
    'create index "index.article.cover.id.published_at" on "content"."article" ("cover", "id") include ("published_at")',
    'alter index "content"."grams.article.title.seo/deep/headline.live" alter column 1 set statistics 0, alter column 2 set statistics 0',
    'create index "index.article__others.target_id.source_id" on "content"."article__others" ("target_id", "source_id")',
    'alter table "content"."article" add constraint "fk.article.author.author.no_action" foreign key ("author") references "content"."author" ("id") on delete no action',
    'alter table "content"."article" add constraint "fk.article.cover.images.set_null" foreign key ("cover") references "cms"."images" ("id") on delete set null',
    'alter table "content"."article__others" add constraint "fk.article__others.source_id.article.cascade" foreign key ("source_id") references "content"."article" ("id") on delete cascade',
    'alter table "content"."article__others" add constraint "fk.article__others.target_id.author.cascade" foreign key ("target_id") references "content"."author" ("id") on delete cascade',
    `create trigger "count" after insert or update or delete or truncate on "content"."article" for each statement when (current_setting('cms.counted', true) is distinct from 'article') execute function cms.touch('article')`,
    `create trigger "count" after insert or update or delete or truncate on "content"."article__others" for each statement when (current_setting('cms.counted', true) is distinct from 'article') execute function cms.touch('article')`,
  ]);
});

test("after the changes, no further changes are planned, with and without versions, with the longest names", async () => {
  const long = (letter: string) => letter.repeat(48);
  const fields: FieldDefinition[] = [
    TITLE,
    { name: "slug", type: "slug", unique: "global" } as unknown as FieldDefinition,
    { name: "at", type: "datetime", index: true },
    { name: "moods", type: "select", options: ["a"], multiple: true, searchable: true },
    { name: long("f"), type: "relation", to: long("e"), many: true },
    { name: "one", type: "relation", to: long("e"), onDelete: "cascade" },
  ];
  const entities = (versions: boolean): EntityDefinition[] => [
    article(fields, { translatable: true, versions }),
    {
      name: long("e"),
      fields: [
        { name: long("g"), type: "text", unique: true, index: true, searchable: true },
        { name: long("h"), type: "image", many: true },
      ],
    },
    { name: "site", global: true, fields: [TITLE] },
  ];

  expect((await database.apply(schemaOf(...entities(false)))).length).toBeGreaterThan(10);

  expect(await database.apply(schemaOf(...entities(false)))).toEqual([]);
  expect(await database.apply(schemaOf(...entities(true)))).toEqual([]);
  const names = await rows("select relname from pg_class where length(relname) > 63");
  expect(names).toEqual([]);
});

test("new fields, indexes and unique rules are added, dropped rules are removed, and no data is lost", async () => {
  await database.apply(schemaOf(article([{ ...TITLE, unique: true }])));
  const id = await database.insert("article", { title: "kept" });

  const fields: FieldDefinition[] = [
    { ...TITLE, index: true },
    { name: "n", type: "number" },
  ];
  const changes = await database.apply(schemaOf(article(fields)));

  expect(changes.map(({ sql, lossy, configPath }) => [sql.split('"')[0], lossy, configPath])).toEqual([
    ["drop index ", null, "article"],
    ["alter table ", null, "article.n"],
    ["create index ", null, "article"],
    ["create index ", null, "article"],
  ]);
  expect(await rows("select id, title, n from content.article")).toEqual([{ id, title: "kept", n: null }]);
});

test("fields that are filtered and sorted together have one index, created and dropped with the configuration", async () => {
  const fields = [{ ...TITLE }, { name: "date", type: "date" } as const];
  await database.apply(schemaOf(article(fields)));

  const made = await database.apply(
    schemaOf(
      article(fields, {
        indexes: [
          ["title", "date"],
          ["locale", "updatedAt"],
        ],
        translatable: true,
      }),
    ),
  );
  const dropped = await database.apply(schemaOf(article(fields, { translatable: true })));

  expect(made.map(({ sql }) => sql).filter((sql) => /"(index|sorted)\./.test(sql))).toEqual([
    'create index "sorted.article.title.date.id.published_at" on "content"."article" ("title" collate "und-x-icu", "date", "id") include ("published_at")',
    'create index "index.article.locale.updated_at.id.published_at" on "content"."article" ("locale", "updated_at", "id") include ("published_at")',
  ]);
  expect(dropped.map(({ sql }) => sql).toSorted()).toEqual([
    'drop index "content"."index.article.locale.updated_at.id.published_at"',
    'drop index "content"."sorted.article.title.date.id.published_at"',
  ]);
});

test("dropping a field, junction table or entity with rows loses data, and the plan names it", async () => {
  const before = schemaOf(AUTHOR, article([TITLE, { name: "others", type: "relation", to: "author", many: true }]));
  const after = schemaOf(article([]));
  await database.apply(before);
  const [source, target] = [await database.insert("article", { title: "x" }), await database.insert("author")];
  await database.client.query("insert into content.article__others values ($1, $2, 0)", [source, target]);

  const lossy = (await database.apply(after)).filter((change) => change.lossy !== null);

  expect(lossy.map(({ configPath }) => configPath)).toEqual(["article.title", "article.others", "author"]);
  expect(lossy[0]?.lossy).toBe("the field title of article is gone, with all its values");
});

test("the same drops without rows lose no data", async () => {
  await database.apply(schemaOf(AUTHOR, article([TITLE, { name: "author", type: "relation", to: "author" }])));

  const changes = await database.apply(schemaOf(article([{ ...TITLE, type: "boolean" }])));

  expect(changes.filter((change) => change.lossy !== null)).toEqual([]);
  expect(await database.apply(schemaOf(article([{ ...TITLE, type: "boolean" }])))).toEqual([]);
});

test("renamedFrom renames a field and an entity with its junctions, history and drafts", async () => {
  const others = (more: Partial<FieldDefinition> = {}) =>
    ({ name: "others", type: "relation", to: "author", many: true, ...more }) as FieldDefinition;
  await database.apply(schemaOf(AUTHOR, article([TITLE, { name: "by", type: "relation", to: "author" }, others()])));
  const target = await database.insert("author");
  const source = await database.insert("article", { title: "kept", by: target });
  await database.client.query("insert into content.article__others values ($1, $2, 0)", [source, target]);
  await database.client.query(
    "insert into cms.versions (id, entity, record_id, number, status, data) values (gen_random_uuid(), 'article', $1, 1, 'draft', $2)",
    [source, { title: "old", others: [target] }],
  );
  const story: EntityDefinition = {
    name: "story",
    renamedFrom: "article",
    fields: [
      { name: "heading", type: "text", renamedFrom: "title" },
      { name: "by", type: "relation", to: "person" },
      { ...others({ renamedFrom: "others" }), name: "friends", to: "person" } as FieldDefinition,
    ],
  };
  const after = schemaOf({ ...AUTHOR, name: "person", renamedFrom: "author" }, story);

  const changes = await database.apply(after);

  expect(changes.filter((change) => change.lossy !== null)).toEqual([]);
  expect(await rows("select heading, by from content.story")).toEqual([{ heading: "kept", by: target }]);
  expect(await rows("select target_id from content.story__friends")).toEqual([{ target_id: target }]);
  expect(await rows("select entity, data from cms.versions")).toEqual([{ entity: "story", data: { heading: "old", friends: [target] } }]);
  expect(await database.apply(after)).toEqual([]);
});

test("a relation to one that becomes a relation to many keeps its value; the reverse change keeps the first and reports the loss", async () => {
  const relation = (many: boolean) => schemaOf(AUTHOR, article([{ name: "by", type: "relation", to: "author", many }]));
  await database.apply(relation(false));
  const [first, second] = [await database.insert("author"), await database.insert("author")];
  const id = await database.insert("article", { by: first });

  const widened = await database.apply(relation(true));

  expect(widened.filter((change) => change.lossy !== null)).toEqual([]);
  expect(await rows("select target_id from content.article__by")).toEqual([{ target_id: first }]);
  await database.client.query("insert into content.article__by values ($1, $2, 1)", [id, second]);

  const narrowed = await database.apply(relation(false));

  expect(narrowed.filter((change) => change.lossy !== null).map(({ configPath }) => configPath)).toEqual(["article.by"]);
  expect(await rows("select by from content.article")).toEqual([{ by: first }]);
});

test("drafts and history are converted when a relation or a select becomes multiple or single", async () => {
  const relation = (many: boolean) =>
    schemaOf(
      AUTHOR,
      article(
        [
          { name: "by", type: "relation", to: "author", many },
          { name: "kind", type: "select", options: ["a", "b"], multiple: many },
        ],
        { versions: true },
      ),
    );
  const kept = async () => (await rows("select data from cms.versions order by number")).map(({ data }) => data);
  await database.apply(relation(false));
  const id = await database.insert("article", PUBLISHED);
  for (const [at, data] of [{ by: id, kind: "a", title: "x" }, { by: null, kind: null }, {}].entries())
    await database.client.query(
      "insert into cms.versions (id, entity, record_id, number, status, data) values (gen_random_uuid(), 'article', $1, $2, 'draft', $3)",
      [id, at, data],
    );

  await database.apply(relation(true));
  const widened = await kept();
  await database.apply(relation(false));

  expect(widened).toEqual([{ by: [id], kind: ["a"], title: "x" }, { by: [], kind: [] }, {}]);
  expect(await kept()).toEqual([{ by: id, kind: "a", title: "x" }, { by: null, kind: null }, {}]);
});

test("a relation may be renamed when it becomes multiple or single", async () => {
  const relation = (field: object) => schemaOf(AUTHOR, article([{ type: "relation", to: "author", ...field } as FieldDefinition]));
  await database.apply(relation({ name: "by" }));
  const author = await database.insert("author");
  await database.insert("article", { by: author });

  const widened = await database.apply(relation({ name: "writers", many: true, renamedFrom: "by" }));
  const written = await rows("select target_id from content.article__writers");
  const narrowed = await database.apply(relation({ name: "writer", renamedFrom: "writers" }));

  expect(widened.filter((change) => change.lossy !== null)).toEqual([]);
  expect(written).toEqual([{ target_id: author }]);
  expect(narrowed.flatMap(({ lossy }) => lossy ?? [])).toEqual([expect.stringContaining("all but the first")]);
  expect(await rows("select writer from content.article")).toEqual([{ writer: author }]);
});

test("values that pending drafts reserve follow the unique rule: they are renamed, added and scoped with it", async () => {
  const coded = (field: object, more: Partial<EntityDefinition> = {}) =>
    schemaOf(article([{ type: "text", ...field } as FieldDefinition], { versions: true, ...more }));
  const claims = () => rows("select entity, field, scope, value, record_id from cms.draft_claims");
  await database.apply(coded({ name: "code" }));
  const [live, other] = [await database.insert("article", PUBLISHED), await database.insert("article", PUBLISHED)];
  const third = await database.insert("article", PUBLISHED);
  await database.insert("article", { code: "stored" });
  for (const [id, code] of [
    [live, "wanted"],
    [other, "wanted"],
    [third, "stored"],
  ])
    await database.client.query(
      "insert into cms.versions (id, entity, record_id, number, status, pending, data) values (gen_random_uuid(), 'article', $1, 1, 'draft', true, $2)",
      [id, { code }],
    );

  await database.apply(coded({ name: "code", unique: true }));
  const begun = await claims();
  await database.apply(coded({ name: "sku", unique: true, renamedFrom: "code" }, { translatable: true }));
  const followed = await claims();

  expect(begun).toEqual([{ entity: "article", field: "code", scope: "", value: "wanted", record_id: expect.any(String) }]);
  expect(followed).toEqual([{ ...begun[0], field: "sku", scope: "en" }]);
});

test("a relation with another target clears values that it can't keep, and reports this", async () => {
  const to = (target: string) => schemaOf(AUTHOR, { ...AUTHOR, name: "other" }, article([{ name: "by", type: "relation", to: target }]));
  await database.apply(to("author"));
  await database.insert("article", { by: await database.insert("author") });

  const changes = await database.apply(to("other"));

  expect(changes.filter((change) => change.lossy !== null).map(({ configPath }) => configPath)).toEqual(["article.by"]);
  expect(await rows("select by from content.article")).toEqual([{ by: null }]);
});

test("an entity that becomes translatable has its rows in the default language", async () => {
  await database.apply(schemaOf(article([{ ...TITLE, unique: true }])));
  const id = await database.insert("article", { title: "x" });

  const changes = await database.apply(schemaOf(article([{ ...TITLE, unique: true }], { translatable: true })));

  expect(changes.filter(({ lossy }) => lossy !== null)).toEqual([]);
  expect(await rows("select locale, translation_group from content.article")).toEqual([{ locale: "en", translation_group: id }]);
});

test("a new field's default is the value of all existing records, without writing their rows", async () => {
  await database.apply(schemaOf(article([TITLE])));
  await database.insert("article", { title: "x" });
  const stored = "select ctid, xmin, pg_relation_filenode('content.article') as file from content.article";
  const before = await rows(stored);

  const changes = await database.apply(
    schemaOf(
      article([
        TITLE,
        { name: "text", type: "text", default: 'it\'s \\ "so"' },
        { name: "number", type: "number", default: 0.5 },
        { name: "whole", type: "number", integer: true, default: 5 },
        { name: "yes", type: "boolean", default: true },
        { name: "day", type: "date", default: "2026-01-31" },
        { name: "moment", type: "datetime", default: "2026-01-31T12:00:00.000Z" },
        { name: "choices", type: "select", options: ["a", "b, c"], multiple: true, default: ["a", "b, c"] },
        { name: "code", type: "text", unique: true, default: "not for all" },
      ]),
    ),
  );

  expect(changes.filter(({ sql }) => sql.startsWith("update"))).toEqual([]);
  expect(await rows(stored)).toEqual(before);
  const moment = `to_char(moment at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`;
  expect(await rows(`select text, number, whole::int, yes, day::text, ${moment} as moment, choices, code from content.article`)).toEqual([
    {
      text: 'it\'s \\ "so"',
      number: 0.5,
      whole: 5,
      yes: true,
      day: "2026-01-31",
      moment: "2026-01-31 12:00",
      choices: ["a", "b, c"],
      code: null,
    },
  ]);
  expect(
    await rows("select column_default from information_schema.columns where table_name = 'article' and column_default is not null"),
  ).toEqual([{ column_default: "1" }]);
});

test("a collection that becomes a global keeps its newest record, and reports the loss", async () => {
  await database.apply(schemaOf(article([TITLE])));
  await database.insert("article", { title: "old", updated_at: new Date(0) });
  await database.insert("article", { title: "new" });

  const changes = await database.apply(schemaOf(article([TITLE], { global: true })));

  expect(changes.filter((change) => change.lossy !== null)).toHaveLength(1);
  expect(await rows("select title from content.article")).toEqual([{ title: "new" }]);
});

test("a list of options is indexed by its elements", async () => {
  const schema = schemaOf(article([{ name: "moods", type: "select", options: ["a"], multiple: true, searchable: true, index: true }]));

  const changes = await database.apply(schema);

  expect(changes.map(({ sql }) => sql)).toContainEqual(
    expect.stringContaining('create index "list.article.moods.live" on "content"."article" using gin ("moods", '),
  );
  expect(await database.apply(schema)).toEqual([]);
});

test("an index that was created by hand is kept", async () => {
  await database.apply(schemaOf(article([TITLE])));
  await database.client.query("create index by_hand on content.article (title desc)");

  expect(await database.apply(schemaOf(article([TITLE])))).toEqual([]);
});

test("every write changes the entity's stamp, also one that only changes links", async () => {
  await database.apply(schemaOf(AUTHOR, article([{ name: "others", type: "relation", to: "author", many: true }])));
  const [source, target] = [await database.insert("article"), await database.insert("author")];
  await database.client.query("insert into content.article__others values ($1, $2, 0)", [source, target]);

  expect(await rows("select entity, sum(n)::int as n from cms.entity_stamps group by 1 order by 1")).toEqual([
    { entity: "article", n: 2 },
    { entity: "author", n: 1 },
  ]);
});
