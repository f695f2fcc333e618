import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderOf, isAlive } from "../processes/process-facts.ts";
import { StartError } from "../start-error.ts";

/**
 * Stops a PostgreSQL that a killed start left running in this folder, or only removes its stale pid file if the process id
 * is unused or belongs to another process now (PostgreSQL itself would refuse to start).
 * The caller has locked the data folder, so no other start uses it.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const note = join(folder, "postmaster.pid");
  if (!existsSync(note)) return;
  const pid = Number(readFileSync(note, "utf8").split("\n")[0]);
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!worksIn(folder, pid)) break;
    process.kill(pid, signal);
    for (let waits = 0; waits < 50 && worksIn(folder, pid); waits++) await sleep(100);
  }
  if (worksIn(folder, pid))
    throw new StartError(`A PostgreSQL (process ${pid}) is still running in ${folder} and does not stop. Stop it and try again.`);
  rmSync(note, { force: true });
}

function worksIn(folder: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  return process.platform !== "linux" || folderOf(pid) === folder;
}
