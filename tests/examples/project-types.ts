import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "colophon/stack/settings.ts";

const COMPILER = join(ROOT, "node_modules/.bin/tsc");

/**
 * Compiles a copy of a project outside the repository, with this repository's `colophon` as its dependency.
 *
 * @param changes - `what it contains→what it contains instead`, by the paths of files in the project.
 * @returns the messages about the project's own files
 */
export async function problemsIn(project: string, changes: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-project-"));
  try {
    cpSync(project, folder, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
    mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
    symlinkSync(join(ROOT, "packages/colophon"), join(folder, "node_modules/colophon"));
    symlinkSync(join(ROOT, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
    for (const [file, change] of Object.entries(changes)) {
      const path = join(folder, file);
      const [old = "", changed = ""] = change.split("→");
      writeFileSync(path, readFileSync(path, "utf8").replace(old, changed));
    }
    const printed = await promisify(execFile)(COMPILER, ["-p", folder, "--pretty", "false"], { cwd: folder }).then(
      ({ stdout }) => stdout,
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
    return printed.split("\n").filter((line) => /^[^\s.][^(]*\(\d/.test(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
