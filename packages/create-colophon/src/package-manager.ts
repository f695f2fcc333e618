import { spawn } from "node:child_process";
import { once } from "node:events";

const KNOWN = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof KNOWN)[number];

/** The package manager that runs this, by its user agent. */
export function packageManagerIn(variables: Readonly<Record<string, string | undefined>>): PackageManager {
  const [name = ""] = (variables["npm_config_user_agent"] ?? "").split("/");
  return KNOWN.find((known) => known === name) ?? "npm";
}

/** Installs the dependencies. @returns whether it succeeded */
export async function install(manager: PackageManager, folder: string): Promise<boolean> {
  const child = spawn(manager, ["install"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
  try {
    const [status] = await once(child, "close");
    return status === 0;
  } catch {
    return false;
  }
}
