import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiKeys, createDatabase } from "@colophon/database";
import { createOutput } from "colophon/stack/output.ts";
import { startStack, type Stack } from "colophon/stack/stack.ts";
import pg from "pg";
import type { Pids } from "./processor-time.ts";

export interface Site {
  readonly stack: Stack;
  stop(): Promise<void>;
}

/** Starts the product in production mode, with a temporary data folder. @param config - a file of this folder */
export async function startSite(config: string, more: Readonly<Record<string, string>> = {}): Promise<Site> {
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
    RATE_LIMIT_ASSETS_PER_MINUTE: "100000000",
    ...more,
  };
  const remove = () => rmSync(data, { recursive: true, force: true });
  process.once("exit", remove); // also if the run is interrupted
  const stack = await startStack({ variables, output: createOutput((text) => void process.stderr.write(text)) });
  const stop = async () => {
    await stack.stop();
    remove();
  };
  return { stack, stop };
}

/** The processes that take part in a request; `services` is the one with all of them. */
const IN_A_REQUEST = ["gateway", "content", "services", "postgres", "redis"];

export function pidsOf(stack: Stack, names: readonly string[] = IN_A_REQUEST): Pids {
  const running = new Map(stack.processes().map(({ name, pid }) => [name, pid]));
  return Object.fromEntries(names.flatMap((name) => (running.get(name) ? [[name, Number(running.get(name))]] : [])));
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

/** The headers of a request with JSON as this role. */
export async function headersAs(role: string, databaseUrl: string): Promise<{ "content-type": string; authorization: string }> {
  return { "content-type": "application/json", authorization: `Bearer ${await makeKey(databaseUrl, role)}` };
}

export async function makeKey(databaseUrl: string, role: string): Promise<string> {
  const [key = ""] = await makeKeys(databaseUrl, role, 1);
  return key;
}

export async function makeKeys(databaseUrl: string, role: string, count: number): Promise<readonly string[]> {
  const database = createDatabase({ url: databaseUrl, poolSize: 1 });
  const keys: string[] = [];
  try {
    const table = createApiKeys({ db: database });
    while (keys.length < count) keys.push((await table.create({ name: "bench", role, expiresAt: null }, null)).key);
    return keys;
  } finally {
    await database.close();
  }
}
