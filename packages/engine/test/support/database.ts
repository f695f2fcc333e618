/** A real PostgreSQL with the tables of the test schema, for statements that must run and not only look right. */
import pg from "pg";
import { startPostgres } from "../../../../tests/support/servers/postgres.ts";
import { emptyCatalog } from "../../src/ddl/catalog.ts";
import { tableChanges } from "../../src/table-changes.ts";
import type { Principal, BindContext, Plan, Schema, Statement } from "../../src/index.ts";
import { bound } from "./bound.ts";
import { createSystemTables } from "./system-tables.ts";

export const NOW = new Date("2026-03-01T12:00:00.000Z");

export interface EngineDatabase {
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs a plan or a statement of the engine as a principal. */
  run(statement: Plan | Statement, principal: Principal, total?: BindContext["total"]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/** An empty database with all system tables and the tables of the schema. */
export async function startEngineDatabase(schema: Schema): Promise<EngineDatabase> {
  const postgres = await startPostgres({ migrated: true });
  const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 60_000, statement_timeout: 60_000 });
  await client.connect();
  const rows = async (text: string, values: readonly unknown[] = []) =>
    (await client.query<Record<string, unknown>>(text, [...values])).rows;
  await createSystemTables(client);
  for (const { sql } of tableChanges(schema, emptyCatalog())) await rows(sql);
  return {
    rows,
    run(statement, principal, total = null) {
      const { text, values } = bound(statement, { principal, now: NOW, total });
      return rows(text, values);
    },
    async stop() {
      await client.end();
      await postgres.stop();
    },
  };
}
