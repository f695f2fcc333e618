import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../stack/settings.ts";
import { copyTexts } from "./dist.ts";
import { manifestOf } from "./manifests.ts";

const FILES = ["src", "index.html", "vite.config.ts", "build/classic-scripts.ts"];
const FOLDER = "published"; // `dist` is the built page
/** The parts of a tsconfig.json that Vite reads; the admin package's own one extends that of the repository. */
const COMPILER_OPTIONS = { target: "es2024", module: "preserve", jsx: "react-jsx", verbatimModuleSyntax: true };

/** Builds the package `@colophon/admin`: the sources of the admin page and its build, for projects with custom parts. @returns the folder */
export function buildAdminSources(): string {
  const { folder, manifest } = manifestOf("@colophon/admin");
  const { name, version, description, license, dependencies = {}, devDependencies = {} } = manifest;
  const into = join(ROOT, folder, FOLDER);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const file of FILES) cpSync(join(ROOT, folder, file), join(into, file), { recursive: true });
  copyTexts(folder, into);
  writeFileSync(join(into, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }, null, 2));
  const { "@colophon/config": _types, ...needed }: Record<string, string> = {
    ...dependencies,
    ...devDependencies,
    "@colophon/client": version,
  };
  const published = {
    name,
    version,
    description,
    license,
    type: "module",
    exports: { "./package.json": "./package.json" },
    dependencies: needed,
  };
  writeFileSync(join(into, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  return into;
}
