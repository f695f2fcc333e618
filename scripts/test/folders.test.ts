import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { ROOT } from "colophon/stack/settings.ts";

const SPECIFIER = /(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g;

test("no folder of source files imports one that imports it, and outside the admin page not in a wider circle either", () => {
  const imports = folderImports(
    globSync("{packages,services}/*/src/**/*.{ts,tsx}", { cwd: ROOT }).concat(globSync("gateway/src/**/*.ts", { cwd: ROOT })),
  );
  const pairs = [...imports].flatMap(([from, into]) =>
    [...into].filter((to) => from < to && imports.get(to)?.has(from)).map((to) => [from, to]),
  );
  const circles = [...imports.keys()].filter((folder) => !folder.startsWith("packages/admin/") && reachable(imports, folder).has(folder));

  expect(pairs).toEqual([]);
  expect(circles).toEqual([]);
});

/** By folder: the folders that its files import, without those that contain it or that it contains. */
function folderImports(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const from = dirname(file);
    for (const [, specifier = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(SPECIFIER)) {
      const to = dirname(join(from, specifier));
      if (`${from}/`.startsWith(`${to}/`) || to.startsWith(`${from}/`)) continue;
      imports.set(from, (imports.get(from) ?? new Set<string>()).add(to));
    }
  }
  return imports;
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
