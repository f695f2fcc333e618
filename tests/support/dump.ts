import { readFileSync } from "node:fs";
import pg from "pg";

/** Fills an empty database with what `pg_dump` wrote as text. */
export async function restore(databaseUrl: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(readFileSync(file, "utf8"));
  } finally {
    await client.end();
  }
}
