import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The reason for skipping tests that need a small disk; it is shown in their names. */
export const WITHOUT_SMALL_DISK = "skipped: only root may mount a small disk";

/** Whether this process may mount a disk. */
export const HAS_SMALL_DISK = mayMount();

export interface SmallDisk {
  readonly folder: string;
  unmount(): void;
}

/** Mounts a tmpfs of this size at the folder, and creates the folder if it is missing. */
export function mountSmallDisk(folder: string, bytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=0700`, "tmpfs", folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The disk could not be mounted at ${folder}: ${stderr}`);
  return { folder, unmount: () => void spawnSync("umount", ["-l", folder]) };
}

function mayMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "colophon-disk-"));
  try {
    mountSmallDisk(folder, 1_048_576).unmount();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
