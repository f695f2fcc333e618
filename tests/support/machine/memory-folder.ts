import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Linux's file system in memory, which every user may write to. */
const FILE_SYSTEM = "/dev/shm";

/**
 * A new folder in memory for all temporary files of a run of tests, or null if that file system is missing, has less space than this, or
 * may not contain programs. A database is created in 7 ms there and in 30 to 250 ms on a disk, most of them in the kernel; a run creates
 * hundreds. Other users may write to it as they may to `/tmp`, because PostgreSQL's server runs as another user than root.
 */
export function memoryFolder(bytesNeeded: number): string | null {
  if (spaceIn(FILE_SYSTEM) < bytesNeeded) return null;
  const folder = mkdtempSync(join(FILE_SYSTEM, "colophon-tests-"));
  chmodSync(folder, 0o1777);
  if (mayContainPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

function spaceIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function mayContainPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
