/** Package managers other than npm. Each is installed from the registry into a separate folder. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { NODE } from "./nodes.ts";
import { manifestIn } from "./packed.ts";
import { projectIn, type Project } from "./project.ts";
import type { Registry } from "./registry.ts";

export interface Manager {
  readonly name: string;
  /** The name and version of its package in the registry. */
  readonly from: string;
  readonly program: string;
  readonly lockfile: string;
  /** The environment variables that it reads instead of npm's. */
  readonly variables: (registryUrl: string, home: string) => Readonly<Record<string, string>>;
}

export const MANAGERS: readonly Manager[] = [
  { name: "pnpm", from: "pnpm@12", program: "pnpm", lockfile: "pnpm-lock.yaml", variables: () => ({ CI: "true" }) },
  {
    name: "Yarn 1",
    from: "yarn@1",
    program: "yarn",
    lockfile: "yarn.lock",
    variables: (url, home) => ({ YARN_REGISTRY: url, YARN_GLOBAL_FOLDER: join(home, "global"), npm_config_prefix: join(home, "global") }),
  },
  {
    name: "Yarn 4",
    from: "@yarnpkg/cli-dist@4",
    program: "yarn",
    lockfile: "yarn.lock",
    variables: (url) => ({
      YARN_NPM_REGISTRY_SERVER: url,
      YARN_UNSAFE_HTTP_WHITELIST: new URL(url).hostname,
      YARN_NPM_MINIMAL_AGE_GATE: "0", // the test installs packages seconds after they were published
      CI: "true", // in which Yarn would keep the lockfile
      YARN_ENABLE_TELEMETRY: "0",
    }),
  },
  { name: "Bun", from: "bun@1", program: "bun", lockfile: "bun.lock", variables: () => ({}) },
];

/** @returns projects that use the package manager, in its home folder and in subfolders; null if it can't be installed or doesn't run */
export function installManager(manager: Manager, folder: string, registry: Registry) {
  const own = join(folder, manager.name.replace(" ", "-"));
  const home = join(own, "home");
  mkdirSync(home, { recursive: true });
  const bins = [binOf(manager, own, registry), NODE];
  if (bins.includes("")) return null;
  const variables = { ...registry.variables, ...manager.variables(registry.url, home), HOME: home };
  return {
    outside: projectIn(home, bins, variables, manager.program),
    pathOf: (name: string) => join(home, name),
    inside: (name: string) => projectIn(join(home, name), bins, variables, manager.program),
  };
}

/** Installs the package manager. @returns the folder of its program; empty if the installation failed */
function binOf({ name, from, program }: Manager, folder: string, { variables }: Registry): string {
  const bin = join(folder, "node_modules/.bin");
  const options = { cwd: folder, env: { ...process.env, ...variables, PATH: `${NODE}:${process.env["PATH"]}` }, stdio: "ignore" } as const;
  try {
    execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", from], options);
    execFileSync(join(bin, program), ["--version"], options);
    return bin;
  } catch {
    console.log(`${name} could not be installed: its tests are skipped`);
    return "";
  }
}

/** Upgrades a project with the command in its README, and checks the installed version and the lockfile. */
export async function upgradeByReadme(project: Project, manager: Manager, wanted: { path: string; version: string }): Promise<void> {
  const { path, version } = wanted;
  const [, command = ""] = /`([^`]* upgrade)`/.exec(readFileSync(join(path, "README.md"), "utf8")) ?? [];
  const [program = "", ...args] = command.split(" ");
  expect(program).toBe(manager.program);

  await project.run(program, args);

  expect(manifestIn(path).version).toBe(version);
  expect(readdirSync(path).filter((file) => /lock/.test(file))).toEqual([manager.lockfile]);
  expect(readFileSync(join(path, manager.lockfile), "utf8")).toContain(version);
}
