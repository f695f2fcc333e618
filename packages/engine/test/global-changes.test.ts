import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { EntityDefinition, FieldDefinition } from "@colophon/config";
import { statementsOf } from "../src/ddl/steps/online-steps.ts";
import { locksOf } from "../src/ddl/steps/locks.ts";
import { GLOBAL_GROUP } from "../src/row-keys.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const siteOf = (more: Partial<EntityDefinition>) =>
  compileSchema(configOf({ locales: ["en", "de"], entities: [{ name: "site", fields: [{ name: "title", type: "text" }], ...more }] }));
const ONE = siteOf({ global: true });
const LOCALIZED = siteOf({ global: true, translatable: true });
const GROUP = { translation_group: GLOBAL_GROUP };

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const rows = async (text: string) => (await database.client.query(text)).rows;

test("a global that becomes translatable keeps its row as that of the default locale", async () => {
  await database.apply(ONE);
  const id = await database.insert("site", { title: "a" });

  const changes = await database.apply(LOCALIZED);

  expect(changes.filter(({ lossy }) => lossy !== null)).toEqual([]);
  expect(await rows("select id, title, locale, translation_group from content.site")).toEqual([{ id, title: "a", locale: "en", ...GROUP }]);
  expect(await database.apply(LOCALIZED)).toEqual([]);
});

test("a translatable global has one row for each locale", async () => {
  await database.apply(LOCALIZED);
  await database.insert("site", { locale: "en", ...GROUP });
  await database.insert("site", { locale: "de", ...GROUP });

  await expect(database.insert("site", { locale: "de", ...GROUP })).rejects.toMatchObject({ constraint: "single.site.locale" });
});

test("a global that is no longer translatable keeps the default locale's row, and reports what is lost", async () => {
  await database.apply(LOCALIZED);
  const id = await database.insert("site", { title: "a", locale: "en", ...GROUP, updated_at: new Date(0) });
  await database.insert("site", { title: "b", locale: "de", ...GROUP });

  const changes = await database.apply(ONE);

  expect(changes.flatMap(({ lossy }) => lossy ?? [])).toContain(
    "site is in one language from now on: all its translations but that in en are lost",
  );
  expect(await rows("select id, title from content.site")).toEqual([{ id, title: "a" }]);
  expect(await database.apply(ONE)).toEqual([]);
});

test("a translatable collection that becomes a global keeps the newest record of each locale, together", async () => {
  await database.apply(siteOf({ translatable: true }));
  for (const [title, locale, time] of [
    ["old", "en", 0],
    ["new", "en", 1],
    ["neu", "de", 0],
  ] as const) {
    const { rows: made } = await database.client.query("select gen_random_uuid() as id");
    await database.insert("site", { title, locale, translation_group: made[0].id, updated_at: new Date(time) });
  }

  const changes = await database.apply(LOCALIZED);

  expect(changes.flatMap(({ lossy }) => lossy ?? [])).toEqual([
    "site is a global from now on: all records but the newest of each locale are lost",
  ]);
  expect(await rows("select title, translation_group from content.site order by title")).toEqual([
    { title: "neu", ...GROUP },
    { title: "new", ...GROUP },
  ]);
});

const TITLE: FieldDefinition = { name: "title", type: "text" };
const FRIENDS: FieldDefinition = { name: "friends", type: "relation", to: "friend", many: true };
const LINKS: FieldDefinition = {
  name: "links",
  type: "array",
  of: { type: "object", fields: [{ name: "to", type: "relation", to: "friend" }] },
};
const FRIEND: EntityDefinition = { name: "friend", fields: [TITLE] };
const linked = (more: Partial<EntityDefinition>, ...others: EntityDefinition[]) =>
  compileSchema(
    configOf({ locales: ["en", "de"], entities: [{ name: "site", fields: [TITLE, FRIENDS, LINKS], ...more }, FRIEND, ...others] }),
  );

async function insertLinked(title: string, friend: string, more: Record<string, unknown> = {}): Promise<void> {
  const site = await database.insert("site", { title, links: JSON.stringify([{ to: friend }]), ...more });
  await database.client.query("insert into content.site__friends values ($1, $2, 0)", [site, friend]);
}

test("the exact SQL of a collection that becomes a global: its tables are truncated, and the newest record is written again", async () => {
  await database.apply(linked({}));
  const [first, second] = [await database.insert("friend"), await database.insert("friend")];
  const long = randomBytes(50_000).toString("hex");
  await insertLinked("old", first, { updated_at: new Date(0) });
  await insertLinked(long, second);

  const [step] = (await database.apply(linked({ global: true }))).filter(({ lossy }) => lossy !== null);

  const refs = /"site__refs\.[0-9a-f]{6}"/.exec(step?.sql ?? "")?.[0];
  expect(step?.sql.split("\n")).toEqual([
    `do $$ declare _kept "content"."site"[]; "_kept1" "content"."site__friends"[]; "_kept2" "content".${refs}[];`,
    "begin",
    '_kept := array(select "_row" from "content"."site" "_row" where id in (select id from "content"."site" order by updated_at desc, id desc limit 1));',
    '"_kept1" := array(select "_row" from "content"."site__friends" "_row" where "_row"."source_id" in (select id from unnest(_kept)));',
    `"_kept2" := array(select "_row" from "content".${refs} "_row" where "_row"."source_id" in (select id from unnest(_kept)));`,
    `truncate "content"."site", "content"."site__friends", "content".${refs};`,
    "perform set_config('cms.references', 'later', true);",
    'insert into "content"."site" select * from unnest(_kept);',
    "perform set_config('cms.references', '', true);",
    'insert into "content"."site__friends" select * from unnest("_kept1");',
    `insert into "content".${refs} select * from unnest("_kept2");`,
    "end $$",
  ]);
  expect(await rows("select title, target_id from content.site join content.site__friends on source_id = id")).toEqual([
    { title: long, target_id: second },
  ]);
  expect(await rows(`select "set_null.friend" as to from content.${refs}`)).toEqual([{ to: second }]);
});

test("for the switch, all tables that are truncated are locked", async () => {
  await database.apply(linked({}));
  for (const title of ["a", "b"]) await insertLinked(title, await database.insert("friend"));
  const [step] = (await database.plan(linked({ global: true }))).filter(({ lossy }) => lossy !== null);

  const locks = step ? locksOf(step.step, await database.catalog()) : [];

  expect(locks.map(({ table, mode }) => [table.replace(/[.][0-9a-f]{6}$/, ""), mode])).toEqual(
    ["content.site", "content.site__friends", "content.site__refs"].map((table) => [table, "ACCESS EXCLUSIVE"]),
  );
});

test("if other entities refer to the records of a collection that becomes a global, the records are deleted", async () => {
  const page: EntityDefinition = { name: "page", fields: [{ name: "site", type: "relation", to: "site" }] };
  await database.apply(linked({}, page));
  const [old, newest] = [await database.insert("site", { updated_at: new Date(0) }), await database.insert("site", { title: "new" })];
  for (const site of [old, newest]) await database.insert("page", { site });

  const [step] = (await database.apply(linked({ global: true }, page))).filter(({ lossy }) => lossy !== null);

  expect(step?.sql).toBe(
    'delete from "content"."site" where id not in (select id from "content"."site" order by updated_at desc, id desc limit 1)',
  );
  expect(await rows("select site from content.page order by site")).toEqual([{ site: newest }, { site: null }]);
});

test("the newest record of each locale is found by an index that is built while the site is running", async () => {
  await database.apply(linked({ translatable: true }));
  for (const locale of ["en", "de", "de"])
    await database.insert("site", { locale, translation_group: (await rows("select gen_random_uuid() as id"))[0]?.id });
  const [step] = (await database.plan(linked({ translatable: true, global: true }))).filter(({ lossy }) => lossy !== null);
  for (const statement of step?.onlineSteps?.flatMap(statementsOf) ?? []) await database.client.query(statement);

  const left = await database.apply(linked({ translatable: true, global: true }));

  expect(step?.onlineSteps?.flatMap(statementsOf)).toEqual([
    expect.stringMatching(/^drop index concurrently if exists "content"."ahead\.[0-9a-f]{10}"$/),
    expect.stringMatching(/^create index concurrently "ahead\.[0-9a-f]{10}" on "content"."site" \("locale", "updated_at", "id"\)$/),
  ]);
  expect(step?.sql).toContain(
    'with recursive newest as ((select locale, id from "content"."site" order by locale desc, updated_at desc, id desc limit 1) union all select n.* from newest m cross join lateral (select locale, id from "content"."site" where locale < m.locale order by locale desc, updated_at desc, id desc limit 1) n) select id from newest',
  );
  expect(left.filter(({ sql }) => sql.includes('"ahead.')).map(({ sql }) => sql)).toEqual([
    expect.stringMatching(/^drop index "content"."ahead\.[0-9a-f]{10}"$/),
  ]);
  expect(await rows("select locale from content.site order by locale")).toEqual([{ locale: "de" }, { locale: "en" }]);
});
