import { cpSync, existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ROOT } from "colophon/stack/settings.ts";
import { renewFolder } from "../../packages/admin/build/replace-folder.ts";
import { copyTexts } from "./dist.ts";
import { manifestOf } from "./manifests.ts";

const FILES = ["src", "index.html", "build/vite.config.ts", "build/classic-scripts.ts"];
const ADMIN = manifestOf("@colophon/admin");
const FOLDER = "published"; // `dist` is the built page
/** The parts of a tsconfig.json that Vite reads; the admin package's own one extends that of the repository. */
const COMPILER_OPTIONS = { target: "es2024", module: "preserve", jsx: "react-jsx", verbatimModuleSyntax: true };

/**
 * Builds the package `@colophon/admin`: the sources of the admin page and its build, for projects with custom parts. A folder that has these
 * files already is left as it is, because another process may be building a page from it. @returns the folder
 */
export function buildAdminSources(into = join(ROOT, ADMIN.folder, FOLDER)): string {
  renewFolder(into, (draft) => {
    writeSources(draft);
    return !hasFilesOf(draft, into);
  });
  return into;
}

function writeSources(into: string): void {
  const { folder, manifest } = ADMIN;
  const { name, version, description, license, dependencies = {}, devDependencies = {} } = manifest;
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
}

/** Whether a folder exists and has the same files as this one, with the same bytes. */
function hasFilesOf(wanted: string, found: string): boolean {
  if (!existsSync(found)) return false;
  const files = filesIn(wanted);
  if (!isDeepStrictEqual(files, filesIn(found))) return false;
  return files.every((file) => readFileSync(join(wanted, file)).equals(readFileSync(join(found, file))));
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).toSorted();
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
