/** Drafts and histories of a field whose value becomes a list, or a list its first value. */
import { expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { newId } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { apply, schemaOf, watching } from "./changing.ts";
import { finish, start, useServer } from "./configurations.ts";

const server = useServer();

const moodOf = (multiple: boolean): FieldDefinition => ({ name: "mood", type: "select", options: ["calm", "wild"], multiple });
const siteWith = (multiple: boolean) => schemaOf({ name: "article", versions: true, fields: [moodOf(multiple)] });
const [ONE, LIST] = [siteWith(false), siteWith(true)];
const HISTORY = 1_200;

/** One record with a draft, the histories of many more, and a record of another entity with the same field. */
async function fill(database: Database): Promise<void> {
  const versions = `insert into cms.versions (id, entity, record_id, number, status, pending, published, record_version, data)`;
  await database.run(
    { text: "insert into content.article (id, created_at, updated_at, published_at, mood) values ($1, now(), now(), now(), 'calm')" },
    [newId()],
  );
  await database.run({
    text: `${versions} select gen_random_uuid(), 'article', gen_random_uuid(), 1, 'draft', n = 1, false, 1, '{"mood": "wild"}'
      from generate_series(1, ${HISTORY}) n`,
  });
  await database.run({
    text: `${versions} values (gen_random_uuid(), 'other', gen_random_uuid(), 1, 'draft', true, false, 1, '{"mood": "wild"}')`,
  });
}

/** The number of rows by content, for drafts and others. */
const held = async (database: Database) =>
  (
    await database.run<{ is: string }>({
      text: `select format('%s %s %s %s', count(*), entity, case when pending then 'draft' else 'version' end, data -> 'mood') as is
        from cms.versions group by entity, pending, data order by entity, pending desc, data::text`,
    })
  ).map(({ is }) => is);

const OTHER = '1 other draft "wild"';

test("the final step changes only drafts; the other rows follow in batches, during concurrent writes", async () => {
  const older = await start(ONE);
  await fill(older);
  const newer = await start(LIST);
  const switched = await held(newer);

  await newer.run({
    text: `update cms.versions set data = '{"mood": ["calm"]}' where id = (
      select max(id::text)::uuid from cms.versions where entity = 'article' and not pending)`,
  });
  await older.close();
  await finish(newer);

  expect(switched).toEqual(['1 article draft ["wild"]', `${HISTORY - 1} article version "wild"`, OTHER]);
  expect(await held(newer)).toEqual([
    '1 article draft ["wild"]',
    '1 article version ["calm"]',
    `${HISTORY - 2} article version ["wild"]`,
    OTHER,
  ]);
});

test("the final step reads only drafts of the histories, also if no process uses the previous configuration", async () => {
  const older = await start(ONE);
  await fill(older);
  await older.close();
  const written: string[] = [];
  const newer = server.opened(watching(server.url(), async ({ text }) => void written.push(text)));

  await apply(newer, LIST);

  const histories = written.filter((text) => /update "?cms"?\."?versions/.test(text) && !text.includes("create or replace"));
  expect(histories.map((text) => text.includes("and pending and"))).toEqual([true]);
  expect(await held(newer)).toContain(`${HISTORY - 1} article version "wild"`);
});

test("a further change starts by completing the previous one", async () => {
  const older = await start(ONE);
  await fill(older);
  await apply(older, LIST);
  expect(await held(older)).toContain(`${HISTORY - 1} article version "wild"`);

  await apply(older, ONE, { allowDataLoss: true });
  await finish(older);

  expect(await held(older)).toEqual(['1 article draft "wild"', `${HISTORY - 1} article version "wild"`, OTHER]);
  expect(await older.one({ text: "select mood from content.article" })).toEqual({ mood: "calm" });
});
