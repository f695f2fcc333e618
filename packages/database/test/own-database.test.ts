/** The owner of the embedded server's database, who is no superuser. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { tableChanges } from "@colophon/engine";
import { restore } from "../../../tests/support/database/dump.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase, transferDatabase, prepareDatabase, serviceUrls } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { applyRoles } from "../src/roles/apply-roles.ts";
import { schemaOf } from "./changing.ts";
import { failureOf } from "./support.ts";

const KEY = "a key for the roles of the tests";
const SITE = schemaOf({ name: "article", versions: true, fields: [{ name: "title", type: "text", searchable: true }] });
const DUMP = join(import.meta.dirname, "../../../tests/upgrades/0.1.0/dump.sql");
const OTHERS = `
  select c.relname as name from pg_class c where relnamespace in ('cms'::regnamespace, 'content'::regnamespace, 'public'::regnamespace)
    and relowner <> $1::regrole and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all select proname from pg_proc where pronamespace in ('cms'::regnamespace, 'content'::regnamespace) and proowner <> $1::regrole
  union all select nspname from pg_namespace where nspname in ('cms', 'content') and nspowner <> $1::regrole
  union all select datname from pg_database where datname = current_database() and datdba <> $1::regrole`;

let server: TestPostgres;
let owner: { name: string; password: string };
const open: Database[] = [];
beforeEach(async () => {
  server = await startPostgres();
  owner = { name: `owner_${randomBytes(6).toString("hex")}`, password: "hush" };
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
  await server.stop();
});

function connect(address: string): Database {
  const database = createDatabase({ url: address, poolSize: 2, ...TEST_LIMITS });
  open.push(database);
  return database;
}

function asOwner(): Database {
  const url = new URL(server.url);
  url.username = owner.name;
  url.password = owner.password;
  return connect(url.href);
}

const prepare = (database: Database) =>
  prepareDatabase(database, SITE, { tableChanges, adminEmail: "boss@example.org", rolesKey: KEY, allowDataLoss: true });

test("the owner of a new database prepares it for the services, but reads no file and starts no program", async () => {
  await transferDatabase(server.url, owner);
  const database = asOwner();

  const { roles, tables } = await prepare(database);

  expect([roles, tables.state]).toEqual(["made", "applied"]);
  for (const text of ["copy (select 1) to program 'true'", "select pg_read_file('PG_VERSION')", "alter role current_user superuser"])
    expect([text, await failureOf(database.pool.query(text))]).toMatchObject([text, { code: "42501" }]);
});

test("what the superuser of an earlier release has created belongs to the owner, who brings it to this release", async () => {
  await restore(server.url, DUMP);
  const superuser = connect(server.url);
  await superuser.pool.query("create table public.kept as select 1 as value");
  await superuser.pool.query("create type content.mood as enum ('calm')");

  await transferDatabase(server.url, owner);
  const database = asOwner();
  const prepared = await prepare(database);
  const content = connect(serviceUrls(server.url, KEY).content);

  expect([prepared.roles, prepared.tables.state]).toEqual(["made", "applied"]);
  expect((await superuser.pool.query(OTHERS, [owner.name])).rows).toEqual([]);
  expect((await content.pool.query("select from cms.users")).rowCount).toBeGreaterThan(0);
});

test("roles that the superuser has created get their passwords from the owner, also at every later start", async () => {
  const superuser = connect(server.url);
  await prepare(superuser);
  await applyRoles(superuser.pool, "an earlier key");

  await transferDatabase(server.url, owner);
  await transferDatabase(server.url, owner);
  await prepare(asOwner());

  const content = connect(serviceUrls(server.url, KEY).content);
  expect((await content.pool.query("select from content.article")).rowCount).toBe(0);
});
