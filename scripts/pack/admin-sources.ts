import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { copyTexts } from "./dist.ts";
import { manifestOf } from "./manifests.ts";

const FILES = ["src", "index.html", "build/vite.config.ts", "build/classic-scripts.ts"];
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
  copyModel(into);
  copyTexts(folder, into);
  writeFileSync(join(into, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }, null, 2));
  const published = {
    name,
    version,
    description,
    license,
    type: "module",
    exports: { "./package.json": "./package.json" },
    dependencies: installed({ ...dependencies, ...devDependencies, "@colophon/client": version }),
  };
  writeFileSync(join(into, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  return into;
}

/** The versions that the registry has. The page needs only the model's sources and types of packages that are not published. */
function installed(dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(dependencies).filter(([, version]) => !version.startsWith("workspace:")));
}

/** The page is built with the model's sources, which are no package of their own. */
function copyModel(into: string): void {
  const model = "model";
  cpSync(join(ROOT, manifestOf("@colophon/model").folder, "src"), join(into, model), { recursive: true });
  for (const file of globSync("src/**/*.{ts,tsx}", { cwd: into })) {
    const path = join(into, file);
    const text = readFileSync(path, "utf8");
    const resolved = text.replaceAll('from "@colophon/model"', `from "${relative(dirname(file), `${model}/index.ts`)}"`);
    if (resolved !== text) writeFileSync(path, resolved);
  }
}
