/** The history and the trash of a renamed entity. */
import { expect, test } from "@jest/globals";
import { newId } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { apply, schemaOf, watching } from "./changing.ts";
import { finish, start, text, useServer } from "./configurations.ts";
import { failureOf } from "./support.ts";

const server = useServer();

const entity = (name: string, renamedFrom?: string) => ({
  name,
  versions: true,
  fields: [text("title")],
  ...(renamedFrom && { renamedFrom }),
});
const BEFORE = schemaOf(entity("article"));
const RENAMED = schemaOf(entity("story", "article"));
const RECORDS = 700;

/** Each record has two versions, of which the second is a draft. */
async function fill(database: Database): Promise<void> {
  await database.run({
    text: `insert into content.article (id, created_at, updated_at, published_at, title)
      select gen_random_uuid(), now(), now(), now(), 'Title ' || n from generate_series(1, ${RECORDS}) n`,
  });
  await database.run({
    text: `insert into cms.versions (id, entity, record_id, number, status, pending, record_version, data)
      select gen_random_uuid(), 'article', id, number, 'draft', number = 2, 1, jsonb_build_object('title', title)
      from content.article, generate_series(1, 2) number`,
  });
}

/** The number of versions, drafts, and different records of each entity in the history. */
const histories = (database: Database) =>
  database.run({
    text: `select entity, count(*)::int as versions, count(*) filter (where pending)::int as drafts, count(distinct record_id)::int as records
      from cms.versions group by entity order by entity`,
  });
const followers = (database: Database) => database.run({ text: "select tgname from pg_trigger where tgname like 'ahead.%'" });

const switches = (sent: string): boolean => sent.startsWith("lock table");

test("versions exist under the new name before the final step, during concurrent writes; those under the old name are removed after it", async () => {
  const older = await start(BEFORE);
  await fill(older);
  const switched: string[] = [];
  const newer = server.opened(
    watching(server.url(), async ({ text: sent }) => {
      if (switched.length === 0 && switches(sent)) {
        await older.run(
          {
            text: `insert into cms.versions (id, entity, record_id, number, status, pending, record_version, data)
            select $1, 'article', record_id, 3, 'draft', false, 1, '{"title":"meanwhile"}' from cms.versions where entity = 'article' limit 1`,
          },
          [newId()],
        );
        await older.run({ text: `update cms.versions set data = '{"title":"changed"}' where entity = 'article' and pending` });
        await older.run({
          text: `delete from cms.versions where id = (select id from cms.versions where entity = 'article' and number = 1 limit 1)`,
        });
      }
      if (switched.length > 0 || switches(sent)) switched.push(sent);
    }),
  );

  await apply(newer, RENAMED);
  await older.close();
  await finish(newer);

  expect(switched.filter((sent) => sent.startsWith("update cms.versions"))).toEqual([]);
  expect(await histories(newer)).toEqual([{ entity: "story", versions: 2 * RECORDS, drafts: RECORDS, records: RECORDS }]);
  expect(await newer.run({ text: "select distinct data ->> 'title' as title from cms.versions where pending" })).toEqual([
    { title: "changed" },
  ]);
  expect(await followers(newer)).toEqual([]);
});

test("copies for a rename that was never made are removed while the site runs", async () => {
  const older = await start(BEFORE);
  await fill(older);
  const cutOff = watching(server.url(), ({ text: sent }) => (switches(sent) ? Promise.reject(new Error("cut off")) : Promise.resolve()));
  const error = await failureOf(apply(cutOff, RENAMED));
  await cutOff.close();
  const between = await histories(older);

  await apply(older, BEFORE);
  await finish(older);

  const own = { entity: "article", versions: 2 * RECORDS, drafts: RECORDS, records: RECORDS };
  expect(error).toMatchObject({ message: "cut off" });
  expect(between).toEqual([own, { ...own, entity: "story" }]);
  expect(await histories(older)).toEqual([own]);
  expect(await followers(older)).toEqual([]);
});

const WITH_TRASH = schemaOf({ ...entity("article"), trash: true });
const WITH_FIELD = schemaOf({ ...entity("story", "article"), trash: true, fields: [text("headline", { renamedFrom: "title" })] });

/** What the history and the trash have, and how often. */
const contents = async (database: Database) =>
  Promise.all(
    ["versions", "trash"].map((of) =>
      database.run({ text: `select entity, data::text as data, count(*)::int as n from cms.${of} group by 1, 2 order by 1, n` }),
    ),
  );

test("the trash and the history of an entity with a renamed field have both new names before the switch, which changes none of their rows", async () => {
  const older = await start(WITH_TRASH);
  await fill(older);
  await older.run({ text: `update cms.versions set data = '{"title":"old"}'` });
  const throwAway = (more: string) =>
    older.run({
      text: `insert into cms.trash (id, entity, trashed_at, data) select id, 'article', now(), '{"title":"old","more":1}' from content.article ${more}`,
    });
  await throwAway(`order by id limit ${RECORDS - 1}`);
  const switched: string[] = [];
  const newer = server.opened(
    watching(server.url(), async ({ text: sent }) => {
      if (switched.length === 0 && switches(sent)) {
        await throwAway("order by id desc limit 1");
        await older.run({
          text: "delete from cms.trash where id in (select id from cms.trash where entity = 'article' order by id limit 2)",
        });
        await older.run({
          text: `update cms.trash set data = '{"title":"changed"}' where entity = 'article' and id = (select max(id::text)::uuid from cms.trash)`,
        });
      }
      if (switched.length > 0 || switches(sent)) switched.push(sent);
    }),
  );

  await apply(newer, WITH_FIELD);
  const before = await contents(newer);
  await older.close();
  await finish(newer);

  expect(switched.filter((sent) => /^(update|delete from|insert into) "?cms"?\."?(versions|trash)/.test(sent))).toEqual([]);
  const versions = [{ entity: "story", data: '{"headline": "old"}', n: 2 * RECORDS }];
  const trash = [
    { entity: "story", data: '{"headline": "changed"}', n: 1 },
    { entity: "story", data: '{"more": 1, "headline": "old"}', n: RECORDS - 3 },
  ];
  expect(before).toEqual(
    [versions, trash].map((rows) => [...rows.map(({ n }) => expect.objectContaining({ entity: "article", n })), ...rows]),
  );
  expect(await contents(newer)).toEqual([versions, trash]);
  expect(await followers(newer)).toEqual([]);
});

test("copies in the trash for a rename that never came go beside the running site", async () => {
  const older = await start(WITH_TRASH);
  await fill(older);
  await older.run({ text: "insert into cms.trash (id, entity, trashed_at, data) select id, 'article', now(), '{}' from content.article" });
  const sent: string[] = [];
  const cutOff = watching(server.url(), ({ text }) => (switches(text) ? Promise.reject(new Error("cut off")) : Promise.resolve()));
  const error = await failureOf(apply(cutOff, WITH_FIELD));
  await cutOff.close();
  const between = await older.run({ text: "select entity, count(*)::int as n from cms.trash group by 1 order by 1" });
  const watched = server.opened(watching(server.url(), async ({ text }) => void sent.push(text)));

  await apply(watched, WITH_TRASH);
  await finish(watched);

  expect(error).toMatchObject({ message: "cut off" });
  expect(between).toEqual([
    { entity: "article", n: RECORDS },
    { entity: "story", n: RECORDS },
  ]);
  expect(sent.filter((statement) => /^delete from "?cms"?\."?trash/.test(statement))).toEqual([]);
  expect(await older.run({ text: "select entity, count(*)::int as n from cms.trash group by 1" })).toEqual([
    { entity: "article", n: RECORDS },
  ]);
  expect(await followers(older)).toEqual([]);
});
