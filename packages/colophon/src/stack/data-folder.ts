import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, startedAt } from "./processes/process-facts.ts";
import { StartError } from "./settings.ts";

/** The lock of a running stack on its data folder. */
export interface DataFolder {
  readonly path: string;
  /** Releases the lock. */
  release(): void;
}

/**
 * Creates the folder if it is missing, and locks it for this process.
 * @throws StartError if another start uses it.
 */
export async function claimDataFolder(folder: string): Promise<DataFolder> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = realpathSync(folder);
  const file = join(path, "run.lock");
  const claim = JSON.stringify({ pid: process.pid, startedAt: startedAt(process.pid) });
  for (let attempt = 0; attempt < 3; attempt++) {
    if (writeNew(file, claim)) {
      await sleep(20); // another start that saw the same stale lock may have removed ours
      if (readClaim(file) === claim) return { path, release: () => release(file, claim) };
    }
    const holder = readClaim(file);
    if (holder !== null && isHeld(holder))
      throw new StartError(
        `Colophon is already running with the data folder ${path} (process ${pidOf(holder)}). Stop it first, or choose another folder with CMS_DATA_DIR.`,
      );
    rmSync(file, { force: true });
  }
  throw new StartError(`Another process is starting with the data folder ${path}. Try again.`);
}

function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readClaim(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function isHeld(claim: string): boolean {
  const { pid, startedAt: since } = parse(claim);
  return pid !== process.pid && isAlive(pid) && startedAt(pid) === since; // the process id may have been reused
}

function pidOf(claim: string): number {
  return parse(claim).pid;
}

function parse(claim: string): { pid: number; startedAt: string | null } {
  try {
    return JSON.parse(claim);
  } catch {
    return { pid: 0, startedAt: null }; // incomplete after a power failure: nobody holds the lock
  }
}

function release(file: string, claim: string): void {
  if (readClaim(file) === claim) rmSync(file, { force: true });
}
