import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Files of a project that can name a version of the image `colophon/base`. */
const FILES = ["Dockerfile", "compose.yml"];
const IMAGE = /\bcolophon\/base:\d[\w.-]*/g;

/** The text with this version of the base image. Tags such as `latest` are not changed. */
export function withBaseImage(text: string, version: string): string {
  return text.replaceAll(IMAGE, `colophon/base:${version}`);
}

/** Changes the version of the base image in the project's files. @returns the names of the changed files */
export function upgradeBaseImage(project: string, version: string): readonly string[] {
  return FILES.filter((name) => {
    const file = join(project, name);
    if (!existsSync(file)) return false;
    const text = readFileSync(file, "utf8");
    const changed = withBaseImage(text, version);
    if (changed !== text) writeFileSync(file, changed);
    return changed !== text;
  });
}
