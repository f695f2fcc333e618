import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { bundle } from "./bundle.ts";
import { declare } from "./declarations.ts";
import { manifestOf, publishedExports } from "./manifests.ts";

export interface Contents {
  /** The folder of the package that contains the files; empty for the package itself. */
  readonly inside?: string;
  /** The modules from which its code is bundled, and what the bundle leaves out. */
  readonly code: { readonly entries: readonly string[]; readonly external: readonly RegExp[] };
  /** Files other than code, at the paths where the code reads them. */
  readonly files: readonly string[];
  /** Exports of types only, with the described module and the tsconfig.json of its package. */
  readonly types?: Readonly<Record<string, { readonly file: string; readonly settings: string }>>;
  /** Whether the declarations of its types are written; by default they are. */
  readonly isDeclared?: boolean;
  /** The executables, by command name. */
  readonly bin?: Readonly<Record<string, string>>;
  /** Further members of its package.json, after the code is written. */
  readonly manifest: (code: string) => Readonly<Record<string, unknown>>;
}

/** Builds a published package, in its `dist` by default: programs and modules at their paths in the repository. @returns the folder */
export async function buildPackage(packageName: string, contents: Contents, target?: string): Promise<string> {
  const { inside = "", types = {}, bin, manifest } = contents;
  const { folder, manifest: own } = manifestOf(packageName);
  const { name, version, description, license } = own;
  const exports = publishedExports(own);
  const into = target ?? join(ROOT, folder, "dist");
  const code = join(into, inside);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(code, { recursive: true });
  await writeCode(
    code,
    contents,
    Object.values(exports).map((file) => join(folder, file)),
  );
  copyTexts(folder, into);
  if (code !== into) writeManifest(code, { version, type: "module" });
  const places = Object.entries(exports).map(([name, file]) => [name, publishedPlace(join(inside, folder, file))]);
  const described = Object.entries(types).map(([name, { file }]) => [name, { types: publishedPlace(join(inside, file)).types }]);
  writeManifest(into, {
    name,
    version,
    description,
    license,
    type: "module",
    engines: { node: ">=20.19" },
    ...(bin && { bin: Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, join(inside, file)])) }),
    exports: { ...Object.fromEntries([...places, ...described]), "./package.json": "./package.json" },
    ...manifest(code),
  });
  return into;
}

/** The texts that the registry shows: a package without its README is refused. */
export function copyTexts(folder: string, into: string): void {
  cpSync(join(ROOT, "LICENSE"), join(into, "LICENSE"));
  cpSync(join(ROOT, folder, "README.md"), join(into, "README.md"));
}

async function writeCode(
  code: string,
  { code: of, files, types = {}, isDeclared = true, bin = {} }: Contents,
  exported: readonly string[],
) {
  await bundle({ ...of, into: code });
  if (isDeclared) await writeDeclarations(code, types, exported);
  for (const file of files) cpSync(join(ROOT, file), join(code, file), { recursive: true });
  for (const file of Object.values(bin)) makeExecutable(join(code, file));
}

async function writeDeclarations(into: string, types: Required<Contents>["types"], exported: readonly string[]): Promise<void> {
  if (exported.length > 0) await declare({ entries: exported, into });
  for (const { file, settings } of Object.values(types)) await declare({ entries: [file], settings, into });
}

function writeManifest(folder: string, manifest: Readonly<Record<string, unknown>>): void {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

function makeExecutable(file: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.startsWith("#!")) writeFileSync(file, `#!/usr/bin/env node\n${text}`);
  chmodSync(file, 0o755);
}

function publishedPlace(file: string): { readonly types: string; readonly default: string } {
  const path = `./${file.replace(/\.ts$/, "")}`;
  return { types: `${path}.d.ts`, default: `${path}.js` };
}
