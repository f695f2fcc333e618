import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROOT } from "../stack/settings.ts";

const PAGE = join(ROOT, "packages/admin");

/**
 * Where the project has parts of its own, serves the admin page from its sources, with these parts, at an address that is
 * printed: a change of them shows at once. Its requests go to the API. It ends with this process.
 */
export function serveHotPage({ api, parts }: { readonly api: string; readonly parts: string }): void {
  if (!existsSync(parts)) return;
  const vite = join(dirname(createRequire(join(PAGE, "package.json")).resolve("vite/package.json")), "bin/vite.js");
  const env = { ...process.env, COLOPHON_URL: api, ADMIN_PARTS_FOLDER: parts };
  const child = spawn(process.execPath, [vite, "--clearScreen", "false"], { cwd: PAGE, env, stdio: ["ignore", "inherit", "inherit"] });
  process.once("exit", () => child.kill());
}
