/** What each service's PostgreSQL role may do and may not do, by trying. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { applyRoles } from "../src/roles/apply-roles.ts";
import { serviceUrls } from "../src/roles/credentials.ts";
import { OWNER_FUNCTION_GRANTS, SERVICE_ROLES, SYSTEM_TABLE_GRANTS } from "../src/roles/grants.ts";
import type { ServiceRole } from "../src/roles/grants.ts";
import { apply, schemaOf } from "./changing.ts";
import { failureOf, openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

const KEY = "a key for the roles of the tests";
const NOT_ALLOWED = "42501";
const SITE = schemaOf(
  { name: "ingredient", fields: [{ name: "name", type: "text" }] },
  {
    name: "recipe",
    versions: true,
    fields: [{ name: "rows", type: "array", of: { type: "object", fields: [{ name: "of", type: "relation", to: "ingredient" }] } }],
  },
);

let opened: Opened;
let services: ReadonlyMap<ServiceRole, Database>;
beforeAll(async () => {
  opened = await openDatabase(TEST_LIMITS);
  await apply(opened.database, SITE);
  await applyRoles(opened.database.pool, KEY);
  const urls = serviceUrls(opened.server.url, KEY);
  services = new Map(SERVICE_ROLES.map((service) => [service, createDatabase({ url: urls[service], poolSize: 1, ...TEST_LIMITS })]));
});
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.close()));
  await opened.close();
});

/** Tries a statement as the service and takes it back. @returns the SQLSTATE of its refusal, or null */
async function refusal(service: ServiceRole, text: string): Promise<string | null> {
  const client = await services.get(service)!.pool.connect();
  try {
    await client.query("begin");
    const failure = await failureOf(client.query(text));
    return failure instanceof Error && "code" in failure ? String(failure.code) : null;
  } finally {
    await client.query("rollback");
    client.release();
  }
}
const userOf = (service: ServiceRole) => new URL(serviceUrls(opened.server.url, KEY)[service]).username;
const may = async (service: ServiceRole, text: string) => (await refusal(service, text)) !== NOT_ALLOWED;

const SYSTEM_TABLES = Object.keys(SYSTEM_TABLE_GRANTS);

test.each(SERVICE_ROLES)("%s reads and writes the system tables of its grants, and no other", async (service) => {
  const found: Record<string, unknown> = {};
  for (const table of SYSTEM_TABLES) {
    const reads = await may(service, `select from cms.${table} limit 1`);
    const deletes = await may(service, `delete from cms.${table} where false`);
    const truncates = await may(service, `truncate cms.${table} cascade`);
    found[table] = [reads, deletes, truncates];
  }

  const granted = ([table, grants]: [string, (typeof SYSTEM_TABLE_GRANTS)[string]]) => [
    table,
    [grants[service] !== undefined, grants[service] === "write", false],
  ];
  expect(found).toEqual(Object.fromEntries(Object.entries(SYSTEM_TABLE_GRANTS).map(granted)));
});

test("nobody writes the audit log, the content service only inserts seals, and no service turns the log off", async () => {
  const log = "insert into cms.audit (action) values ('forged')";
  const seal = "insert into cms.audit_seals values (1, 1, now(), '', '', 0)";
  for (const service of SERVICE_ROLES) {
    for (const text of [
      log,
      "update cms.audit set action = ''",
      "update cms.audit_seals set hash = ''",
      "insert into cms.audit_dropped values (1, '', now())",
    ])
      expect([service, text, await may(service, text)]).toEqual([service, text, false]);
    expect(await may(service, seal)).toBe(service === "content");
  }
  const { pool } = services.get("content")!;

  const create =
    "insert into content.ingredient (id, created_at, updated_at, published_at, name) values (gen_random_uuid(), now(), now(), now(), 'leek')";
  for (const off of ["off", '"off"']) await failureOf(pool.query(`begin; set local cms.audit = '${off}'; ${create}; commit`));

  const { rows } = await opened.database.pool.query("select action from cms.audit where entity = 'ingredient'");
  expect(rows).toEqual([{ action: "create" }, { action: "create" }]);
  const text = `select case when set_config('cms.audit', '"off"', true) is not null then cms.audit_context() end as context`;
  expect((await pool.query(text)).rows).toEqual([{ context: null }]); // for the triggers of system tables
});

const FORBIDDEN = [
  "create temporary table mine (id uuid)",
  "create table content.mine (id uuid)",
  "create table public.mine (id uuid)",
  "create schema mine",
  "create function cms.mine() returns int language sql as 'select 1'",
  "create or replace function cms.is_removing() returns boolean language sql immutable as 'select true'",
  "create trigger mine after insert on cms.users for each row execute function cms.touch('x')",
  "create extension dblink",
  "set log_min_messages = panic",
  "copy (select 1) to program 'true'",
  "copy (select 1) to '/tmp/mine'",
  "select pg_read_file('PG_VERSION')",
  "select pg_ls_dir('.')",
  "create role mine",
  "select * from pg_authid",
  "set role pg_read_all_data",
  "set session authorization pg_read_all_data",
] as const;

test.each(SERVICE_ROLES)("%s creates nothing, reads no file, starts no program and becomes nobody else", async (service) => {
  const { rows } = await opened.database.pool.query<{ owner: string }>("select quote_ident(current_user) as owner");
  const others = SERVICE_ROLES.filter((other) => other !== service).map((other) => `set role "${userOf(other)}"`);

  for (const text of [...FORBIDDEN, `set role ${rows[0]?.owner}`, ...others])
    expect([text, await refusal(service, text)]).toEqual([text, expect.stringMatching(/^(42501|22023)$/)]);
});

test.each(SERVICE_ROLES)(
  "%s calls functions with the owner's privileges only where that is granted, and attaches no trigger",
  async (service) => {
    const { rows } = await opened.database.pool.query<{ name: string; owner: boolean; trigger: boolean; may: boolean }>(
      `select proname as name, prosecdef as owner, prorettype = 'trigger'::regtype as trigger, has_function_privilege($1, oid, 'execute') as may
     from pg_proc where pronamespace in ('cms'::regnamespace, 'content'::regnamespace)`,
      [userOf(service)],
    );
    const expected = ({ name, owner, trigger }: (typeof rows)[number]) =>
      trigger ? false : owner ? (OWNER_FUNCTION_GRANTS[name]?.includes(service) ?? false) : true;

    expect(rows.filter(({ owner }) => owner).length).toBeGreaterThan(5);
    expect(rows.filter((row) => row.may !== expected(row))).toEqual([]);
  },
);

test("a service's connection does not become the owner of the tables with a trigger of its own", async () => {
  const shape = JSON.stringify({ references: "cms.login_requests --" });
  await opened.database.pool.query(
    "insert into cms.login_requests (id, email, expires_at) values (gen_random_uuid(), 'ines@example.org', now())",
  );

  const failure = await failureOf(
    services.get("content")!.pool.query(`
      create temporary table mine (record_id uuid, pending boolean);
      create trigger mine after insert on mine for each row execute function cms.follow_draft('${shape}');
      insert into mine (pending) values (false)`),
  );

  expect(failure).toMatchObject({ code: NOT_ALLOWED });
  expect((await opened.database.pool.query("select from cms.login_requests")).rowCount).toBe(1);
});

test("a trigger's arguments name tables of the catalog, or are refused", async () => {
  const shape = JSON.stringify({ references: "cms.login_requests --" });
  const statement = `
    create temporary table mine (record_id uuid, pending boolean);
    create trigger mine after delete on mine for each row execute function cms.follow_draft('${shape}');
    insert into mine (pending) values (false);
    delete from mine`;

  expect(await failureOf(opened.database.pool.query(statement))).toMatchObject({ code: "42602" });
});

test("every function has its search path, except where it names nothing or PostgreSQL has looked its names up", async () => {
  const { rows } = await opened.database.pool.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace in ('cms'::regnamespace, 'content'::regnamespace) and prosqlbody is null
     and 'search_path=pg_catalog, pg_temp' <> all (coalesce(proconfig, '{}'))`,
  );

  expect(rows).toEqual([{ name: "is_removing" }]);
});

test("roles of an earlier release lose what everybody could call, and a second run writes nothing", async () => {
  const { pool } = opened.database;
  await pool.query("grant execute on all functions in schema cms, content to public");
  const database = new URL(opened.server.url).pathname.slice(1);
  await pool.query(`grant temporary on database "${database}" to public`);

  await applyRoles(pool, KEY);
  const versions = async () => (await pool.query("select oid, xmin from pg_proc where pronamespace = 'cms'::regnamespace order by 1")).rows;
  const first = await versions();
  await applyRoles(pool, KEY);

  expect(await may("search", "select cms.end_user(gen_random_uuid())")).toBe(false);
  expect(await may("content", "create temporary table mine (id uuid)")).toBe(false);
  expect(await versions()).toEqual(first);
});
