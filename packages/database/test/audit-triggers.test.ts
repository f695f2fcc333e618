import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { validateConfig, type EntityDefinition } from "@colophon/config";
import { compileSchema } from "@colophon/engine";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { apply, schemaOf } from "./changing.ts";
import { openDatabase, type Opened } from "./support.ts";

const text = (name: string) => ({ name, type: "text" }) as const;
const TAG: EntityDefinition = { name: "tag", fields: [text("title")] };
const TOPIC: EntityDefinition = {
  name: "topic",
  renamedFrom: "tag",
  fields: [text("title"), { name: "rank", type: "number", integer: true }],
};
const WITH_TEXT: EntityDefinition = { name: "topic", fields: [text("title"), text("rank")] };
const PAGE: EntityDefinition = { name: "page", fields: [text("line")] };

let opened: Opened;
beforeAll(async () => void (opened = await openDatabase(TEST_LIMITS)));
afterAll(() => opened.close());

/** A session that lives as long as the test: it has used the functions of earlier configurations. */
const sql = async (statement: string) => (await opened.database.pool.query(statement)).rows;
const add = (table: string, columns: string, values: string) =>
  sql(
    `insert into content.${table} (id, created_at, updated_at, published_at, ${columns}) values (gen_random_uuid(), now(), now(), now(), ${values})`,
  );
const rows = () => sql("select entity, action, changes from cms.audit where entity in ('tag', 'topic', 'page', 'wide') order by seq");
/** The tables with triggers of rows, each as often as it has one; and the number of functions. */
async function found() {
  const triggers = await sql("select tgrelid::regclass::text as on from pg_trigger where tgname like 'audit.own\\_%' order by 1");
  const functions = await sql("select from pg_proc where proname like 'audit.own\\_%'");
  return [triggers.map(({ on }) => on).filter((on) => on.startsWith("content.")), functions.length === triggers.length];
}

test("after each change of the configuration, a change of content is one row with its fields, and no trigger or function is left over", async () => {
  await apply(opened.database, schemaOf(TAG, PAGE));
  await add("tag", "title", "'one'");
  expect(await found()).toEqual([["content.page", "content.tag"], true]);

  await apply(opened.database, schemaOf(TOPIC, PAGE));
  await add("topic", "title, rank", "'two', 2");
  expect(await found()).toEqual([["content.page", "content.topic"], true]);

  await apply(opened.database, schemaOf(WITH_TEXT));
  await add("topic", "title, rank", "'three', 'third'");
  expect(await found()).toEqual([["content.topic"], true]);

  const off = validateConfig({ entities: [WITH_TEXT], roles: [{ name: "admin", isAdmin: true }], audit: false });
  if (!off.ok) throw new Error(JSON.stringify(off.problems));
  await apply(opened.database, compileSchema(off.config));
  await add("topic", "title", "'four'");
  expect(await found()).toEqual([[], true]);
  expect(await rows()).toEqual([
    { entity: "tag", action: "create", changes: '["title"]' },
    { entity: "topic", action: "create", changes: '["title", "rank"]' },
    { entity: "topic", action: "create", changes: '["title", "rank"]' },
  ]);
});

test("a row that a process of an earlier release changes names its editor", async () => {
  await apply(opened.database, schemaOf(WITH_TEXT, PAGE));
  const [user] = await sql("select id from cms.users limit 1");
  await add("page", "line, created_by, created_by_kind", `'one', '${user?.["id"]}', 'user'`);
  await sql(`update content.page set line = 'two', version = version + 1, updated_by = '${user?.["id"]}', updated_by_kind = 'key'`);

  expect(await sql("select action, actor_kind, actor_id, changes from cms.audit where entity = 'page' order by seq")).toEqual([
    { action: "create", actor_kind: "user", actor_id: user?.["id"], changes: '["line"]' },
    { action: "update", actor_kind: "key", actor_id: user?.["id"], changes: '["line"]' },
  ]);
});

test("a record of an entity with 250 fields is logged with those that have a value", async () => {
  const fields = Array.from({ length: 250 }, (_, at) => text(`field${at}`));
  await apply(opened.database, schemaOf(WITH_TEXT, PAGE, { name: "wide", fields }));
  await sql("truncate cms.audit");
  await add("wide", "field0, field249", "'one', 'two'");

  expect(await rows()).toEqual([{ entity: "wide", action: "create", changes: '["field0", "field249"]' }]);
});
