/** A database with the system tables that the migrations of the product create. */
import { readFileSync, readdirSync } from "node:fs";
import pg from "pg";
import type { Client } from "pg";
import { startPostgres, type PostgresOptions } from "../../../../tests/support/servers/postgres.ts";

const MIGRATIONS = new URL("../../../database/prisma/migrations/", import.meta.url);

/** A new database with the system tables and pg_trgm, and the connections to it. */
export async function openSystem(options: PostgresOptions = {}) {
  const server = await startPostgres({ ...options, migrated: true });
  const connections: Client[] = [];
  const connect = async (): Promise<Client> => {
    const one = new pg.Client({ connectionString: server.url, options: "-c jit=off" }); // as all connections of the product
    await one.connect();
    connections.push(one);
    return one;
  };
  const client = await connect();
  await createSystemTables(client);
  await client.query("create extension if not exists pg_trgm");
  return {
    client,
    connect,
    async close(): Promise<void> {
      for (const connection of connections) await connection.end();
      await server.stop();
    },
  };
}

/** Creates the system tables in a database that does not have them yet. */
export async function createSystemTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass('cms.users') is not null as there");
  if (rows[0]?.there) return;
  const folders = readdirSync(MIGRATIONS).filter((entry) => /^\d/.test(entry));
  const texts = folders.toSorted().map((folder) => readFileSync(new URL(`${folder}/migration.sql`, MIGRATIONS), "utf8"));
  await client.query(texts.join(";\n"));
}
