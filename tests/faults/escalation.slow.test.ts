/** What somebody can do who controls one process of the product, and uses its connection to PostgreSQL. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { environmentOf, HAS_REPLICAS } from "../support/stack/replica.ts";
import { SEPARATE, startTestStack } from "../support/stack/stack.ts";
import type { TestStack } from "../support/stack/stack.ts";

const SERVICES = ["content", "auth", "asset", "search", "email-worker", "asset-worker", "webhook-worker"];
/** PostgreSQL's codes of a missing privilege, and of a role that the connection may not become. */
const REFUSED = ["42501", "22023"];

const SHAPE = JSON.stringify({ references: "cms.login_requests --" });
const ATTEMPTS = [
  "copy (select 1) to program 'true'",
  "copy (select 1) to '/tmp/escalation'",
  "select pg_read_file('PG_VERSION')",
  "select * from pg_authid",
  "create temporary table mine (id uuid)",
  "create table content.mine (id uuid)",
  "create function cms.mine() returns int language sql as 'select 1'",
  "create or replace function cms.is_removing() returns boolean language sql immutable as 'select true'",
  `create trigger mine after insert on cms.users for each row execute function cms.follow_draft('${SHAPE}')`,
  "alter table cms.users disable trigger all",
  "drop table cms.users",
  "create role mine superuser",
  "set session authorization postgres",
];

let stack: TestStack;
beforeAll(async () => {
  if (HAS_REPLICAS) stack = await startTestStack({ configFile: join(import.meta.dirname, "fault.config.ts"), variables: SEPARATE });
});
afterAll(() => stack?.stop());

(HAS_REPLICAS ? describe : describe.skip)("the connection of a process that was taken over", () => {
  test.each(SERVICES)("%s: neither the owner of the tables, nor another role, nor a program of the server", async (service) => {
    const { DATABASE_URL: url = "" } = await environmentOf(stack, service);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ others: string[]; powers: object }>(`
      select array(select quote_ident(rolname) from pg_roles where rolname <> current_user and rolname !~ '^pg_') as others,
        (select to_jsonb(own) from (
          select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user) own) as powers`);
    const others = (rows[0]?.others ?? []).map((role) => `set role ${role}`);

    const outcomes: [string, string][] = [];
    for (const text of [...ATTEMPTS, ...others]) outcomes.push([text, await outcomeOf(client, text)]);
    await client.end();

    expect(Object.values(rows[0]?.powers ?? { none: true })).toEqual([false, false, false, false, false]);
    expect(others.length).toBeGreaterThanOrEqual(SERVICES.length);
    expect(outcomes.filter(([, code]) => !REFUSED.includes(code))).toEqual([]);
  });

  test("the gateway has no connection to PostgreSQL, and no process but the migration has its owner's", async () => {
    const gateway = await environmentOf(stack, "gateway");
    const users = await Promise.all(
      SERVICES.map(async (name) => new URL((await environmentOf(stack, name))["DATABASE_URL"] ?? "").username),
    );

    expect(Object.entries(gateway).filter(([, value]) => value.startsWith("postgres"))).toEqual([]);
    expect(new Set(users).size).toBe(SERVICES.length);
    expect(users).not.toContain("postgres");
  });
});

/** @returns PostgreSQL's code of the refusal, or `done` */
async function outcomeOf(client: pg.Client, text: string): Promise<string> {
  await client.query("begin");
  const outcome = await client.query(text).then(
    () => "done",
    (error: unknown) => (error instanceof pg.DatabaseError ? String(error.code) : String(error)),
  );
  await client.query("rollback");
  return outcome;
}
