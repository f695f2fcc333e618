import { existsSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Refusal } from "@colophon/cli";
import { serveHotPage } from "@colophon/scripts/dev/hot-page.ts";
import { builtPageFolder, ownPageFolder } from "@colophon/runtime";
import { PROJECT, ROOT, readSettings } from "@colophon/scripts/stack/settings.ts";
import { buildPage } from "../../../admin/build/build-page.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const SOURCES = "@colophon/admin";

/** What became of the admin page of a project. */
export type Outcome = "built" | "fresh" | "none" | "left";

/**
 * Builds the admin page with the parts in `admin/`, where there are any, beside the configuration. `left`: there are some, but not what
 * builds them, as in an image; then the page that was built before serves.
 */
export function buildOwnPage(variables: Variables): Outcome {
  const { parts, into } = placesOf(variables);
  if (!existsSync(join(parts, "index.ts"))) {
    if (existsSync(parts)) rmSync(into, { recursive: true, force: true }); // an image may have the built page alone
    return "none";
  }
  const page = sources();
  if (page === null) return "left";
  try {
    return buildPage({ page, parts, into }) ? "built" : "fresh";
  } catch (error) {
    throw new Refusal((error as Error).message, { cause: error }); // what is wrong with the parts
  }
}

/** Whether there is a page that was built for this project. */
export function hasOwnPage(variables: Variables): boolean {
  return builtPageFolder(readSettings(variables).configFile) !== undefined;
}

/** What a project with parts of its own has to install. */
export function neededSources(): string {
  return `${SOURCES}@${versionIn(ROOT)}`;
}

/** Serves the page from its sources, where the project has parts and what builds them: a change of a part shows at once. */
export function serveOwnPage(variables: Variables): void {
  const { parts } = placesOf(variables);
  const page = existsSync(join(parts, "index.ts")) ? sources() : null;
  if (page !== null) serveHotPage({ page, parts, api: `http://127.0.0.1:${readSettings(variables).port}` });
}

function placesOf(variables: Variables): { readonly parts: string; readonly into: string } {
  const { configFile } = readSettings(variables);
  return { parts: join(dirname(configFile), "admin"), into: ownPageFolder(configFile) };
}

/** The folder of the page's sources, which the project has as a package of their own; null where it hasn't. @throws Refusal for another version */
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
