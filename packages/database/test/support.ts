import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { PostgresOptions } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase, migrate } from "../src/index.ts";
import type { Database, DatabaseOptions } from "../src/index.ts";

export interface Opened {
  readonly server: TestPostgres;
  readonly database: Database;
  close(): Promise<void>;
}

/** A migrated database for one test file. */
export async function openDatabase(options: Partial<DatabaseOptions> & { postgres?: PostgresOptions } = {}): Promise<Opened> {
  const { postgres, ...given } = options;
  const server = await startPostgres({ migrated: true, ...postgres });
  const patient = createDatabase({ url: server.url, poolSize: 1, ...TEST_LIMITS });
  await migrate(patient.pool);
  await patient.close();
  const database = createDatabase({ url: server.url, ...given });
  const close = async () => {
    await database.close();
    await server.stop();
  };
  return { server, database, close };
}

/** The error of a rejected promise, or null. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return null;
  } catch (error) {
    return error;
  }
}

/** The duration in milliseconds. */
export async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
