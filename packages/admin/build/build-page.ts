/** Builds the admin page from its sources, together with the custom parts of a project. Downloads nothing. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { renewFolder } from "./replace-folder.ts";

export interface Page {
  /** The folder of the admin package. */
  readonly page: string;
  /** The folder of the project's custom parts; its `index.ts` exports them. */
  readonly parts: string;
  /** The folder that the gateway serves. */
  readonly into: string;
  /** More files whose change requires a new build. */
  readonly extraSources?: readonly string[];
}

const STAMP = ".made-from";
/** Smaller files are not compressed. */
const MIN_BYTES = 1024;

/** Builds the page if it is missing or its sources have changed. @returns whether it was built */
export function buildPage({ page, parts, into, extraSources = [] }: Page): boolean {
  const sourceHash = hashOf([...extraSources, ...sourcesOf(page), ...filesIn("**/*.*", parts)]);
  const stamp = join(into, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sourceHash) return false;
  build({ page, parts, into }, sourceHash);
  return true;
}

function build({ page, parts, into }: Page, sourceHash: string): void {
  renewFolder(into, (draft) => {
    mkdirSync(join(draft, "admin"));
    runVite(page, parts, join(draft, "admin"));
    compress(draft);
    writeFileSync(join(draft, STAMP), sourceHash);
    return true;
  });
}

function runVite(page: string, parts: string, folder: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, viteCommand(page, ["build", "--logLevel", "warn"]), {
    cwd: page,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", ADMIN_BUILD_FOLDER: folder, ADMIN_PARTS_FOLDER: parts },
  });
  if (status !== 0) throw new Error(`The admin page could not be built:\n${stdout}${stderr}`);
}

/** The arguments of Node that run a command of the Vite that the admin package depends on, with its configuration. */
export function viteCommand(page: string, command: readonly string[]): string[] {
  const vite = dirname(createRequire(join(page, "package.json")).resolve("vite/package.json"));
  return [join(vite, "bin/vite.js"), ...command, "--config", join(page, "build/vite.config.ts")];
}

function sourcesOf(page: string): readonly string[] {
  return filesIn(["{package,tsconfig}.json", "index.html", "build/*", "src/**/*.*"], page);
}

function filesIn(patterns: string | string[], folder: string): readonly string[] {
  const found = globSync(patterns, { cwd: folder, exclude: (path) => basename(path) === "node_modules" });
  return found.toSorted().map((file) => join(folder, file));
}

function hashOf(files: readonly string[]): string {
  const hash = files.reduce((hash, file) => hash.update(basename(file)).update(readFileSync(file)), createHash("sha256"));
  return hash.update(process.env["VITE_COLOPHON_URL"] ?? "").digest("hex");
}

/** Writes a brotli and a gzip version of every text file, so that nothing is compressed per request. */
function compress(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(?:js|css|html|svg|json)$/.test(file)) continue;
    const bytes = readFileSync(join(folder, file));
    if (bytes.length < MIN_BYTES) continue;
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
