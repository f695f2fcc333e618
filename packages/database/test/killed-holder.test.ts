import { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { eventually } from "../../../tests/support/eventually.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { LIMITS, PATIENT_LIMITS } from "../src/connections/limits.ts";
import { createPool } from "../src/connections/pool.ts";
import { LOCKS, trySessionLock, withClient } from "../src/index.ts";
import { SILENT } from "../src/log.ts";

const LONG = "select pg_sleep(3600)";
let server: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  server = await startPostgres({ migrated: true });
  pool = createPool({ url: server.url, max: 2, limits: { ...LIMITS, ...PATIENT_LIMITS }, log: SILENT });
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

const isTaken = async () => !(await withClient(pool, (client) => trySessionLock(client, LOCKS.import, async () => null))).taken;

test("a lock whose holder was killed during a long statement is free again, long before the statement would end", async () => {
  const socket = new Socket();
  const holders = new pg.Pool({ connectionString: server.url, max: 1, stream: () => socket });
  holders.on("error", () => undefined);
  holders.on("connect", (client) => void client.on("error", () => undefined));
  const work = withClient(holders, (client) => trySessionLock(client, LOCKS.import, () => client.query(LONG))).catch(() => "lost");
  await eventually(
    async () => (await pool.query("select from pg_stat_activity where state = 'active' and query = $1", [LONG])).rowCount === 1,
  );
  const before = await isTaken();

  socket.destroy(); // what the system does with a killed process

  expect(before).toBe(true);
  await eventually(async () => !(await isTaken()), { what: "the lock is free" });
  expect(await work).toBe("lost");
  await holders.end();
});

test("a connection that gave its lock back is as before", async () => {
  const setting = "select current_setting('client_connection_check_interval') as value";
  const client = await pool.connect();

  const during = await trySessionLock(client, LOCKS.import, async () => (await client.query(setting)).rows[0].value);
  const after = (await client.query(setting)).rows[0].value;
  client.release();

  expect([during, after]).toEqual([{ taken: true, result: "2s" }, "0"]);
});
