import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { declare, type Declared } from "./compile.ts";

const RELATIVE = /(?<=\b(?:from|import)\s*\(?\s*")\.{1,2}\/[^"]+(?=")/g;

/** As `declare`, but without declarations that those of the files don't reach, which a page has many of. */
export function declareReached({ files, settings, into }: Required<Declared>): void {
  const draft = mkdtempSync(join(into, ".declarations-"));
  try {
    declare({ files, settings, into: draft });
    const reached = new Set(files.map((file) => join(draft, toDeclaration(file))));
    for (const file of reached) for (const next of importsOf(file)) reached.add(next); // a set goes on with what is added meanwhile
    for (const file of reached) cpSync(file, join(into, relative(draft, file)));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function importsOf(file: string): readonly string[] {
  const named = Array.from(readFileSync(file, "utf8").matchAll(RELATIVE), ([path]) => join(dirname(file), toDeclaration(path)));
  return named.filter((path) => existsSync(path));
}

function toDeclaration(file: string): string {
  return file.replace(/\.(?:tsx?|js)$/, ".d.ts");
}
