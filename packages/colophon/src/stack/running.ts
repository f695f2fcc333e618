import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The addresses of a running stack, for tools that connect to it. */
export interface Running {
  readonly url: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly secret: string;
}

/** The name of the file in the data folder. */
export const NOTE = "running.json";

/** Writes a file into the data folder that only the owner can read: it contains the database's password and the secret. */
export function noteRunning(dataFolder: string, running: Running): void {
  forgetRunning(dataFolder);
  writeFileSync(join(dataFolder, NOTE), JSON.stringify(running), { mode: 0o600 });
}

/** Removes the file when the stack stops. */
export function forgetRunning(dataFolder: string): void {
  rmSync(join(dataFolder, NOTE), { force: true });
}

/** What the program sends to the development server that runs it: from now on it applies changes itself. */
export const APPLIES_CHANGES = "applies changes";
/** What the development server sends to the program. A renewal may be coming: what it needs is started. */
export const EXPECT_RENEWAL = "expect renewal";
/** The configuration has changed, and is right. */
export const RENEW = "renew";
