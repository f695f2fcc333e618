import { extname, join, dirname, resolve } from "node:path";
import { existsSync } from "node:fs";

/** The file of a program, given without extension and relative to the calling module: like that one, it is a source or compiled. */
export function programFile(module: Pick<ImportMeta, "dirname" | "filename">, path: string): string {
  return join(module.dirname, `${path}${extname(module.filename)}`);
}

/** The folder of a project's admin page if it was built with parts of the project: next to its configuration. */
export function ownPageFolder(configFile: string): string {
  return join(dirname(resolve(configFile)), ".colophon/page");
}

/** That folder; undefined if the project has no page of its own. */
export function builtPageFolder(configFile: string): string | undefined {
  const folder = ownPageFolder(configFile);
  return existsSync(join(folder, "admin/index.html")) ? folder : undefined;
}
