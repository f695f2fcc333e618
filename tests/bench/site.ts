import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKeys } from "@colophon/credentials";
import { createDatabase } from "@colophon/database";
import { createOutput } from "@colophon/scripts/stack/output.ts";
import { startStack } from "@colophon/scripts/stack/stack.ts";
import type { Stack } from "@colophon/scripts/stack/stack.ts";
import pg from "pg";

/** Starts the product in production mode, with a temporary data folder. @param config - a file of this folder */
export async function startSite(config: string): Promise<{ readonly stack: Stack; stop(): Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), "colophon-bench-"));
  const variables = {
    PATH: process.env["PATH"],
    PROCESSES: "separate",
    PORT: "0",
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    CMS_CONFIG: join(import.meta.dirname, config),
    CMS_DATA_DIR: data,
    CMS_ADMIN_EMAIL: "bench@example.com",
    CMS_SECRET: "only for this measurement",
    SMTP_URL: "smtp://127.0.0.1:1",
    RATE_LIMIT_PER_MINUTE: "100000000",
  };
  const stack = await startStack({ variables, output: createOutput((text) => void process.stderr.write(text)) });
  const stop = async () => {
    await stack.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { stack, stop };
}

export async function runSql<Row extends pg.QueryResultRow>(databaseUrl: string, statements: readonly string[]): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

export async function makeKey(databaseUrl: string, role: string): Promise<string> {
  const database = createDatabase({ url: databaseUrl, poolSize: 1 });
  try {
    const { key } = await createApiKeys({ db: database }).create({ name: "bench", role, expiresAt: null }, null);
    return key;
  } finally {
    await database.close();
  }
}
