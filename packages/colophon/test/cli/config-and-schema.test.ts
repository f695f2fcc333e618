import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { configNamed, openSite, runCms, type TestSite } from "./support/run.ts";

let site: TestSite;
beforeAll(async () => {
  site = await openSite({ isBare: true });
});
afterAll(() => site.close());

test("a valid configuration is described in one line, without a database", async () => {
  const { status, stdout, stderr } = await runCms(["config", "check"]);

  expect(stdout.trim().split("\n")).toEqual([
    `${configNamed("site")} is fine: 4 entities, 1 global, 2 roles, 0 custom routes; locales en, de; local storage.`,
  ]);
  expect([status, stderr]).toEqual([0, ""]);
});

test("every mistake of a configuration is named with its place, and the status is 1", async () => {
  const { status, stdout, stderr } = await runCms(["config", "check"], { CMS_CONFIG: configNamed("wrong") });

  expect(stderr).toContain("defaultLocale:");
  expect(stderr).toContain("entities[0].fields[0].to:");
  expect(stderr).toContain("roles[0].permissions.artikel:");
  expect(stderr).not.toContain("    at ");
  expect([status, stdout]).toEqual([1, ""]);
});

test("without a database URL, a message says so", async () => {
  const { status, stderr } = await runCms(["keys", "list"]);

  expect(stderr).toBe("DATABASE_URL is not set: set it to the address of the site's PostgreSQL.\n");
  expect(status).toBe(1);
});

test("an unreachable database is reported in one sentence, without a stack trace", async () => {
  const { status, stderr } = await runCms(["keys", "list"], { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });

  expect(stderr).toMatch(/^PostgreSQL or the storage is not available \(.*ECONNREFUSED.*\)\. .*\n$/);
  expect(status).toBe(1);
});

test("an invalid variable is reported in one sentence that doesn't repeat a secret", async () => {
  const { status, stderr } = await runCms(["keys", "list"], { DATABASE_URL: "mysql://me:hush@host/db" });

  expect(stderr).toContain("DATABASE_URL has a wrong value");
  expect(stderr).not.toContain("hush");
  expect(status).toBe(1);
});

test("an unknown command is refused with a hint", async () => {
  const { status, stderr } = await runCms(["kyes"]);

  expect(stderr).toContain("unknown command 'kyes'");
  expect(stderr).toContain("cms --help");
  expect(status).toBe(1);
});

test("the plan for an empty database names migrations and tables, and changes nothing", async () => {
  const { status, stdout } = await site.cms(["schema", "plan"]);

  expect(stdout).toContain("Migrations to apply: 20260101000000_system_tables");
  expect(stdout).toContain('article: creates the table "article"');
  expect(stdout).toContain('article.author: adds a foreign key from the column "author" to "content"."author"');
  expect(status).toBe(0);
  expect(await site.sql("select from pg_namespace where nspname in ('cms', 'content')")).toEqual([]);
});

test("every step of a plan is described in words, and its SQL is shown only on request", async () => {
  const plain = await site.cms(["schema", "plan"]);
  const withSql = await site.cms(["schema", "plan", "--sql"]);

  expect(plain.stdout).not.toMatch(/create (table|index|unique)|alter table| include |;\n/);
  expect(plain.stdout).toContain('creates an index on "created_at", "id"\n');
  expect(withSql.stdout).toContain('create table "content"."article" (');
});

test("applying makes the planned changes and creates the first admin; a second run has nothing to do", async () => {
  const applied = await site.cms(["schema", "apply"]);
  const after = await site.cms(["schema", "plan"]);
  const again = await site.cms(["schema", "apply"]);

  expect(applied.stdout).toContain("Migrations applied: 20260101000000_system_tables");
  expect(applied.stdout).toContain("first@example.com is the first admin.");
  expect([after.stdout, after.status]).toEqual(["Nothing to do: the tables match the configuration.\n", 0]);
  expect([again.stdout, again.status]).toEqual([
    "All migrations are already applied.\nThe tables match the configuration. Nothing was changed.\n",
    0,
  ]);
});

test("the plan for tables with rows shows the time and the locks of each step", async () => {
  await site.sql("insert into content.tag (id, version, created_at, updated_at, name) values (gen_random_uuid(), 1, now(), now(), 'x')");
  await site.sql("analyze content.tag");

  const { stdout, status } = await site.cms(["schema", "plan"], { CMS_CONFIG: configNamed("wider") });
  await site.sql("delete from content.tag");

  expect(stdout).toContain(
    'tag.mood: adds the column "mood" (text default (\'["calm"]\'::jsonb ->> 0)::text)\n    about 1 rows; at once; ACCESS EXCLUSIVE lock, reads and writes wait for a moment\n',
  );
  expect(stdout).toContain("tag: creates an index for searches\n    about 1 rows; at once; no reads or writes wait\n");
  expect(status).toBe(0);
});

test("the plan names a field that is no longer searched", async () => {
  const unsearched = { ...site.environment, CMS_CONFIG: configNamed("unsearched") };

  const { stdout, status } = await site.cms(["schema", "plan"], unsearched);

  expect(stdout).toContain("article.title: takes the field out of search: /api/search and q= no longer find its values\n");
  expect(stdout.match(/out of search/g)).toHaveLength(1);
  expect(stdout).not.toMatch(/\balter (?:table|index)\b/);
  expect(status).toBe(0);
});

test("marks of search without an effect are warnings", async () => {
  const { status, stderr } = await site.cms(["config", "check"], { CMS_CONFIG: configNamed("unsearched") });

  expect(status).toBe(0);
  expect(
    stderr
      .split("\n")
      .map((line) => /^Warning: searchable has no effect at (\S+):/.exec(line)?.[1])
      .filter(Boolean),
  ).toEqual(["article.body", "article.links.label"]);
});

test("a loss of data is planned with status 2, refused without permission, and done with it", async () => {
  const narrower = { CMS_CONFIG: configNamed("narrower") };
  await site.sql("insert into content.tag (id, version, created_at, updated_at, name) values (gen_random_uuid(), 1, now(), now(), 'kept')");

  const plan = await site.cms(["schema", "plan"], narrower);
  const inProject = await runCms(["schema", "plan"], { ...site.environment, ...narrower }, "", "colophon");
  const refused = await site.cms(["schema", "apply"], narrower);
  const inVain = await site.cms(["schema", "apply", "--allow-loss", "page"], narrower);

  expect(plan.stdout).toContain("LOST: the values of tag.name, stored as text, can be kept as double precision only as far as they fit");
  expect(plan.stdout).toContain("run: cms schema apply --allow-loss tag.name");
  expect(inProject.stdout).toContain("run: npx colophon schema apply --allow-loss tag.name");
  expect(plan.status).toBe(2);
  for (const { status, stderr } of [refused, inVain]) {
    expect(stderr).toContain("tag.name: the values of tag.name, stored as text, can be kept");
    expect(status).toBe(1);
  }
  expect(await site.sql("select name from content.tag")).toEqual([{ name: "kept" }]);
  expect((await site.cms(["schema", "apply", "--allow-loss", "tag.name"], narrower)).status).toBe(0);
  expect(await site.sql("select name from content.tag")).toEqual([{ name: null }]);
  expect(await site.sql("select to_regclass('content.page') as page")).toEqual([{ page: null }]);
});
