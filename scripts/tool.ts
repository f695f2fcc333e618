import { ConfigError, EnvError, loadConfig } from "@colophon/config";
import type { Config } from "@colophon/config";
import { createDatabase } from "@colophon/database";
import type { Database } from "@colophon/database";
import { AppError } from "@colophon/model/errors";
import { loadDotEnv } from "colophon/stack/settings.ts";
import { findRunning } from "colophon/stack/find-running.ts";
import type { Running } from "colophon/stack/running.ts";
import { StartError } from "colophon/stack/start-error.ts";

/** The context of a tool that works on a running stack. */
export interface Tool extends Running {
  readonly config: Config;
  readonly database: Database;
}

/** Runs a tool on the stack of this data folder and closes its connections; prints an expected failure as one sentence. */
export async function runTool(work: (tool: Tool) => Promise<void>): Promise<void> {
  await reportErrors(async () => {
    const running = await findRunning(process.env);
    const config = await loadConfig(running.configFile);
    const database = createDatabase({ url: running.databaseUrl, poolSize: 2, statementMs: 60_000 });
    try {
      await work({ ...running, config, database });
    } finally {
      await database.close();
    }
  });
}

/** Runs a tool; prints an expected failure without a stack trace and ends with status 1. */
export async function reportErrors(work: () => Promise<void>): Promise<void> {
  loadDotEnv();
  try {
    await work();
  } catch (error) {
    if (!isExpected(error)) throw error;
    console.error(error.message);
    if (error instanceof AppError) for (const { field, message } of error.details ?? []) console.error(`  ${field}: ${message}`);
    process.exitCode = 1;
  }
}

function isExpected(error: unknown): error is Error {
  return [ConfigError, EnvError, StartError, AppError].some((kind) => error instanceof kind);
}
