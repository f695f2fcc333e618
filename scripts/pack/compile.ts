import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";

export interface Compilation {
  /** Source folders, relative to the repository; the output keeps their paths. */
  readonly folders: readonly string[];
  readonly into: string;
}

/** Compiles sources to JavaScript with inline sources in the source maps. Types are checked elsewhere. */
export function compile({ folders, into }: Compilation): void {
  runTypeScript(into, { include: folders.map((folder) => join(ROOT, folder)) }, { sourceMap: true, inlineSources: true });
}

export interface Declared {
  /** Modules, relative to the repository. */
  readonly files: readonly string[];
  /** The tsconfig.json of their package. */
  readonly settings?: string;
  readonly into: string;
}

/** Writes the type declarations of modules and of their imports. */
export function declare({ files, settings, into }: Declared): void {
  runTypeScript(into, { files: files.map((file) => join(ROOT, file)) }, { declaration: true, emitDeclarationOnly: true }, settings);
}

function runTypeScript(
  into: string,
  sources: { include?: string[]; files?: string[] },
  options: Readonly<Record<string, boolean>>,
  settings = "tsconfig.json",
): void {
  const compilerOptions = {
    ...options,
    noEmit: false,
    noCheck: true,
    rewriteRelativeImportExtensions: true,
    rootDir: ROOT,
    outDir: into,
    types: ["node"],
    typeRoots: [join(ROOT, "scripts/node_modules/@types")],
  };
  const project = { extends: join(ROOT, settings), compilerOptions, include: [], exclude: [], ...sources };
  const file = join(into, "tsconfig.json");
  writeFileSync(file, JSON.stringify(project));
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(typescript, "bin/tsc"), "-p", file], { encoding: "utf8" });
  rmSync(file);
  if (status !== 0) throw new Error(`TypeScript could not compile:\n${stdout}${stderr}`);
}
