import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Refusal } from "../cli/failures.ts";
import { PROJECT } from "../stack/settings.ts";

/** A version of the product, installed into a folder of its own. */
export interface Release {
  readonly version: string;
  /** The path of its command line program. */
  readonly program: string;
  /** The packages that it needs at exactly these versions. */
  readonly peers: Readonly<Record<string, string>>;
}

const LIMIT_MS = 600_000;
/** The check needs only the configuration and the tables. */
const UNNEEDED = ["--omit=dev", "--omit=optional", "--omit=peer", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];

/** The package specifier for npm: `file:` with a path for a packed package, else a version or a tag. */
export function specOf(wanted: string): string {
  return /\.(?:tgz|tar\.gz)$/.test(wanted) ? `file:${resolve(PROJECT, wanted)}` : wanted;
}

/** The version in the project's registry for a version or a tag. @throws Refusal */
export async function findVersion(wanted: string): Promise<string> {
  const printed = await npm(["view", `colophon@${wanted}`, "version", "--json"], PROJECT);
  const found: unknown = printed.trim() === "" ? null : JSON.parse(printed);
  const version: unknown = Array.isArray(found) ? found.at(-1) : found;
  if (typeof version !== "string") throw new Refusal(`The registry has no colophon@${wanted}.`);
  return version;
}

/** Installs the version in a temporary folder while `work` runs. @throws Refusal */
export async function withRelease<T>(spec: string, work: (release: Release) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-upgrade-"));
  try {
    const settings = join(PROJECT, ".npmrc");
    if (existsSync(settings)) copyFileSync(settings, join(folder, ".npmrc"));
    await npm(["install", "--prefix", folder, ...UNNEEDED, `colophon@${spec}`], folder);
    const installed = join(folder, "node_modules/colophon");
    const { version, bin, peerDependencies = {} } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    return await work({ version, program: join(installed, bin.colophon), peers: peerDependencies });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** npm knows the project's registry and its credentials. */
async function npm(args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("npm", [...args], { cwd, timeout: LIMIT_MS, shell: process.platform === "win32" });
    return stdout;
  } catch (error) {
    throw new Refusal(sentenceOfNpm(error), { cause: error });
  }
}

function sentenceOfNpm(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const lines = said.split("\n").flatMap((line) => /^npm (?:error|ERR!) (.+)$/.exec(line)?.[1] ?? []);
  const reason = lines.find((line) => !/^(?:code|errno|syscall|path|dest) /.test(line)) ?? (error instanceof Error ? error.message : "");
  return `npm could not get that version: ${reason}`;
}
