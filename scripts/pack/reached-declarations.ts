import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../stack/settings.ts";
import { declare, type Declared } from "./compile.ts";
import { resolveOwnImports } from "./own-imports.ts";

const RELATIVE = /(?<=\b(?:from|import)\s*\(?\s*")\.{1,2}\/[^"]+(?=")/g;

/** As `declare`, but without declarations that those of the files don't reach, which a page has many of. */
export function declareReached({ files, settings, into }: Required<Declared>): void {
  const draft = mkdtempSync(join(into, ".declarations-"));
  try {
    declare({ files, settings, into: draft });
    const reached = new Set(files.map((file) => join(draft, toDeclaration(file))));
    for (const file of reached) for (const next of importsOf(file).filter((path) => existsSync(path))) reached.add(next); // it goes on with these
    for (const file of reached) cpSync(file, join(into, relative(draft, file)));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Makes imports of our packages relative, and declares what the declarations import of them, until nothing is missing: TypeScript takes
 * another package for a library and writes nothing for it.
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

/** Sources of this repository that a declaration names and that have none. */
function missingIn(into: string): readonly string[] {
  const declarations = globSync("**/*.d.ts", { cwd: into, exclude: ["**/node_modules/**"] });
  const wanted = declarations.flatMap((file) => importsOf(join(into, file))).filter((path) => !existsSync(path));
  const sources = wanted.map((path) => relative(into, path).replace(/\.d\.ts$/, ".ts"));
  return [...new Set(sources)].filter((file) => existsSync(join(ROOT, file))).toSorted();
}

/** The declarations that one names, each where it would be. */
function importsOf(file: string): readonly string[] {
  return Array.from(readFileSync(file, "utf8").matchAll(RELATIVE), ([path]) => join(dirname(file), toDeclaration(path)));
}

function toDeclaration(file: string): string {
  return file.replace(/\.(?:tsx?|js)$/, ".d.ts");
}
