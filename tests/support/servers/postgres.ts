import { randomBytes } from "node:crypto";
import pg from "pg";
import { startPostgresServer, type TestPostgres } from "./postgres-server.ts";

export interface PostgresOptions {
  /** Starts a separate server for this test, even if TEST_DATABASE_URL is set: for tests that damage it. */
  readonly own?: boolean;
  /** Keeps fsync on, for tests that kill the server and check its data. */
  readonly durable?: boolean;
  /**
   * Copies the database of TEST_MIGRATED_DATABASE, if it is set: it has the system tables, so that a migration finds nothing to do. The
   * copy takes as long as an empty database.
   */
  readonly migrated?: boolean;
}

/**
 * An empty database: a new one in the server of TEST_DATABASE_URL if that is set, else in a separate server (embedded, or a container with
 * TEST_WITH=containers). `stop()` removes it.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const server = process.env["TEST_DATABASE_URL"];
  if (server && !options.own) return freshDatabase(server, options.migrated ? process.env["TEST_MIGRATED_DATABASE"] : undefined);
  if (process.env["TEST_WITH"] === "containers" && !options.own) return (await import("./containers.ts")).startPostgresContainer();
  return startPostgresServer({ durable: options.durable ?? false });
}

async function freshDatabase(server: string, template: string | undefined): Promise<TestPostgres> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(server, `create database ${name} ${template ? `template ${template}` : ""} strategy file_copy`); // a third of the work of a copy through the log
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, pid: null, stop: () => execute(server, `drop database if exists ${name} with (force)`) };
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
