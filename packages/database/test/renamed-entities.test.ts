/** The history of a renamed entity. */
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
