import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { manifestOf } from "./manifests.ts";

const SPECIFIER = /(?<=\b(?:from|import)\s*\(?\s*)"(@colophon\/[\w-]+)(\/[^"]+)?"/g;

/** Makes imports of our packages relative in all compiled files, because the published package contains them all. */
export function resolveOwnImports(folder: string): void {
  for (const file of globSync("**/*.{js,d.ts}", { cwd: folder, exclude: ["**/node_modules/**"] })) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    const resolved = text.replace(SPECIFIER, (_, name: string, rest?: string) => `"${toRelative(file, targetOf(name, rest))}"`);
    const compiled = file.endsWith(".d.ts") ? resolved.replaceAll(/(?<=")(\.{1,2}\/[^"]+)\.tsx?"/g, '$1.js"') : resolved;
    if (compiled !== text) writeFileSync(path, compiled);
  }
}

/** The compiled file of an import specifier, relative to the repository. */
function targetOf(name: string, rest = ""): string {
  const { folder, manifest } = manifestOf(name);
  const target = manifest.exports?.[`.${rest}`] ?? `.${rest}`;
  return join(folder, target).replace(/\.ts$/, ".js");
}

function toRelative(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
