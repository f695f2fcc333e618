import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";

/** Files other than package.json that contain the version: the tags of our images. */
export const VERSIONED_FILES = ["docker-compose.yml", "k8s/**/*.yaml"];

/** The version in a package.json of the repository. */
export function versionIn(file: string): string {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8")).version;
}
