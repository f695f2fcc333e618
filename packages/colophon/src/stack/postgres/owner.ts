import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, statSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessOwner } from "../processes/spawn-program.ts";
import { StartError } from "../settings.ts";
import { folderOf, isAlive } from "../processes/process-facts.ts";

/**
 * Creates the folder and sets its owner. PostgreSQL refuses to run as root: then the owner is the previous owner,
 * else the system's `postgres`, else `nobody`. No user is created.
 */
export function ownPostgresFolder(folder: string): ProcessOwner {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  if (process.getuid?.() !== 0) return requireOwn(folder);
  const { uid, gid } = statSync(folder);
  if (uid !== 0 && existsSync(join(folder, "PG_VERSION"))) return { uid, gid };
  const owner = serverOwner();
  if (owner.uid !== undefined && owner.gid !== undefined) changeOwner(folder, { uid: owner.uid, gid: owner.gid });
  return owner;
}

/**
 * The user that runs our PostgreSQL: the current user, or for root the system's `postgres`, else `nobody`.
 * @throws StartError if this machine has neither.
 */
export function serverOwner(): ProcessOwner {
  if (process.getuid?.() !== 0) return {};
  const owner = systemUser("postgres") ?? systemUser("nobody");
  if (owner) return owner;
  throw new StartError(
    "PostgreSQL does not run as root, and this machine has neither a user `postgres` nor `nobody`: start as another user, or set DATABASE_URL to a server.",
  );
}

function requireOwn(folder: string): ProcessOwner {
  if (statSync(folder).uid === process.getuid?.()) return {};
  throw new StartError(
    `${folder} belongs to another user, perhaps because it was created as root. Change its owner with chown, or choose another folder with CMS_DATA_DIR.`,
  );
}

function systemUser(name: string): Required<ProcessOwner> | null {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Also fixes the owner of a folder that root copied from elsewhere. */
function changeOwner(path: string, owner: Required<ProcessOwner>): void {
  const facts = lstatSync(path);
  if (facts.isSymbolicLink()) return;
  chownSync(path, owner.uid, owner.gid);
  if (facts.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), owner);
}

/**
 * Stops a PostgreSQL that a killed start left running in this folder, or only removes its stale pid file if the process id
 * is unused or belongs to another process now (PostgreSQL itself would refuse to start).
 * The caller has locked the data folder, so no other start uses it.
 */
export async function stopOrphan(folder: string): Promise<void> {
  const pidFile = join(folder, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!worksIn(folder, pid)) break;
    process.kill(pid, signal);
    for (let waits = 0; waits < 50 && worksIn(folder, pid); waits++) await sleep(100);
  }
  if (worksIn(folder, pid))
    throw new StartError(`A PostgreSQL (process ${pid}) is still running in ${folder} and does not stop. Stop it and try again.`);
  rmSync(pidFile, { force: true });
}

function worksIn(folder: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  return process.platform !== "linux" || folderOf(pid) === folder;
}
