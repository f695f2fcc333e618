/** Package managers besides npm, each installed from the registry into a folder of its own. */
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Registry } from "./registry.ts";

export interface Manager {
  readonly name: string;
  /** Its package in the registry. */
  readonly from: string;
  readonly program: string;
  /** What it reads in place of npm's variables. */
  readonly variables: (registryUrl: string, home: string) => Readonly<Record<string, string>>;
}

export const MANAGERS: readonly Manager[] = [
  { name: "pnpm", from: "pnpm@12", program: "pnpm", variables: () => ({}) },
  {
    name: "Yarn 1",
    from: "yarn@1",
    program: "yarn",
    variables: (url, home) => ({ YARN_REGISTRY: url, npm_config_prefix: join(home, "global") }),
  },
  {
    name: "Yarn 4",
    from: "@yarnpkg/cli-dist@4",
    program: "yarn",
    variables: (url) => ({
      YARN_NPM_REGISTRY_SERVER: url,
      YARN_UNSAFE_HTTP_WHITELIST: new URL(url).hostname,
      YARN_NPM_MINIMAL_AGE_GATE: "0", // what is published for the test is seconds old
      YARN_ENABLE_IMMUTABLE_INSTALLS: "false", // which it is where CI is set
      YARN_ENABLE_TELEMETRY: "0",
    }),
  },
  { name: "Bun", from: "bun@1", program: "bun", variables: () => ({}) },
];

/** @returns the folder of its program; null where it can't be installed or doesn't run here */
export function installManager({ name, from, program }: Manager, folder: string, { variables }: Registry): string | null {
  mkdirSync(folder, { recursive: true });
  const bin = join(folder, "node_modules/.bin");
  const options = { cwd: folder, env: { ...process.env, ...variables }, stdio: "ignore" } as const;
  try {
    execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", from], options);
    execFileSync(join(bin, program), ["--version"], options);
    return bin;
  } catch {
    console.log(`${name} can't be had here: skipped`);
    return null;
  }
}
