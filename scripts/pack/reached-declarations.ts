import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { declare, type Declared } from "./compile.ts";
import { manifestOf } from "./manifests.ts";

const RELATIVE = /(?<=\b(?:from|import)\s*\(?\s*")\.{1,2}\/[^"]+(?=")/g;

/** Like `declare`, but without declarations that those of the files don't reach; an admin page has many of these. */
export function declareReached({ files, settings, into }: Required<Declared>): void {
  const draft = mkdtempSync(join(into, ".declarations-"));
  try {
    declare({ files, settings, into: draft });
    const reached = new Set(files.map((file) => join(draft, toDeclaration(file))));
    for (const file of reached) for (const next of importsOf(file).filter((path) => existsSync(path))) reached.add(next); // the loop also visits these
    for (const file of reached) cpSync(file, join(into, relative(draft, file)));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Makes imports of our packages relative, and writes the declarations that they need, until none is missing: TypeScript treats
 * another package as a library and writes no declarations for it.
 */
export function completeDeclarations(into: string): void {
  resolveOwnImports(into);
  for (let missing = missingIn(into), last = ""; missing.length > 0; missing = missingIn(into)) {
    if (missing.join() === last) throw new Error(`TypeScript declares nothing for ${last}`);
    last = missing.join();
    declare({ files: missing, into });
    resolveOwnImports(into);
  }
}

/** Sources of this repository that a declaration imports and that have no declaration yet. */
function missingIn(into: string): readonly string[] {
  const declarations = globSync("**/*.d.ts", { cwd: into, exclude: ["**/node_modules/**"] });
  const wanted = declarations.flatMap((file) => importsOf(join(into, file))).filter((path) => !existsSync(path));
  const sources = wanted.map((path) => relative(into, path).replace(/\.d\.ts$/, ".ts"));
  return [...new Set(sources)].filter((file) => existsSync(join(ROOT, file))).toSorted();
}

/** The paths of the declarations that a declaration imports. */
function importsOf(file: string): readonly string[] {
  return Array.from(readFileSync(file, "utf8").matchAll(RELATIVE), ([path]) => join(dirname(file), toDeclaration(path)));
}

function toDeclaration(file: string): string {
  return file.replace(/\.(?:tsx?|js)$/, ".d.ts");
}

const SPECIFIER = /(?<=\b(?:from|import)\s*\(?\s*)"(@colophon\/[\w-]+)(\/[^"]+)?"/g;

/** Makes imports of our packages relative in all compiled files, because the published package contains them all. */
function resolveOwnImports(folder: string): void {
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
