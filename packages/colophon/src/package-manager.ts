/** Package managers and their commands, for every program that runs in a project. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolveCommand, type Agent, type AgentName, type Command } from "package-manager-detector";
import { detect, resolveAgent } from "package-manager-detector/detect";

export type PackageManager = Agent;

/** The package manager of a project: the one in its package.json, else that of the nearest lockfile, in the folder or above; else npm. */
export async function packageManagerOf(folder: string): Promise<PackageManager> {
  const found = await detect({ cwd: folder });
  return found?.agent ?? "npm";
}

/** The package manager with this `npm_config_user_agent`, for example `pnpm/12.0.0 npm/? node/v24.0.0`; else npm. */
export function packageManagerWith(userAgent = ""): PackageManager {
  const [, name = "", version] = /^(\w+)\/([\d.]+)/.exec(userAgent) ?? [];
  return resolveAgent(name as AgentName, version)?.agent ?? "npm";
}

/** A command as a user types it: `pnpm add -D astro`. */
export function commandLine(manager: PackageManager, command: Command, args: readonly string[] = []): string {
  const resolved = resolveCommand(manager, command, [...args]);
  if (resolved === null) throw new Error(`${manager} has no command "${command}"`);
  return [resolved.command, ...resolved.args].join(" ");
}

/** Installs the dependencies of a project and shows the output. @returns the reason of a failure, or null */
export async function installProject(manager: PackageManager, folder: string): Promise<string | null> {
  const [program = "", ...args] = commandLine(manager, "install", manager === "pnpm" ? ["--no-frozen-lockfile"] : []).split(" ");
  const env = { ...process.env, YARN_ENABLE_IMMUTABLE_INSTALLS: "false" }; // in CI, both keep the lockfile unless told otherwise
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
  const [status] = await once(child, "close").catch((error: Error) => [error.message]);
  return status === 0 ? null : String(status);
}
