import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fill, idOf, IMAGE_KEY, pathOf, rowsOf } from "./support/content.ts";
import { configNamed, openSite, type TestSite } from "./support/run.ts";

let source: TestSite;
let target: TestSite;
let archive: string;
beforeAll(async () => {
  [source, target] = await Promise.all([openSite(), openSite()]);
  await fill(source);
  archive = join(source.folder, "site.tar");
  const { status, stderr } = await source.cms(["export", archive]);
  expect([status, stderr]).toEqual([0, expect.stringContaining("Exported 1 files")]);
});
afterAll(() => Promise.all([source.close(), target.close()]));

async function stampOf(site: TestSite, entity: string): Promise<unknown> {
  return site.sql("select sum(n)::text as n from cms.entity_stamps where entity = $1", [entity]);
}

test("a dry run shows what would be created and changes nothing", async () => {
  const before = await rowsOf(target);

  const { status, stdout, stderr } = await target.cms(["import", archive, "--dry-run"]);

  expect(stdout.split("\n")).toContain("article: 3 to make");
  expect(stderr).toContain("1 files to store");
  expect(stderr).toContain("Nothing was changed");
  expect(status).toBe(0);
  expect(await rowsOf(target)).toEqual(before);
  expect(existsSync(pathOf(target, IMAGE_KEY))).toBe(false);
  expect(await target.sql("select from pg_namespace where nspname = 'cms_import'")).toEqual([]);
});

test("an export has people, media and content, and no sessions, keys, passkeys, deliveries or audit log", () => {
  const entries = readFileSync(archive, "latin1").matchAll(/\brows\/(cms\.\w+)/g);

  expect([...new Set([...entries].map(([, table]) => table))].toSorted()).toEqual([
    "cms.draft_claims",
    "cms.images",
    "cms.schedules",
    "cms.trash",
    "cms.users",
    "cms.versions",
  ]);
});

test("content that doesn't fit the configuration is refused, with a sentence for each problem", async () => {
  const narrower = { CMS_CONFIG: configNamed("narrower") };
  const other = await openSite({ variables: narrower });

  const { status, stderr } = await other.cms(["import", archive]);

  expect(stderr).toContain("- article.rating is not in this configuration");
  expect(stderr).toContain("- page is not in this configuration");
  expect(stderr).toContain("- tag.name is text (text) in the export, and number (double precision) in this configuration");
  expect(status).toBe(1);
  await other.close();
});

test("a truncated export is refused before a row is imported", async () => {
  const before = await rowsOf(target);
  const half = join(source.folder, "half.tar");
  writeFileSync(half, readFileSync(archive));
  truncateSync(half, 20_000);

  const named = await target.cms(["import", half]);
  const piped = await target.cms(["import", "-"], {}, readFileSync(half));

  for (const { status, stderr } of [named, piped])
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^The export is truncated.*\n$/)]);
  expect(await rowsOf(target)).toEqual(before);
});

test("an import creates the same rows with the same ids, times, links, drafts and schedules, and the same file", async () => {
  const stamp = await stampOf(target, "article");

  const { status, stdout, stderr } = await target.cms(["import", "-"], {}, readFileSync(archive));

  expect([status, stderr]).toEqual([0, expect.stringContaining("The import is complete.")]);
  expect(stdout.split("\n")).toContain("article: 3 made");
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
  expect(readFileSync(pathOf(target, IMAGE_KEY))).toEqual(readFileSync(pathOf(source, IMAGE_KEY)));
  expect(await stampOf(target, "article")).not.toEqual(stamp); // cached totals are counted again
  expect(await target.sql("select from pg_namespace where nspname = 'cms_import'")).toEqual([]);
});

test("a second import changes no record; with --overwrite, records are replaced with their links and drafts", async () => {
  const article = idOf("article", 0);
  await target.sql("update content.article set title = 'Changed here', version = 9 where id = $1", [article]);
  await target.sql("delete from content.article__tags where source_id = $1", [article]);

  const left = await target.cms(["import", archive]);
  const afterFirst = await target.sql("select title from content.article where id = $1", [article]);
  const replaced = await target.cms(["import", archive, "--overwrite"]);

  expect(left.stdout.split("\n")).toContain("article: 3 existing, kept");
  expect(left.stderr).toContain("0 files stored, 1 there already.");
  expect(afterFirst).toEqual([{ title: "Changed here" }]);
  expect(replaced.stdout.split("\n")).toContain("article: 3 replaced");
  const [mine, theirs] = [await rowsOf(target), await rowsOf(source)];
  expect(mine["content.article__tags"]).toEqual(theirs["content.article__tags"]);
  expect(mine["cms.versions"]).toEqual(theirs["cms.versions"]);
  expect(await target.sql("select title, version from content.article where id = $1", [article])).toEqual([
    { title: "Title 1", version: 10 }, // never lower: an ETag must not identify two contents
  ]);
});

test("records from the trash are refused in a sentence if their entity has no trash, and no row is imported", async () => {
  const other = await openSite({ variables: { CMS_CONFIG: configNamed("without-trash") } });
  const before = await rowsOf(other);

  const { status, stderr } = await other.cms(["import", archive]);

  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("- page has no trash in this configuration, and records of it are in the trash"),
  ]);
  expect(await rowsOf(other)).toEqual(before);
  await other.close();
});

test("a value that another record has is refused in a sentence, and no row is imported", async () => {
  const other = await openSite();
  await other.sql(
    "insert into content.tag (id, version, created_at, updated_at, name) values (gen_random_uuid(), 1, now(), now(), 'tag 1')",
  );
  const before = await rowsOf(other);

  const { status, stderr } = await other.cms(["import", archive]);

  expect(stderr).toContain(`- tag ${idOf("tag", 2)}: its name (tag 1) is another record's here`);
  expect(status).toBe(1);
  expect(await rowsOf(other)).toEqual(before);
  await other.close();
});

test("a record without a field that its condition requires is refused in a sentence, and no row is imported", async () => {
  const other = await openSite({ variables: { CMS_CONFIG: configNamed("demanding") } });
  const before = await rowsOf(other);

  const { status, stderr } = await other.cms(["import", archive]);

  expect(stderr).toContain(`- author.found is required by its condition in ${idOf("author", 1)}`);
  expect(status).toBe(1);
  expect(await rowsOf(other)).toEqual(before);
  await other.close();
});

test("a file that can't be read or written is reported in a sentence", async () => {
  const unread = await target.cms(["import", "/nowhere/site.tar"]);
  const unwritten = await source.cms(["export", "/nowhere/site.tar"]);

  for (const { status, stderr } of [unread, unwritten]) {
    expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/^ENOENT: no such file or directory, open '\/nowhere\/site\.tar/)]);
    expect(status).toBe(1);
  }
});

test("a file that is missing in the storage is reported, the rest is exported, and the status is 2", async () => {
  const file = readFileSync(pathOf(source, IMAGE_KEY));
  rmSync(pathOf(source, IMAGE_KEY));

  const { status, stderr } = await source.cms(["export", join(source.folder, "without.tar")]);

  writeFileSync(pathOf(source, IMAGE_KEY), file);
  expect(stderr).toContain(`Not in the storage: ${IMAGE_KEY}`);
  expect(status).toBe(2);
});
