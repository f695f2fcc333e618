/** A package as it is published. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The same package under another version, in a folder of its own there. @returns that folder */
export function renumbered(packed: string, version: string, folder: string): string {
  const copy = mkdtempSync(join(folder, "newer-"));
  cpSync(packed, copy, { recursive: true });
  const file = join(copy, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const { "@colophon/client": client, ...others } = manifest.dependencies ?? {};
  writeFileSync(
    file,
    JSON.stringify({ ...manifest, version, dependencies: { ...others, ...(client && { "@colophon/client": version }) } }),
  );
  return copy;
}

/** The packages that a module names. */
export function importsOf(text: string): string[] {
  const found = text.matchAll(/^(?:import|export|\})[^"=;]*\bfrom "([^"./][^"]*)"|^import "([^"./][^"]*)"|\bimport\("([^"./][^"]*)"\)/gm);
  const specifiers = Array.from(found, ([, of, alone, late]) => of ?? alone ?? late ?? "");
  return specifiers.map((specifier) => (specifier.startsWith("node:") ? specifier : (/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "")));
}
