import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase, PATIENT_LIMITS, migrate } from "../src/index.ts";
import { readMigrations } from "../src/schema/migrate.ts";
import type { Database } from "../src/index.ts";
import { failureOf } from "./support.ts";

const MIGRATIONS = readMigrations().map(({ name }) => name);
let server: TestPostgres;
let folder: string;
const open: Database[] = [];
const opened = (url = server.url) => {
  const database = createDatabase({ url, ...PATIENT_LIMITS });
  open.push(database);
  return database;
};
const write = (name: string, sql: string) => {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
};

beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "colophon-migrations-"));
});
afterAll(async () => {
  await Promise.all(open.map((database) => database.close()));
  await server.stop();
  rmSync(folder, { recursive: true });
});

test("five processes that start at once on an empty database apply each migration once", async () => {
  const processes = Array.from({ length: 5 }, () => opened());

  const applied = await Promise.all(processes.map(({ pool }) => migrate(pool)));

  expect(applied.flat()).toEqual(MIGRATIONS);
  const { rows } = await processes[0]!.pool.query(
    "select migration_name, applied_steps_count, length(checksum) as checksum from _prisma_migrations order by migration_name",
  );
  expect(rows).toEqual(MIGRATIONS.map((name) => ({ migration_name: name, applied_steps_count: 1, checksum: 64 })));
});

test("a second run applies nothing", async () => {
  const { pool } = opened();
  await migrate(pool);

  expect(await migrate(pool)).toEqual([]);
});

test("a migration that fails leaves nothing behind, is named, and is tried again at the next start", async () => {
  const { pool } = opened();
  await migrate(pool);
  write("30000101000000_bad", "create table cms.half (id int); select nonsense;");

  const failure = await failureOf(migrate(pool, { folder }));
  const { rows } = await pool.query("select to_regclass('cms.half') as half");
  write("30000101000000_bad", "create table cms.half (id int);");
  const retried = await migrate(pool, { folder });

  expect(String(failure)).toContain("30000101000000_bad failed");
  expect(rows).toEqual([{ half: null }]);
  expect(retried).toEqual(["30000101000000_bad"]);
});

test("a migration that another tool began and never finished stops the start", async () => {
  const { pool } = opened();
  await migrate(pool);
  await pool.query("insert into _prisma_migrations (id, checksum, migration_name) values ('x', 'y', '30000102000000_torn')");

  const failure = await failureOf(migrate(pool));
  await pool.query("delete from _prisma_migrations where id = 'x'");

  expect(String(failure)).toContain("30000102000000_torn was started but did not finish");
});
