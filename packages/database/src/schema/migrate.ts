import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { withClient } from "../connections/connection.ts";
import { MIGRATION_MS } from "../connections/limits.ts";
import { LOCKS, withSessionLock } from "../locks.ts";
import type { Waiting } from "../locks.ts";
import { transactionOn } from "../transactions/on-client.ts";

const FOLDER = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies the committed migrations that the database does not have yet, like `prisma migrate deploy`: in order, under Prisma's lock,
 * recorded in `_prisma_migrations`, each in one transaction. Processes may run it concurrently. @returns the names of those applied now.
 */
export function migrate(pool: pg.Pool, { folder = FOLDER, ...waiting }: Waiting & { readonly folder?: string } = {}): Promise<string[]> {
  const migrations = readMigrations(folder);
  return withClient(pool, async (client) => {
    if ((await missing(client, migrations)).length === 0) return [];
    const work = async () => {
      const todo = await missing(client, migrations);
      for (const migration of todo) await apply(client, migration);
      return todo.map(({ name }) => name);
    };
    return withSessionLock(client, LOCKS.migrations, work, waiting);
  });
}

/** The migrations of a folder in the order of their names. */
export function readMigrations(folder: string = FOLDER): Migration[] {
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "migration.sql")));
  return names.toSorted().map((name) => {
    const sql = readFileSync(join(folder, name, "migration.sql"), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

/** The names of the committed migrations that the database does not have yet. */
export async function pendingMigrations(client: pg.ClientBase, folder: string = FOLDER): Promise<string[]> {
  return (await missing(client, readMigrations(folder))).map(({ name }) => name);
}

async function missing(client: pg.ClientBase, migrations: readonly Migration[]): Promise<Migration[]> {
  const found = await client.query<{ there: boolean }>("select to_regclass('public._prisma_migrations') is not null as there");
  if (!found.rows[0]?.there) return [...migrations];
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    `select migration_name as name, finished_at is not null as finished from public._prisma_migrations where rolled_back_at is null`,
  );
  const failed = rows.find(({ finished }) => !finished);
  if (failed)
    throw new Error(`The migration ${failed.name} was started but did not finish. Repair the database, then run: prisma migrate resolve`);
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  const work = async (): Promise<void> => {
    await client.query("set local statement_timeout = 0; set local lock_timeout = '10s'");
    await client.query(MIGRATIONS_TABLE);
    await client.query({ text: sql, query_timeout: MIGRATION_MS } as pg.QueryConfig);
    await client.query({
      text: `insert into public._prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
             values ($1, $2, $3, clock_timestamp(), 1)`,
      values: [randomUUID(), checksum, name],
    });
  };
  await transactionOn(client, work).catch((error: unknown) => {
    throw new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
}

const MIGRATIONS_TABLE = `create table if not exists public._prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;
