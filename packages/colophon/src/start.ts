import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ownPageFolder, programFile } from "@colophon/runtime/program-files";
import { serve } from "./stack/serve.ts";
import { loadDotEnv, PROJECT } from "./stack/settings.ts";

/** `colophon start`: the whole product, until Ctrl-C. This module and what it imports stay in memory: it imports no package. */
export async function start(): Promise<void> {
  const bornMs = Date.now();
  loadDotEnv();
  if (mayHaveParts()) preparePage();
  await serve(bornMs);
}

/** Whether the admin page may have to be built, because the project has parts of its own, or removed, because it had some. */
function mayHaveParts(): boolean {
  const { CMS_CONFIG: file, CMS_CONFIG_FILE: fileOfFile } = process.env;
  const config = resolve(PROJECT, file || "cms.config.ts");
  return Boolean(fileOfFile) || existsSync(join(dirname(config), "admin/index.ts")) || existsSync(ownPageFolder(config));
}

function preparePage(): void {
  const { status } = spawnSync(process.execPath, [programFile(import.meta, "page/prepare-page.process")], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
