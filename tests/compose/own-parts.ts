import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildAdminSources } from "@colophon/scripts/pack/admin-sources.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUILT = ".colophon/page/admin";

/** Copies the example's custom parts of the admin page, one of each kind, to a project, and builds the page with `colophon build`. */
export function buildOwnParts(folder: string): void {
  for (const file of globSync("*.{ts,tsx}", { cwd: join(ROOT, "admin") })) {
    const text = readFileSync(join(ROOT, "admin", file), "utf8");
    writeFileSync(join(folder, "admin", file), text.replaceAll("@colophon/admin", "colophon/admin"));
  }
  mkdirSync(join(folder, "node_modules/@colophon"), { recursive: true });
  symlinkSync(buildAdminSources(), join(folder, "node_modules/@colophon/admin"));
  execFileSync(process.execPath, [join(ROOT, "packages/colophon/src/main.ts"), "build"], { cwd: folder, stdio: "pipe" });
}

/** Checks that the site serves the built page, with a separate script for each custom part. */
export async function checkOwnParts(url: string, folder: string): Promise<void> {
  const parts = globSync("*.tsx", { cwd: join(folder, "admin") }).map((file) => file.replace(".tsx", ""));
  assert.equal(parts.length, 4);
  const page = await textAt(`${url}/admin/`);
  assert.equal(page, readFileSync(join(folder, BUILT, "index.html"), "utf8"));
  const scripts = globSync("assets/*.js", { cwd: join(folder, BUILT) });
  for (const part of parts) {
    const script = scripts.find((file) => file.startsWith(`assets/${part}-`)) ?? part;
    assert.equal(await textAt(`${url}/admin/${script}`), readFileSync(join(folder, BUILT, script), "utf8"), script);
  }
}

async function textAt(address: string): Promise<string> {
  const answer = await fetch(address);
  assert.equal(answer.status, 200, address);
  return answer.text();
}
