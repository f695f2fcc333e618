import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The folder of a project's admin page if it was built with parts of the project: next to its configuration. */
export function ownPageFolder(configFile: string): string {
  return join(dirname(resolve(configFile)), ".colophon/page");
}

/** That folder; undefined if the project has no page of its own. */
export function builtPageFolder(configFile: string): string | undefined {
  const folder = ownPageFolder(configFile);
  return existsSync(join(folder, "admin/index.html")) ? folder : undefined;
}
