import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../stack/settings.ts";
import { compile } from "./compile.ts";
import { manifestOf } from "./manifests.ts";
import { completeDeclarations, declareReached } from "./reached-declarations.ts";

export interface Contents {
  /** Source folders, relative to the repository. */
  readonly sources: readonly string[];
  /** Files other than code, at the paths where the code reads them. */
  readonly files: readonly string[];
  /** Exports of types only, with the described module and the tsconfig.json of its package. */
  readonly types?: Readonly<Record<string, { readonly file: string; readonly settings: string }>>;
  /** The executables, by command name. */
  readonly bin?: Readonly<Record<string, string>>;
  /** Further members of its package.json, after the code is written. */
  readonly manifest: (into: string) => Readonly<Record<string, unknown>>;
}

/** Builds a published package, in its `dist` by default: the compiled repository with its paths. @returns the folder */
export function buildPackage(packageName: string, { sources, files, types = {}, bin, manifest }: Contents, place?: string): string {
  const { folder, manifest: own } = manifestOf(packageName);
  const { name, version, description, license, exports = {} } = own;
  const into = place ?? join(ROOT, folder, "dist");
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  compile({ folders: sources, declared: Object.values(exports).map((file) => join(folder, file)), into });
  for (const { file, settings } of Object.values(types)) declareReached({ files: [file], settings, into });
  completeDeclarations(into);
  for (const file of [...files, "LICENSE"]) cpSync(join(ROOT, file), join(into, file), { recursive: true });
  for (const file of Object.values(bin ?? {})) makeExecutable(join(into, file));
  const places = Object.entries(exports).map(([name, file]) => [name, publishedPlace(join(folder, file))]);
  const described = Object.entries(types).map(([name, { file }]) => [name, { types: publishedPlace(file).types }]);
  const published = {
    name,
    version,
    description,
    license,
    type: "module",
    engines: { node: ">=20.19" },
    ...(bin && { bin }),
    exports: { ...Object.fromEntries([...places, ...described]), "./package.json": "./package.json" },
    ...manifest(into),
  };
  writeFileSync(join(into, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  return into;
}

function makeExecutable(file: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.startsWith("#!")) writeFileSync(file, `#!/usr/bin/env node\n${text}`);
  chmodSync(file, 0o755);
}

function publishedPlace(file: string): { readonly types: string; readonly default: string } {
  const place = `./${file.replace(/\.ts$/, "")}`;
  return { types: `${place}.d.ts`, default: `${place}.js` };
}
