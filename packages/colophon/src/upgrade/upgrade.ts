import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Refusal, STATUS } from "../cli/failures.ts";
import type { CommandContext } from "../cli/site.ts";
import { print } from "../cli/terminal.ts";
import { gt, lt } from "semver";
import { installProject, packageManagerOf } from "../package-manager.ts";
import { findRunning } from "../stack/find-running.ts";
import { PROJECT, ROOT } from "../stack/settings.ts";
import { upgradeBaseImage, readProject, withVersion, writeProject } from "./manifest.ts";
import { withDatabase } from "./database.ts";
import { findVersion, specOf, withRelease, type Release } from "./release.ts";

export interface UpgradeOptions {
  /** Prints the changes without making them. */
  readonly check?: boolean;
  /** A version, a tag, or the path of a packed package. */
  readonly to: string;
  /** Continues despite problems and changes that lose data. */
  readonly force?: boolean;
}

/** `colophon upgrade`: prints what another version changes for this project, by running that version's check, and then installs it. */
export async function upgrade(context: CommandContext, { check = false, to, force = false }: UpgradeOptions): Promise<number> {
  const spec = specOf(to);
  const isPacked = spec.startsWith("file:");
  const current = installedVersion();
  const found = isPacked ? null : await findVersion(to);
  if (found !== null && !isNewer(context, found, current)) return STATUS.done;
  return withRelease(found ?? spec, async (release) => {
    if (!isNewer(context, release.version, current)) return STATUS.done;
    print(context.terminal, `colophon ${current} → ${release.version}`);
    const status = await checkWith(release, context, current);
    if (check || status === STATUS.refused) return status;
    if (status !== STATUS.done && !force)
      throw new Refusal("Nothing was changed. Correct the problems above, or repeat with --force if the correction needs the new version.");
    await requireStopped(context);
    await take(release, isPacked ? `file:${relative(PROJECT, spec.slice("file:".length))}` : undefined);
    printSteps(context, { version: release.version, current, files: ["package.json", ...upgradeBaseImage(PROJECT, release.version)] });
    return STATUS.done;
  });
}

function installedVersion(): string {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
}

/** @throws Refusal for an older version, which can't read the database of a newer one */
function isNewer({ terminal }: CommandContext, version: string, current: string): boolean {
  if (lt(version, current)) throw new Refusal(`${version} is older than the installed ${current}: a database can't be downgraded.`);
  const newer = gt(version, current);
  if (!newer) print(terminal, `colophon ${current} is installed already.`);
  return newer;
}

/** Runs the check of the new version, which prints its result. @returns its status */
function checkWith({ program }: Release, context: CommandContext, since: string): Promise<number> {
  return withDatabase(context, async (databaseUrl) => {
    const env = { ...context.variables, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
    const child = spawn(process.execPath, [program, "changes", "--since", since], {
      cwd: PROJECT,
      env,
      stdio: ["ignore", "inherit", "inherit"],
    });
    context.signal.addEventListener("abort", () => child.kill());
    const [status] = await once(child, "close");
    return typeof status === "number" ? status : STATUS.stopped;
  });
}

/** Running processes still load modules. */
async function requireStopped({ variables }: CommandContext): Promise<void> {
  const running = await findRunning(variables).catch(() => null);
  if (running !== null) throw new Refusal(`Nothing was changed: the site runs at ${running.url}. Stop it, and try again.`);
}

async function take({ version, peers }: Release, spec: string | undefined): Promise<void> {
  const text = readProject();
  writeProject(withVersion(text, { version, peers, spec }));
  try {
    const manager = await packageManagerOf(PROJECT);
    const failure = await installProject(manager, PROJECT);
    if (failure !== null) throw new Refusal(`${manager} could not install ${version} (${failure}): package.json is as it was.`);
  } catch (error) {
    writeProject(text);
    throw error;
  }
}

interface Upgraded {
  readonly version: string;
  readonly current: string;
  /** The files that name the new version, in addition to the lockfile. */
  readonly files: readonly string[];
}

function printSteps({ terminal }: CommandContext, { version, current, files }: Upgraded): void {
  const named = `${files.join(", ")} and the lockfile`;
  print(terminal, `\ncolophon ${version} is installed; ${named} name it. Next:`);
  print(terminal, `  1. Make a backup: after the first start of ${version}, ${current} can no longer use this database.`);
  print(terminal, "  2. Start the site: its start applies migrations and changes of tables.");
  print(terminal, `  3. Commit ${named}; build images again.`);
}
