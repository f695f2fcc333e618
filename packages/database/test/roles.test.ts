import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { applyRoles } from "../src/roles/apply-roles.ts";
import { serviceUrls } from "../src/roles/credentials.ts";
import { SERVICE_ROLES, SYSTEM_TABLE_GRANTS } from "../src/roles/grants.ts";
import { failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

const KEY = "a key for the roles of the tests";
let opened: Opened;
let services: Record<string, Database>;
beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
  await opened.database.pool.query('create table content.article (id int); create table cms."search.article" (id int, words bytea)');
  await applyRoles(opened.database.pool, KEY);
  services = Object.fromEntries(
    Object.entries(serviceUrls(opened.server.url, KEY)).map(([name, url]) => [name, createDatabase({ url, poolSize: 2, ...TEST_LIMITS })]),
  );
});
afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.close()));
  await opened.close();
});

const as = (service: string) => ({
  may: async (text: string) => (await failureOf(services[service]!.run({ text }))) === null,
});

test("every system table has its grants", async () => {
  const { rows } = await opened.database.pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'cms'::regnamespace and relkind = 'r' and relname not like 'search.%'",
  );

  expect(Object.keys(SYSTEM_TABLE_GRANTS).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test.each(SERVICE_ROLES)("%s reads the state of the schema, and changes no table", async (service) => {
  expect(await as(service).may("select from cms.schema_state")).toBe(true);
  expect(await as(service).may("create table content.mine (id int)")).toBe(false);
  expect(await as(service).may("alter table content.article add column mine int")).toBe(false);
  expect(await as(service).may("drop table cms.users")).toBe(false);
  expect(await as(service).may("create role mine")).toBe(false);
});

test("search may only select", async () => {
  expect(await as("search").may("select from content.article")).toBe(true);
  expect(await as("search").may('select from cms."search.article"')).toBe(true);
  expect(await as("search").may("delete from content.article")).toBe(false);
  expect(await as("search").may("select from cms.sessions")).toBe(false);
});

test("only services for sign-in can read codes and sessions", async () => {
  expect(await as("auth").may("select from cms.login_requests")).toBe(true);
  expect(await as("content").may("select from cms.login_requests")).toBe(false);
  expect(await as("asset").may("select from cms.sessions")).toBe(false);
});

test("new tables get their grants at once, and a second run changes nothing", async () => {
  await opened.database.pool.query("create table content.later (id int)");
  await Promise.all([applyRoles(opened.database.pool, KEY), applyRoles(opened.database.pool, KEY)]);

  expect(await as("content").may("insert into content.later values (1)")).toBe(true);
  expect(await as("asset").may("insert into content.later values (1)")).toBe(false);
});
