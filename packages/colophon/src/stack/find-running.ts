import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Refusal } from "../cli/failures.ts";
import { ENV } from "@colophon/config";
import { readSettings } from "./read-settings.ts";
import { NOTE, type Running } from "./running.ts";
import { StartError, loadDotEnv, PROJECT } from "./settings.ts";

/**
 * The stack that runs in the data folder of these variables.
 * @throws StartError if none does.
 */
export async function findRunning(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Running & { readonly configFile: string }> {
  const { dataFolder, configFile } = readSettings(variables);
  const running = readNote(dataFolder);
  const isHealthy =
    running &&
    (await fetch(`${running.url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    ));
  if (!running || !isHealthy)
    throw new StartError(
      `Nothing is running in the data folder ${dataFolder}: run \`npm start\` in another terminal first, or set CMS_DATA_DIR to another folder.`,
    );
  return { ...running, configFile };
}

function readNote(dataFolder: string): Running | null {
  try {
    return JSON.parse(readFileSync(join(dataFolder, NOTE), "utf8"));
  } catch {
    return null;
  }
}

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
