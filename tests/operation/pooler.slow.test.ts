/** The product behind PgBouncer in transaction mode, in each mode of `DATABASE_POOLER` that the PgBouncer here can serve. */
import { fileURLToPath } from "node:url";
import { SERVICE_ROLES } from "@colophon/database";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { eventually } from "../support/eventually.ts";
import { POOLER_MODES, startPgbouncer, WITHOUT_PGBOUNCER, type TestPooler } from "../support/servers/pgbouncer.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { SEPARATE, startTestStack, type TestStack } from "../support/stack/stack.ts";
import { ALL_SERVED, useEveryService } from "./all-services-load.ts";

const suite = WITHOUT_PGBOUNCER === null ? describe.each(POOLER_MODES) : describe.skip.each(POOLER_MODES);
const CONFIG = fileURLToPath(new URL("connections.config.ts", import.meta.url));
const POOL_SIZE = 4;
/** The connections of each service: its own sessions announce its configuration, the pooler's and that of a held lock don't. */
const CONNECTIONS = `select usename as role, count(*) filter (where application_name ~ '^colophon [0-9a-f]{32}$')::int as sessions,
    count(*) filter (where application_name = 'colophon')::int as others
  from pg_stat_activity where datname = current_database() and usename like current_database() || '\\_%' group by 1`;

suite(WITHOUT_PGBOUNCER === null ? "behind PgBouncer (%s)" : `behind PgBouncer (%s, ${WITHOUT_PGBOUNCER})`, (mode) => {
  let pooler: TestPooler;
  let stack: TestStack;
  let server: pg.Client;

  beforeAll(async () => {
    const postgres = await startPostgres({ migrated: true });
    pooler = await startPgbouncer(postgres.url, { poolSize: POOL_SIZE });
    const variables = { ...SEPARATE, DATABASE_POOLER: mode, DATABASE_DIRECT_URL: postgres.url, DATABASE_POOL_SIZE: "12" };
    stack = await startTestStack({ configFile: CONFIG, variables, postgres: { ...postgres, url: pooler.url } });
    server = new pg.Client(postgres.url);
    await server.connect();
  });
  afterAll(async () => {
    await server?.end();
    await pooler?.stop();
    await stack?.stop();
  });

  test("content, sign-in, search and files work, for callers with and without credentials at the same time", async () => {
    const answers = [];
    for (let round = 0; round < 4; round++) answers.push(await useEveryService(stack, round, 20));

    expect(answers).toEqual(answers.map(() => ALL_SERVED));
  });

  test("jobs run, notifications arrive, and derivatives are made", async () => {
    const ran = await eventually(async () => (await stack.admin.get("/api/_jobs")).data?.find(({ name }: any) => name === "tick"), {
      accepts: (job) => job?.lastRun?.outcome === "done" || JSON.stringify(job ?? "").includes("done"),
    });
    const { data } = await stack.admin.get("/api/_image?limit=1");
    const derived = await stack.visitor.get(`${data[0].url}?w=16&format=webp`);

    expect(ran.name).toBe("tick");
    expect(derived.status).toBe(200);
  });

  test("sessions have their settings from the role; statements of anonymous callers have the shorter time limit", async () => {
    const limits = [await stack.visitor.get("/api/custom/limits"), await stack.admin.get("/api/custom/limits")];

    expect(limits.map(({ body }) => body)).toEqual([
      { statement: "1s", zone: "UTC" },
      { statement: "2s", zone: "UTC" },
    ]);
  });

  test("each service has one session of its own at the server, and beside it no more connections than the pooler's", async () => {
    const { rows } = await server.query<{ role: string; sessions: number; others: number }>(CONNECTIONS);

    expect(rows.map(({ sessions }) => sessions)).toEqual(SERVICE_ROLES.map(() => 1));
    expect(rows.filter(({ role, others }) => others > POOL_SIZE + (role.endsWith("_content") ? 1 : 0))).toEqual([]); // one is for locks
  });
});
