import { expect, test } from "@jest/globals";
import { createDatabase, newId } from "../src/index.ts";
import type { FieldDefinition } from "@colophon/config";
import type { Database } from "../src/index.ts";
import { applyRoles } from "../src/roles/apply-roles.ts";
import { serviceUrls } from "../src/roles/credentials.ts";
import { apply, schemaOf, watching } from "./changing.ts";
import { articleOf, BOTH, finish, insert, RENAMED, start, text, useServer, valuesOf } from "./configurations.ts";
import { failureOf } from "./support.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

const KEY = "a key for the roles of the tests";
const server = useServer();

/** Saves a version of a record. */
const keepVersion = (database: Database, data: Record<string, unknown>) =>
  database.run(
    {
      text: `insert into cms.versions (id, entity, record_id, number, status, record_version, data)
        values ($1, 'article', $1, 1, 'draft', 1, $2)`,
    },
    [newId(), data],
  );
const versions = async (database: Database) =>
  (await database.run({ text: "select data::text as data from cms.versions order by data::text" })).map(({ data }) =>
    JSON.parse(String(data)),
  );

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
  expect(meanwhile).toEqual([["0", "3", "4"], ["0", "3", "4"], texts.map((text) => ({ title: text, headline: text }))]);
  expect([await valuesOf(newer, "headline"), await versions(newer)]).toEqual([["0", "3", "4"], texts.map((headline) => ({ headline }))]);
  expect(await failureOf(valuesOf(newer, "title"))).toMatchObject({ code: "42703" });
  expect(await failureOf(newer.run({ text: 'select from content."article__.stored"' }))).toMatchObject({ code: "42P01" });
});

test("a service with its own database role uses both names and completes the change, without permission to change tables", async () => {
  const older = await start(BOTH);
  const newer = await start(RENAMED);
  await applyRoles(newer.pool, KEY);
  const service = server.opened(createDatabase({ url: serviceUrls(server.url(), KEY).content, ...TEST_LIMITS }));

  await insert(service, "headline", "by the service");
  const seen = await valuesOf(service, "title");
  await older.close();
  await finish(service);

  expect([seen, await valuesOf(service, "headline")]).toEqual([["by the service"], ["by the service"]]);
  expect(await failureOf(service.run({ text: "alter table content.article add column mine int" }))).toMatchObject({ code: "42501" });
});

test("a renamed relation to many has both names until the older process has ended", async () => {
  const tags = (name: string, renamedFrom?: string) =>
    schemaOf(
      { name: "tag", fields: [] },
      { name: "article", fields: [{ name, type: "relation", to: "tag", many: true, ...(renamedFrom && { renamedFrom }) }] },
    );
  const older = await start(tags("tags"));
  const [tag, article] = [newId(), newId()];
  for (const [table, id] of [
    ["tag", tag],
    ["article", article],
  ])
    await older.run({ text: `insert into content.${table} (id, created_at, updated_at) values ($1, now(), now())` }, [id]);
  const newer = await start(tags("labels", "tags"));
  const linked = (database: Database, junction: string) =>
    database.one({ text: `select cms.links_of('content.article__${junction}', $1) as ids` }, [article]);

  await older.run({ text: "select cms.relink('content.article__tags', $1, array[$2]::uuid[])" }, [article, tag]);
  const meanwhile = [await linked(older, "tags"), await linked(newer, "labels")];
  await older.close();
  await finish(newer);

  expect(meanwhile).toEqual([{ ids: [tag] }, { ids: [tag] }]);
  expect(await linked(newer, "labels")).toEqual({ ids: [tag] });
  expect(await failureOf(linked(newer, "tags"))).toMatchObject({ code: "42P01" });
});

const switches = (text: string): boolean => text.startsWith("lock table");

test("histories have both names before the final step, which changes none of them, during writes of an older process", async () => {
  const older = await start(BOTH);
  await insert(older, "title", "1");
  for (let number = 0; number < 3; number++)
    await older.run({
      text: `insert into cms.versions (id, entity, record_id, number, status, record_version, data)
        select gen_random_uuid(), 'article', gen_random_uuid(), 1, 'draft', 1, '{"title":"old"}' from generate_series(1, 400)`,
    });
  const switched: string[] = [];
  const newer = watching(server.url(), async ({ text }) => {
    if (switched.length === 0 && switches(text)) {
      await keepVersion(older, { title: "meanwhile" });
      await older.run({
        text: `update cms.versions set data = '{"title":"changed","headline":"stale"}' where id = (select min(id::text)::uuid from cms.versions)`,
      });
    }
    if (switched.length > 0 || switches(text)) switched.push(text);
  });
  server.opened(newer);
  await apply(newer, RENAMED);

  const kept = (await versions(older)) as { title: string; headline: string }[];
  expect(kept).toHaveLength(1_201);
  expect(kept.filter(({ title, headline }) => title !== headline)).toEqual([]);
  expect(switched.filter((text) => /^update "?cms"?\."?versions"?/.test(text))).toEqual([]);
});

test("records in the trash also have both names before the final step, and only the new one after the older process has ended", async () => {
  const trashed = (...fields: FieldDefinition[]) => schemaOf({ name: "article", trash: true, fields });
  const older = await start(trashed(text("title")));
  await insert(older, "title", "1");
  const throwAway = (count: number, title: string) =>
    older.run(
      {
        text: `insert into cms.trash (id, entity, trashed_at, data)
          select gen_random_uuid(), 'article', now(), jsonb_build_object('title', $2::text) from generate_series(1, $1::int)`,
      },
      [count, title],
    );
  await throwAway(1_200, "old");
  const switched: string[] = [];
  const newer = watching(server.url(), async ({ text: statement }) => {
    if (switched.length === 0 && switches(statement)) await throwAway(1, "meanwhile");
    if (switched.length > 0 || switches(statement)) switched.push(statement);
  });
  server.opened(newer);
  const held = async () => await newer.run({ text: "select data::text, count(*)::int as n from cms.trash group by 1 order by n" });

  await apply(newer, trashed(text("headline", { renamedFrom: "title" })));

  expect(switched.filter((statement) => /^update "?cms"?\."?trash"?/.test(statement))).toEqual([]);
  expect(await held()).toEqual([
    { data: '{"title": "meanwhile", "headline": "meanwhile"}', n: 1 },
    { data: '{"title": "old", "headline": "old"}', n: 1_200 },
  ]);
  await older.close();
  await finish(newer);
  expect(await held()).toEqual([
    { data: '{"headline": "meanwhile"}', n: 1 },
    { data: '{"headline": "old"}', n: 1_200 },
  ]);
});

test("an interrupted rename leaves no active triggers, and the next one starts with the current values", async () => {
  const older = await start(BOTH);
  await insert(older, "title", "1");
  await keepVersion(older, { title: "first" });
  const cutOff = watching(server.url(), ({ text }) => (switches(text) ? Promise.reject(new Error("cut off")) : Promise.resolve()));
  server.opened(cutOff);

  expect(await failureOf(apply(cutOff, RENAMED))).toMatchObject({ message: "cut off" });
  await apply(older, BOTH);
  await older.run({ text: `update cms.versions set data = data || '{"title":"second"}'` });
  const between = await versions(older);
  await start(RENAMED);

  expect(between).toEqual([{ title: "second", headline: "first" }]);
  expect(await versions(older)).toEqual([{ title: "second", headline: "second" }]);
});

test("copies of a rename that was never made are removed while the site runs, at once if another field has the name", async () => {
  const cutOff = async (older: Database) => {
    const database = watching(server.url(), ({ text: sent }) =>
      switches(sent) ? Promise.reject(new Error("cut off")) : Promise.resolve(),
    );
    expect(await failureOf(apply(database, RENAMED))).toMatchObject({ message: "cut off" });
    await database.close();
    expect(await versions(older)).toEqual([{ title: "first", headline: "first" }]);
  };
  const older = await start(BOTH);
  await insert(older, "title", "1");
  await keepVersion(older, { title: "first" });

  await cutOff(older);
  await apply(older, BOTH);
  await finish(older);
  const cleared = await versions(older);
  await cutOff(older);
  await start(articleOf(text("title", { index: true }), text("note", { unique: true }), text("headline")));

  expect([cleared, await versions(older)]).toEqual([[{ title: "first" }], [{ title: "first" }]]);
});
