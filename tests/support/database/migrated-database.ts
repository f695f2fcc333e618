import { createDatabase, migrate } from "@colophon/database";
import { startPostgres } from "../servers/postgres.ts";
import { TEST_LIMITS } from "./test-limits.ts";

/** Creates a database with the system tables in the server of TEST_DATABASE_URL, for TEST_MIGRATED_DATABASE. @returns its name */
export async function createMigratedDatabase(): Promise<string> {
  const { url } = await startPostgres();
  const database = createDatabase({ url, poolSize: 1, ...TEST_LIMITS });
  await migrate(database.pool);
  await database.close();
  return new URL(url).pathname.slice(1);
}
