import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Refusal } from "@colophon/cli";
import { installProject } from "@colophon/scripts/project/install.ts";
import { PROJECT } from "@colophon/scripts/stack/settings.ts";

const LOCKFILES = {
  "package-lock.json": "npm",
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
} as const;
type PackageManager = (typeof LOCKFILES)[keyof typeof LOCKFILES];

/** The package manager of the project: the one in package.json, else that of the nearest lockfile, in the folder or above; else npm. */
export function packageManagerOf(named: string | undefined, folder = PROJECT): PackageManager {
  const [known] = (named ?? "").split("@");
  const byName = Object.values(LOCKFILES).find((name) => name === known);
  if (byName !== undefined) return byName;
  for (const [file, manager] of Object.entries(LOCKFILES)) if (existsSync(join(folder, file))) return manager;
  return dirname(folder) === folder ? "npm" : packageManagerOf(undefined, dirname(folder));
}

/** Installs the dependencies in package.json and shows the output. @throws Refusal */
export async function install(manager: PackageManager): Promise<void> {
  const failure = await installProject(manager, PROJECT);
  if (failure !== null) throw new Refusal(`${manager} install failed (${failure}): package.json is as it was.`);
}
