import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { idOf } from "./support/content.ts";
import { configNamed, openSite, type TestSite } from "./support/run.ts";

let source: TestSite;
let target: TestSite;
let archive: string;
beforeAll(async () => {
  const variables = { CMS_CONFIG: configNamed("contacts") };
  [source, target] = await Promise.all([openSite({ variables }), openSite({ variables })]);
  archive = join(source.folder, "site.tar");
  await source.sql(
    `insert into content.contact (id, created_at, updated_at, published_at, website, kind, about, links, seen, born, rank)
     values ($1, now(), now(), now(), 'https://example.org/a', 'person', '[{"_type":"paragraph"}]', '["https://example.org"]', now(), '2000-02-29', 3)`,
    [idOf("contact", 1)],
  );
});
afterAll(() => Promise.all([source?.close(), target?.close()]));

test("values that the API accepts are imported", async () => {
  await source.cms(["export", archive]);

  expect((await target.cms(["import", archive])).status).toBe(0);
});

test("webhooks are told about imported records only with --events", async () => {
  const before = await target.sql("select event from cms.events");
  await target.sql("delete from content.contact");
  await target.sql("delete from cms.events");
  const { status } = await target.cms(["import", archive, "--events"]);

  expect([before, status]).toEqual([[], 0]);
  expect(await target.sql("select event, entity from cms.events")).toEqual([{ event: "published", entity: "contact" }]);
});

test("values that the API would refuse are named with their line, and nothing is imported, unless they are taken as they are", async () => {
  await source.sql(
    `insert into content.contact (id, created_at, updated_at, published_at, website, kind, about, links, rank)
     values ($1, now(), now(), now(), 'javascript:alert(1)', 'robot', '{"no":"blocks"}', '["data:text/html,x"]', 11)`,
    [idOf("contact", 2)],
  );
  await source.sql(
    `insert into cms.versions (id, entity, record_id, number, status, pending, published, record_version, data, created_at)
     values ($1, 'contact', $2, 1, 'draft', true, false, 1, '{"website":"javascript:alert(2)"}', now())`,
    [idOf("version", 1), idOf("contact", 2)],
  );
  await source.sql(
    `insert into content.page (id, created_at, updated_at, published_at, locale, translation_group, title) values ($1, now(), now(), now(), 'fr', $1, 'Bon')`,
    [idOf("page", 1)],
  );
  await source.sql(
    `insert into cms.files (id, created_at, updated_at, published_at, filename, "mimeType", url, size, hash, storage_key)
     values ($1::uuid, now(), now(), now(), '../page.html', 'image/svg+xml', 'javascript:alert(3)', 1, 'a', 'originals/' || right($1::uuid::text, 2) || '/' || $1::uuid::text)`,
    [idOf("file", 1)],
  );
  await source.cms(["export", archive]);

  const refused = await target.cms(["import", archive]);
  const kept = await target.sql("select from content.contact");
  const taken = await target.cms(["import", archive, "--as-is"]);

  expect([refused.status, kept.length]).toEqual([1, 1]);
  for (const field of ["website", "kind", "about", "links.0", "rank"])
    expect(refused.stderr).toMatch(new RegExp(`rows/content\\.contact/\\S+, line 1: contact\\.${field} `));
  expect(refused.stderr).toMatch(/rows\/cms\.versions\/\S+, line 1: contact\.website /);
  expect(refused.stderr).toMatch(/line 1: page\.locale must be one of en, de/);
  expect(refused.stderr).toMatch(/line 1: _file\.filename .*\n.*line 1: _file\.url .*\n.*line 1: _file\.mimeType /);
  expect(refused.stderr).toContain("add --as-is");
  expect([taken.status, taken.stderr]).toEqual([2, expect.stringContaining("imported as they are (10):")]); // the file itself is missing
  expect(await target.sql("select website from content.contact order by id")).toHaveLength(2);
});
