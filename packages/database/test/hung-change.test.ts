/** One process changes the tables, or seems to, while another one waits. */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import pg from "pg";
import { eventually } from "../../../tests/support/eventually.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase } from "../src/index.ts";
import type { Database } from "../src/index.ts";
import { LOCKS } from "../src/locks.ts";
import { apply, fillTables, NARROW, WIDE } from "./changing.ts";

let server: TestPostgres;
let database: Database;
let holder: pg.Client;
let isEnded = false;
beforeEach(async () => {
  server = await startPostgres({ migrated: true });
  database = createDatabase({ url: server.url, ...TEST_LIMITS });
  await fillTables(database, NARROW, 1);
  holder = new pg.Client({ connectionString: server.url });
  isEnded = false;
  holder.on("error", () => void (isEnded = true));
  await holder.connect();
  await holder.query("select pg_advisory_lock($1)", [LOCKS.schema.number]);
});
afterEach(async () => {
  await holder.end().catch(() => undefined);
  await database.close();
  await server.stop();
});

test("a process without a statement for that long loses the lock to the waiting process", async () => {
  const { state } = await apply(database, WIDE, { idleMs: 200 });
  await eventually(() => Promise.resolve(isEnded), { what: "the other connection is ended" });

  expect(state).toBe("applied");
});

test("a working process keeps the lock, however long one statement takes", async () => {
  const work = holder.query(`select pg_sleep(5); select pg_advisory_unlock(${LOCKS.schema.number})`);
  const applied = apply(database, WIDE, { idleMs: 1_500 });
  await work;

  expect(isEnded).toBe(false);
  expect((await applied).state).toBe("applied");
});
