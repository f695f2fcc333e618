import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadEnvFile } from "node:process";

/** The folder of the product, here the repository. */
export const ROOT = resolve(import.meta.dirname, "../../../..");

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

/** A start that fails for a reason that the user can correct. The user sees only the message. */
export class StartError extends Error {
  override readonly name = "StartError";
}
