import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "@jest/globals";
import { ROOT } from "colophon/stack/settings.ts";
import { CORES } from "../dependency-rules.ts";

const SPECIFIER = /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

test("no folder of source files imports one that imports it, also not by way of others", () => {
  const files = globSync(["{packages,services}/*/src/**/*.{ts,tsx}", "gateway/src/**/*.ts"], { cwd: ROOT });

  const circles = circlesOf(folderImports(files, dirname));

  expect(circles).toEqual([]);
});

test.each(CORES)("in $folder this also applies to features with all their folders, and to files beside them", ({ folder }) => {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT });
  const featureOf = (file: string): string => join(folder, relative(folder, file).split("/")[0] ?? "");

  const circles = circlesOf(folderImports(files, featureOf));

  expect(circles).toEqual([]);
});

/** By folder: the folders that its files import, without those that contain it or that it contains. */
function folderImports(files: readonly string[], folderOf: (file: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const from = folderOf(file);
    for (const [, specifier = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(SPECIFIER)) {
      const to = folderOf(join(dirname(file), specifier));
      if (`${from}/`.startsWith(`${to}/`) || to.startsWith(`${from}/`)) continue;
      imports.set(from, (imports.get(from) ?? new Set<string>()).add(to));
    }
  }
  return imports;
}

/** The folders that import themselves by way of others; each with those that it imports, to find the way. */
function circlesOf(imports: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...imports]
    .filter(([folder]) => reachable(imports, folder).has(folder))
    .map(([folder, into]) => `${folder} imports ${[...into].join(", ")}`);
}

/** The folders that can be reached from one. */
function reachable(imports: ReadonlyMap<string, ReadonlySet<string>>, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [from];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const next of imports.get(folder) ?? []) {
      if (!found.has(next)) waiting.push(next);
      found.add(next);
    }
  }
  return found;
}
