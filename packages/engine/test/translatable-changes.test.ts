import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { statementsOf } from "../src/ddl/steps/online-steps.ts";
import { compileSchema } from "../src/schema.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const articleOf = (more: Partial<EntityDefinition> = {}) =>
  compileSchema(
    configOf({ locales: ["en", "de"], entities: [{ name: "article", fields: [{ name: "code", type: "text", unique: true }], ...more }] }),
  );
const [BEFORE, AFTER] = [articleOf(), articleOf({ translatable: true })];

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
});
beforeEach(() => database.reset());
afterAll(() => database.close());

/** Everything that is done while the site is running. @returns the statements */
async function prepare(): Promise<readonly string[]> {
  const steps = (await database.plan(AFTER)).flatMap(({ onlineSteps }) => onlineSteps ?? []);
  const statements = steps.flatMap(statementsOf);
  for (const statement of statements) while ((await database.client.query<{ done?: number }>(statement)).rows[0]?.done);
  return statements;
}

/** The texts with temporary names in the order in which they appear: `ahead.1`, `ahead.2`. */
function numbered(texts: readonly string[]): readonly string[] {
  const seen: string[] = [];
  return texts.map((text) =>
    text.replaceAll(/ahead\.(?:to_)?[0-9a-f]{10}/g, (own) => {
      const hash = own.slice(-10);
      if (!seen.includes(hash)) seen.push(hash);
      return `ahead.${seen.indexOf(hash) + 1}`;
    }),
  );
}

const BATCH = `with batch as materialized (select id from "content"."article" t where id > coalesce(nullif(current_setting('ahead.3', true), ''), '00000000-0000-0000-0000-000000000000')::uuid order by id limit 500 for no key update), changed as (update "content"."article" t set "ahead.3" = "t"."id" from batch where t.id = batch.id and "t"."ahead.3" is null) select count(*)::int as done, set_config('ahead.3', max(id::text collate "C"), false) from batch`;

test("the exact SQL of an entity that becomes translatable: while the site is running, then in the switch", async () => {
  await database.apply(BEFORE);
  await database.insert("article", { code: "x" });
  const prepared = await prepare();

  const switched = (await database.apply(AFTER)).map(({ sql }) => sql);

  expect(numbered([...prepared, ...switched])).toEqual([
    `alter table "content"."article" add column "ahead.1" text default 'en'`,
    'alter table "content"."article" drop constraint if exists "ahead.2"',
    'alter table "content"."article" add constraint "ahead.2" check ("ahead.1" is not null) not valid',
    'alter table "content"."article" validate constraint "ahead.2"',
    'analyze "content"."article" ("ahead.1")',
    'alter table "content"."article" add column "ahead.3" uuid',
    'alter table "content"."article" alter column "ahead.3" set default gen_random_uuid()',
    BATCH,
    'alter table "content"."article" drop constraint if exists "ahead.4"',
    'alter table "content"."article" add constraint "ahead.4" check ("ahead.3" is not null) not valid',
    'alter table "content"."article" validate constraint "ahead.4"',
    'analyze "content"."article" ("ahead.3")',
    'drop index concurrently if exists "content"."ahead.5"',
    'create unique index concurrently "ahead.5" on "content"."article" ("ahead.3", "ahead.1")',
    'drop index concurrently if exists "content"."ahead.6"',
    'create unique index concurrently "ahead.6" on "content"."article" ("ahead.1", "code" collate "und-x-icu")',
    'drop index "content"."distinct.article.code"',
    'alter table "content"."article" rename column "ahead.1" to "locale"',
    'alter table "content"."article" alter column "locale" set not null',
    'alter table "content"."article" drop constraint if exists "ahead.2"',
    'alter table "content"."article" rename column "ahead.3" to "translation_group"',
    'alter table "content"."article" alter column "translation_group" set not null',
    'alter table "content"."article" drop constraint if exists "ahead.4"',
    'alter index "content"."ahead.5" rename to "unique.article.translation_group.locale"',
    'alter index "content"."ahead.6" rename to "distinct.article.locale.code"',
    "update cms.draft_claims set scope = 'en' where entity = 'article' and field in ('code') and scope = ''",
    'alter table "content"."article" alter column "locale" drop default',
    'alter table "content"."article" alter column "translation_group" drop default',
  ]);
});

test("for the switch, PostgreSQL reads no row to require the values that were filled before", async () => {
  await database.apply(BEFORE);
  await database.insert("article", { code: "x" });
  await prepare();
  const scans = async () => {
    await database.client.query("select pg_stat_force_next_flush()");
    return (await database.client.query("select seq_scan from pg_stat_user_tables where relname = 'article'")).rows[0]?.seq_scan;
  };
  const steps = await database.plan(AFTER);
  const before = await scans();

  for (const { sql } of steps) await database.client.query(sql);

  expect(await scans()).toBe(before);
});

test("what was prepared for it is removed if the entity stays as it is", async () => {
  await database.apply(BEFORE);
  await database.insert("article", { code: "x" });
  await prepare();

  const removed = (await database.apply(BEFORE)).map(({ sql }) => sql);

  expect(numbered(removed)).toEqual([
    'drop index "content"."ahead.1"',
    'drop index "content"."ahead.2"',
    'alter table "content"."article" drop column "ahead.3"',
    'alter table "content"."article" drop column "ahead.4"',
  ]);
  expect((await database.client.query("select from pg_constraint where conname like 'ahead.%'")).rows).toEqual([]);
});

test("drafts keep the unique values that they reserve, now in the default locale", async () => {
  const reserve = `insert into cms.draft_claims (entity, field, scope, value, record_id) values ('article', 'code', '', 'wanted', gen_random_uuid())`;
  await database.apply(BEFORE);
  await database.client.query(reserve);

  await database.apply(AFTER);

  expect((await database.client.query("select field, scope, value from cms.draft_claims")).rows).toEqual([
    { field: "code", scope: "en", value: "wanted" },
  ]);
});
