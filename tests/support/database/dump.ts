import { readFileSync } from "node:fs";
import pg from "pg";

/** Fills an empty database with the text output of `pg_dump`. */
export async function restore(databaseUrl: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(readFileSync(file, "utf8"));
  } finally {
    await client.end();
  }
}
