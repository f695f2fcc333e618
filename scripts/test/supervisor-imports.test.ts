import { readFileSync } from "node:fs";
import { isBuiltin, stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { ROOT } from "colophon/stack/settings.ts";
import { manifestOf } from "../pack/manifests.ts";

const IMPORT = /(?:\bfrom|^import) "([^"]+)"/gm;

test.each(["packages/colophon/src/start.ts", "scripts/run.ts"])(
  "what %s imports, and so keeps in memory while it supervises, is no package from npm",
  (entry) => {
    const modules = new Set([join(ROOT, entry)]);
    const packages: string[] = [];
    for (const file of modules)
      for (const specifier of importsOf(file)) {
        const found = fileOf(specifier, file);
        if (found !== null) modules.add(found); // the loop also visits it
        else if (!isBuiltin(specifier)) packages.push(`${specifier} in ${file}`);
      }

    expect(packages).toEqual([]);
    expect([...modules]).toContain(join(ROOT, "packages/colophon/src/stack/processes/supervise.ts"));
    expect(modules.size).toBeLessThan(50);
  },
);

function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  return Array.from((file.endsWith(".ts") ? stripTypeScriptTypes(text) : text).matchAll(IMPORT), ([, name = ""]) => name);
}

/** The file of one of our modules; null for others. */
function fileOf(specifier: string, from: string): string | null {
  if (specifier.startsWith(".")) return resolve(dirname(from), specifier);
  const [, name = "", path = ""] = /^(@colophon\/[\w-]+|colophon)(\/.*)?$/.exec(specifier) ?? [];
  if (name === "") return null;
  const { folder, manifest } = manifestOf(name);
  return join(ROOT, folder, manifest.exports?.[`.${path}`] ?? (manifest.exports?.["./*.ts"] ? `src${path}` : path));
}
