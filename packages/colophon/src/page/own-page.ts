import { existsSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spawn } from "node:child_process";
import { Refusal } from "../cli/failures.ts";
import { builtPageFolder, ownPageFolder } from "@colophon/runtime/program-files";
import { readSettings } from "../stack/read-settings.ts";
import { PROJECT, ROOT } from "../stack/settings.ts";
import { buildPage, viteCommand } from "../../../admin/build/build-page.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const SOURCES = "@colophon/admin";

/** The result of a build of the admin page. */
export type Outcome = "built" | "fresh" | "none" | "left";

/**
 * Builds the admin page with the custom parts in `admin/` beside the configuration, if there are any. `left`: there are custom parts, but not
 * the package that builds them, as in an image; then the existing build is served.
 */
export function buildOwnPage(variables: Variables): Outcome {
  const { parts, into } = placesOf(variables);
  if (!existsSync(join(parts, "index.ts"))) {
    if (existsSync(parts)) rmSync(into, { recursive: true, force: true }); // an image can contain only the built page
    return "none";
  }
  const page = sources();
  if (page === null) return "left";
  try {
    return buildPage({ page, parts, into }) ? "built" : "fresh";
  } catch (error) {
    throw new Refusal((error as Error).message, { cause: error }); // an error in the custom parts
  }
}

/** Whether a page was built for this project. */
export function hasOwnPage(variables: Variables): boolean {
  return builtPageFolder(readSettings(variables).configFile) !== undefined;
}

/** What a project with custom parts has to install. */
export function neededSources(): string {
  return `${SOURCES}@${versionIn(ROOT)}`;
}

/** Serves the page from its sources, if the project has custom parts and the package that builds them: changes show at once. */
export function serveOwnPage(variables: Variables): void {
  const { parts } = placesOf(variables);
  const page = existsSync(join(parts, "index.ts")) ? sources() : null;
  if (page !== null) serveHotPage({ page, parts, api: `http://127.0.0.1:${readSettings(variables).port}` });
}

function placesOf(variables: Variables): { readonly parts: string; readonly into: string } {
  const { configFile } = readSettings(variables);
  return { parts: join(dirname(configFile), "admin"), into: ownPageFolder(configFile) };
}

/** The folder of the page's sources, a package that the project has installed; null if not. @throws Refusal if its version differs */
function sources(): string | null {
  const folder = installed();
  if (folder === null) return null;
  if (versionIn(folder) !== versionIn(ROOT))
    throw new Refusal(`${SOURCES} is ${versionIn(folder)}, and colophon ${versionIn(ROOT)}: install ${neededSources()}.`);
  return folder;
}

function installed(): string | null {
  try {
    return dirname(createRequire(join(PROJECT, "package.json")).resolve(`${SOURCES}/package.json`));
  } catch {
    return null;
  }
}

function versionIn(folder: string): string {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
}

interface HotPage {
  /** The folder of the admin package. */
  readonly page: string;
  /** The URL of the API. */
  readonly api: string;
  /** The folder of the project's custom parts. */
  readonly parts: string;
}

/** Serves the admin page from its sources with these custom parts, at a URL that is printed; changes show at once. It ends with this process. */
export function serveHotPage({ page, api, parts }: HotPage): void {
  const env = { ...process.env, COLOPHON_URL: api, ADMIN_PARTS_FOLDER: parts };
  const child = spawn(process.execPath, viteCommand(page, ["--clearScreen", "false"]), {
    cwd: page,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.once("exit", () => child.kill());
}
