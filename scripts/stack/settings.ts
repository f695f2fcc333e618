import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadEnvFile } from "node:process";
import { ENV, readEnv } from "@colophon/config";
import type { EnvName } from "@colophon/config";

/** The folder of the product, here the repository. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** The folder of the project: where its commands are run. npm runs the scripts of its `package.json` there. */
export const PROJECT = process.cwd();

/** Loads the project's `.env` if it exists; variables of the environment take precedence. */
export function loadDotEnv(): void {
  const file = join(PROJECT, ".env");
  if (existsSync(file)) loadEnvFile(file);
}

/** The validated settings of a start. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly configFile: string;
  readonly dataFolder: string;
  readonly secret: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly mailsArePrinted: boolean;
  /** Whether one process runs all services, or each has its own. */
  readonly processes: "one" | "separate";
}

/**
 * Reads all variables that a user may set, so that all errors are reported together and before anything runs.
 * Paths are relative to the project.
 * @throws EnvError
 */
export function readSettings(source: Readonly<Record<string, string | undefined>>): Settings {
  const names = (Object.keys(ENV) as EnvName[]).filter((name) => !isInternal(name));
  const env = readEnv(source, names);
  return {
    port: env.PORT,
    host: env.HOST,
    configFile: resolve(PROJECT, env.CMS_CONFIG),
    dataFolder: resolve(PROJECT, env.CMS_DATA_DIR),
    secret: env.CMS_SECRET,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    mailsArePrinted: env.SMTP_URL === undefined,
    processes: env.PROCESSES,
  };
}

function isInternal(name: EnvName): boolean {
  return "internal" in ENV[name];
}
