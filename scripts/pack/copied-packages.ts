import { cpSync, globSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { readManifest, type Dependency } from "./manifests.ts";

/** Packages whose files are read by their paths, and these files. */
const READ: Readonly<Record<string, readonly string[]>> = {
  "libheif-js": ["libheif-wasm/libheif.{js,wasm}"],
  "swagger-ui-dist": ["swagger-ui.css", "swagger-ui-bundle.js"],
};

/** Copies the packages that a bundle can't contain into the folder's `node_modules`, without files that no process reads. @returns their names */
export function copyPackages(folder: string, dependencies: ReadonlyMap<string, Dependency>): void {
  for (const [name, files] of Object.entries(READ)) {
    const of = dependencies.get(name)?.of;
    if (of === undefined) throw new Error(`No package depends on ${name}`);
    copy(realpathSync(join(ROOT, of, "node_modules", name)), files, join(folder, "node_modules", name));
  }
}

function copy(from: string, files: readonly string[], into: string): void {
  mkdirSync(into, { recursive: true });
  for (const wanted of [...files, "{LICEN[CS]E,NOTICE}*"])
    for (const file of globSync(wanted, { cwd: from })) cpSync(join(from, file), join(into, file));
  const { name, version, license, exports } = readManifest(join(from, "package.json"));
  writeFileSync(join(into, "package.json"), JSON.stringify({ name, version, license, exports }, null, 2));
}
