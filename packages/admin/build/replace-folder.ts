import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a rename to a folder fails with that has files. */
const EXISTS: readonly unknown[] = ["ENOTEMPTY", "EEXIST"];

/**
 * Writes a folder in a temporary one beside it and then renames that, so that a reader never sees a half-written folder.
 *
 * @param write - writes the temporary folder. @returns whether it takes the place of what is there
 */
export function renewFolder(folder: string, write: (draft: string) => boolean): void {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(join(dirname(folder), ".building-"));
  try {
    chmodSync(draft, 0o755); // another user may read it, such as that of the gateway
    if (write(draft)) replaceFolder(folder, draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Renames the folder `next` to `folder`, in place of what is there. Several processes may do so at once: the last one's folder stays. */
export function replaceFolder(folder: string, next: string): void {
  const old = `${next}-replaced`;
  try {
    do moveIfThere(folder, old);
    while (!hasMoved(next, folder));
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}

function moveIfThere(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/** @returns whether it is moved; false if another folder is there */
function hasMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (EXISTS.includes(codeOf(error))) return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
