import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "./manifests.ts";

const PACKAGE = /^.*[/]node_modules[/](?:@[^/]+[/])?[^/]+/;
const FILE = "THIRD-PARTY-LICENSES.txt";

/** Writes the licences of all packages whose modules are in a bundle, because a bundle leaves their files out. */
export function writeLicences(modules: readonly string[], into: string): void {
  const folders = new Set(modules.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const texts = new Map([...folders].map((folder) => textOf(folder)));
  const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(join(into, FILE), sorted.map(([name, text]) => `${name}\n\n${text.trim()}\n`).join(`\n${"-".repeat(80)}\n\n`));
}

function textOf(folder: string): [name: string, text: string] {
  const { name, version, license, author } = readManifest(join(folder, "package.json"));
  const files = globSync("{LICEN[CS]E,License,license,licence,NOTICE,COPYING}*", { cwd: folder }).toSorted();
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const notice = `License: ${license ?? "see its repository"}. Copyright: ${typeof author === "object" ? author.name : (author ?? "its authors")}.`;
  return [`${name} ${version}`, texts.length > 0 ? texts.join("\n\n") : notice];
}
