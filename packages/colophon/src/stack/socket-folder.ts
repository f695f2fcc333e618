import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

/** The path of a Unix socket has at most 107 bytes: this long may be that of the folder. */
const LONGEST = 80;

/** Creates a folder for Unix sockets that only this user may enter: in `XDG_RUNTIME_DIR` if possible, else in `/tmp`. */
export function openSocketFolder(runtimeFolder = process.env["XDG_RUNTIME_DIR"]): { readonly path: string; readonly remove: () => void } {
  const path = (runtimeFolder && Buffer.byteLength(runtimeFolder) <= LONGEST && folderIn(runtimeFolder)) || mkdtempSync("/tmp/colophon-");
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Null if it doesn't exist, or another user owns it. */
function folderIn(parent: string): string | null {
  try {
    return mkdtempSync(join(parent, "colophon-")); // with mode 0700
  } catch {
    return null;
  }
}
