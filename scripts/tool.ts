import { randomUUID } from "node:crypto";
import { ConfigError, EnvError, loadConfig, type Config } from "@colophon/config";
import { createDatabase, type Database } from "@colophon/database";
import { AppError } from "@colophon/model/errors";
import { loadDotEnv, StartError } from "colophon/stack/settings.ts";
import { findRunning } from "colophon/stack/find-running.ts";
import type { Running } from "colophon/stack/running.ts";
import type { Principal, Schema } from "@colophon/engine";

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

/**
 * The principal of a tool: a role by name, `system`, or without a name the public role, else the first admin role.
 * @throws StartError if the role does not exist.
 */
export function principalAs(schema: Schema, name: string | undefined): Principal {
  if (name === "system") return { kind: "system" };
  const role = name ?? schema.publicRole ?? [...schema.roles.values()].find(({ isAdmin }) => isAdmin)?.name ?? "";
  if (!schema.roles.has(role)) throw new StartError(`There is no role ${role}. Roles: ${[...schema.roles.keys(), "system"].join(", ")}.`);
  return role === schema.publicRole ? { kind: "anonymous", role } : { kind: "user", role, userId: randomUUID(), confirmed: true };
}
