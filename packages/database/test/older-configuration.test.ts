import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { validateConfig, type FieldDefinition } from "@colophon/config";
import { AppError } from "@colophon/errors";
import { compileSchema, tableChanges, type Schema } from "@colophon/engine";
import { startPostgres } from "../../../tests/support/postgres.ts";
import type { TestPostgres } from "../../../tests/support/postgres-server.ts";
import { applySchema, createDatabase, finishChange, migrate, newId, type AllowedLoss, type Database } from "../src/index.ts";
import { applyRoles } from "../src/roles/apply-roles.ts";
import { serviceUrls } from "../src/roles/credentials.ts";
import { failureOf } from "./support.ts";

const KEY = "a key for the roles of the tests";
let server: TestPostgres;
const open: Database[] = [];
beforeEach(async () => void (server = await startPostgres()));
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
  await server.stop();
});

const schemaOf = (...fields: FieldDefinition[]): Schema => compile([{ name: "article", fields }]);

function compile(entities: unknown[]): Schema {
  const checked = validateConfig({ entities, roles: [{ name: "admin", isAdmin: true }] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return compileSchema(checked.config);
}

/** What a process does at start. */
async function start(schema: Schema, allowDataLoss: AllowedLoss = true): Promise<Database> {
  const database = createDatabase({ url: server.url });
  open.push(database);
  await migrate(database.pool);
  await applySchema(database, schema, { tableChanges, adminEmail: "boss@example.org", allowDataLoss });
  return database;
}

const NOW = "created_at, updated_at";
const insert = (database: Database, column: string, value: string) =>
  database.run({ text: `insert into content.article (id, ${NOW}, ${column}) values ($1, now(), now(), $2)` }, [newId(), value]);
const valuesOf = async (database: Database, column: string) =>
  (await database.run({ text: `select ${column} as value from content.article order by 1` })).map(({ value }) => value);

/** Saves a history's row of a record. */
const keepVersion = (database: Database, data: Record<string, unknown>) =>
  database.run(
    {
      text: `insert into cms.versions (id, entity, record_id, number, status, record_version, data)
        values ($1, 'article', $1, 1, 'draft', 1, $2)`,
    },
    [newId(), data],
  );
const versions = async (database: Database) =>
  (await database.run({ text: "select data::text as data from cms.versions order by id" })).map(({ data }) => JSON.parse(String(data)));

/** Does all that a change has left, as the content service does when the last process with another configuration has ended. */
async function finish(database: Database): Promise<void> {
  const left = async () =>
    (await database.one({ text: "select leftovers is not null as left from cms.schema_state where superseded_at is null" }))?.["left"];
  for (let tries = 0; tries < 100 && (await left()); tries++) if (!(await finishChange(database))) await sleep(100);
  expect(await left()).toBe(false);
}

const WITH_NUMBER = schemaOf({ name: "pages", type: "number", integer: true });
const WITH_DATE = schemaOf({ name: "pages", type: "date" });
const MISFIT = { text: "select from content.article where pages > 1::bigint" };

test("a statement that the tables of a newer configuration don't fit is told as unavailable, and its process isn't healthy until it fits", async () => {
  const older = await start(WITH_NUMBER);
  const healthy = [await older.health()];
  const newer = await start(WITH_DATE);

  healthy.push(await older.health());
  const failures = [await failureOf(older.run(MISFIT)), await failureOf(older.transaction(() => older.run(MISFIT)))];
  healthy.push(await older.health());
  await newer.close();
  await start(WITH_NUMBER);
  healthy.push(await older.health());

  expect(failures).toEqual([503, 503].map((status) => expect.objectContaining({ status, code: "SERVICE_UNAVAILABLE" })));
  expect(healthy).toEqual([true, true, false, true]);
});

test("while the stored configuration is its own, a statement that doesn't fit is a bug", async () => {
  const database = await start(WITH_DATE);

  const failure = await failureOf(database.run(MISFIT));

  expect(failure).not.toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ code: "42883" });
  expect(await database.health()).toBe(true);
});

const text = (name: string, more: Partial<FieldDefinition> = {}) => ({ name, type: "text", ...more }) as FieldDefinition;
const BOTH = schemaOf(text("title", { index: true }), text("note", { unique: true }));
const RENAMED = schemaOf(text("headline", { index: true, renamedFrom: "title" }), text("note", { unique: true }));
const WITHOUT_NOTE = schemaOf(text("title", { index: true }));

test("a field that is dropped beside an older process stays for that one, is refused as ever, and goes with it", async () => {
  const older = await start(BOTH);
  await insert(older, "note", "kept");

  const refused = await failureOf(start(WITHOUT_NOTE, []));
  const newer = await start(WITHOUT_NOTE, ["article.note"]);
  const listener = newer.listen("changes", () => undefined); // a connection that works with no configuration
  await insert(newer, "title", "new");
  await insert(older, "note", "later");
  const finished = await finishChange(newer);
  const notes = await valuesOf(older, "note");
  await older.close();
  await finish(newer);
  await listener.close();

  expect(String(refused)).toContain("ALLOW_DATA_LOSS=article.note");
  expect([finished, notes]).toEqual([false, ["kept", "later", null]]);
  expect(await failureOf(valuesOf(newer, "note"))).toMatchObject({ code: "42703" });
  expect(await valuesOf(newer, "title")).toEqual(["new", null, null]);
});

test("a table that is dropped beside an older process goes with it", async () => {
  const older = await start(schemaOf(text("title")));
  await insert(older, "title", "kept");

  const newer = await start(compile([{ name: "page", fields: [text("title")] }]));
  const kept = await valuesOf(older, "title");
  await older.close();
  await finish(newer);

  expect(kept).toEqual(["kept"]);
  expect(await failureOf(valuesOf(newer, "title"))).toMatchObject({ code: "42P01" });
});

test("a renamed field has both names, in rows and in histories, until the older process has ended", async () => {
  const older = await start(BOTH);
  await insert(older, "title", "1");
  await keepVersion(older, { title: "first" });
  const newer = await start(RENAMED);

  await insert(newer, "headline", "2");
  await insert(older, "title", "3");
  await older.run({ text: "update content.article set title = '4' where title = '2'" });
  await newer.run({ text: "update content.article set headline = '0' where headline = '1'" });
  await keepVersion(newer, { headline: "second" });
  await keepVersion(older, { title: "third" });
  const meanwhile = [await valuesOf(older, "title"), await valuesOf(newer, "headline"), await versions(older)];
  await older.close();
  await finish(newer);

  const texts = ["first", "second", "third"];
  expect(meanwhile).toEqual([["0", "3", "4"], ["0", "3", "4"], texts.map((one) => ({ title: one, headline: one }))]);
  expect([await valuesOf(newer, "headline"), await versions(newer)]).toEqual([["0", "3", "4"], texts.map((headline) => ({ headline }))]);
  expect(await failureOf(valuesOf(newer, "title"))).toMatchObject({ code: "42703" });
  expect(await failureOf(newer.run({ text: 'select from content."article__.stored"' }))).toMatchObject({ code: "42P01" });
});

test("a service with a role of its own works through both names and ends the change, though it may change no table", async () => {
  const older = await start(BOTH);
  const newer = await start(RENAMED);
  await applyRoles(newer.pool, KEY);
  const service = createDatabase({ url: serviceUrls(server.url, KEY).content });
  open.push(service);

  await insert(service, "headline", "by the service");
  const seen = await valuesOf(service, "title");
  await older.close();
  await finish(service);

  expect([seen, await valuesOf(service, "headline")]).toEqual([["by the service"], ["by the service"]]);
  expect(await failureOf(service.run({ text: "alter table content.article add column mine int" }))).toMatchObject({ code: "42501" });
});

test("a renamed relation to many has both names until the older process has ended", async () => {
  const tags = (name: string, renamedFrom?: string) =>
    compile([
      { name: "tag", fields: [] },
      { name: "article", fields: [{ name, type: "relation", to: "tag", many: true, renamedFrom }] },
    ]);
  const older = await start(tags("tags"));
  const [tag, article] = [newId(), newId()];
  for (const [table, id] of [
    ["tag", tag],
    ["article", article],
  ])
    await older.run({ text: `insert into content.${table} (id, ${NOW}) values ($1, now(), now())` }, [id]);
  const newer = await start(tags("labels", "tags"));
  const linked = (database: Database, junction: string) =>
    database.one({ text: `select cms.links_of('content.article__${junction}'::regclass, $1) as ids` }, [article]);

  await older.run({ text: "select cms.relink('content.article__tags'::regclass, $1, array[$2]::uuid[])" }, [article, tag]);
  const meanwhile = [await linked(older, "tags"), await linked(newer, "labels")];
  await older.close();
  await finish(newer);

  expect(meanwhile).toEqual([{ ids: [tag] }, { ids: [tag] }]);
  expect(await linked(newer, "labels")).toEqual({ ids: [tag] });
  expect(await failureOf(linked(newer, "tags"))).toMatchObject({ code: "42P01" });
});

test("the next change comes before the older process has ended: what was allowed needn't be allowed again, and the tables fit", async () => {
  const older = await start(BOTH);
  await insert(older, "title", "kept");
  await insert(older, "note", "lost");
  const newer = await start(schemaOf(text("headline", { index: true, renamedFrom: "title" })), ["article.note"]);
  await newer.close();

  const newest = await start(schemaOf(text("headline", { index: true, renamedFrom: "title" }), text("lead")), []);
  await older.close();
  await finish(newest);

  expect(await valuesOf(newest, "headline")).toEqual(["kept", null]);
  expect(await failureOf(valuesOf(newest, "note"))).toMatchObject({ code: "42703" });
});

test("going back before the older process has ended finds the values of a dropped field", async () => {
  const older = await start(BOTH);
  await insert(older, "note", "kept");
  const newer = await start(WITHOUT_NOTE);
  await newer.close();

  const back = await start(BOTH, []);

  expect(await valuesOf(back, "note")).toEqual(["kept"]);
  expect(await finishChange(back)).toBe(false);
});

test("a process with the older configuration that starts again beside a renamed field fits", async () => {
  await start(BOTH);
  await start(RENAMED);

  const again = await start(BOTH);

  expect(await valuesOf(again, "title")).toEqual([]);
});
