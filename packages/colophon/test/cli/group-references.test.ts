import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { idOf } from "./support/content.ts";
import { configNamed, openSite, type TestSite } from "./support/run.ts";

let source: TestSite;
let target: TestSite;
beforeAll(async () => {
  const variables = { CMS_CONFIG: configNamed("languages") };
  [source, target] = await Promise.all([openSite({ variables }), openSite({ variables })]);
});
afterAll(() => Promise.all([source?.close(), target?.close()]));

test("an import keeps each reference to a translation as it is, also to one in the trash and two of a group in one list", async () => {
  const [en, de, note, group] = [idOf("page", 1), idOf("page", 2), idOf("note", 1), idOf("group", 1)];
  const stamps = "now(), now(), now()";
  await source.sql(
    `insert into content.page (id, created_at, updated_at, published_at, locale, translation_group, title)
     values ($1, ${stamps}, 'en', gen_random_uuid(), 'en'), ($2, ${stamps}, 'de', $3, 'de')`,
    [en, de, group],
  );
  await source.sql("update content.page set published_at = null where id = $1", [en]);
  await source.sql(
    "insert into cms.trash (id, entity, trashed_at, published_at, translation_group, data) values ($1, 'page', now(), now(), $2, '{}')",
    [en, group],
  );
  await source.sql(`insert into content.note (id, created_at, updated_at, published_at, page, box) values ($1, ${stamps}, $2, $3)`, [
    note,
    en,
    JSON.stringify({ page: en }),
  ]);
  await source.sql("insert into content.note__pages (source_id, target_id, position) values ($1, $2, 0), ($1, $3, 1)", [note, en, de]);
  const stored = (site: TestSite) =>
    site.sql(
      `select n.page, n.box ->> 'page' as box, (select json_agg(target_id order by position)::text from content.note__pages) as pages,
       (select translation_group from cms.trash) as trashed from content.note n`,
    );
  const archive = join(source.folder, "site.tar");
  await source.cms(["export", archive]);

  const first = await target.cms(["import", archive]);
  await target.sql("update content.note set page = $1, box = null", [de]);
  const again = await target.cms(["import", archive, "--overwrite"]);

  expect([first.status, again.status]).toEqual([0, 0]);
  expect(await stored(target)).toEqual(await stored(source));
  expect(await stored(target)).toEqual([{ page: en, box: en, pages: JSON.stringify([en, de]).replace(",", ", "), trashed: group }]);
});

test("the plan of a site from before says in words that references will move", async () => {
  const triggers = await source.sql<{ name: string }>("select tgname as name from pg_trigger where tgname like 'Group.%'");
  for (const { name } of triggers) await source.sql(`drop trigger "${name}" on content.page`);
  await source.sql("update cms.schema_state set hash = 'of an earlier release' where superseded_at is null");

  const { stdout } = await source.cms(["schema", "plan"]);

  expect(stdout).toContain("page: moves references to a record that is deleted to another one of its translations");
  expect(stdout.match(/page: /g)).toHaveLength(triggers.length);
});
