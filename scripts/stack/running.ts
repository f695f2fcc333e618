import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSettings } from "./settings.ts";
import { StartError } from "./start-error.ts";

/** The addresses of a running stack, for tools that connect to it. */
export interface Running {
  readonly url: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly secret: string;
}

const NOTE = "running.json";

/** Writes a file into the data folder that only the owner can read: it contains the database's password and the secret. */
export function noteRunning(dataFolder: string, running: Running): void {
  forgetRunning(dataFolder);
  writeFileSync(join(dataFolder, NOTE), JSON.stringify(running), { mode: 0o600 });
}

/** Removes the file when the stack stops. */
export function forgetRunning(dataFolder: string): void {
  rmSync(join(dataFolder, NOTE), { force: true });
}

/**
 * The stack that runs in the data folder of these variables.
 * @throws StartError if none does.
 */
export async function findRunning(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Running & { readonly configFile: string }> {
  const { dataFolder, configFile } = readSettings(variables);
  const running = readNote(dataFolder);
  const answers =
    running &&
    (await fetch(`${running.url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    ));
  if (!running || !answers)
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
