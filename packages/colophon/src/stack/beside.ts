import { resolve } from "node:path";
import { Refusal } from "@colophon/cli";
import { ENV } from "@colophon/config";
import { findRunning } from "./find-running.ts";
import { loadDotEnv, PROJECT } from "./settings.ts";
import { StartError } from "./start-error.ts";

/** Loads the project's `.env`, and gives the command line the stack that runs in its data folder. */
export function besideStack() {
  loadDotEnv();
  for (const name of ["CMS_CONFIG", "CMS_DATA_DIR"] as const) process.env[name] = resolve(PROJECT, process.env[name] || ENV[name].default);
  const findStack = () =>
    findRunning(process.env).catch((error: unknown) => {
      throw error instanceof StartError ? new Refusal(`${error.message} Or set DATABASE_URL.`, { cause: error }) : error;
    });
  return { findStack };
}
