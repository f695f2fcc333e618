import { readFileSync, writeFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { Refusal } from "../cli/failures.ts";
import { PROJECT } from "../stack/settings.ts";

const FILE = join(PROJECT, "package.json");
const GROUPS = ["dependencies", "devDependencies", "optionalDependencies"] as const;

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The changes of an upgrade to the project's package.json. */
export interface Wanted {
  readonly version: string;
  /** What is installed as `colophon` instead of the version: `file:` with a path. */
  readonly spec?: string | undefined;
  readonly peers: Readonly<Record<string, string>>;
}

/** The text of the project's package.json. @throws Refusal if there is none */
export function readProject(): string {
  try {
    const text = readFileSync(FILE, "utf8");
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new Refusal(`${FILE} can't be read: run this in the folder of the project.`, { cause: error });
  }
}

export function writeProject(text: string): void {
  writeFileSync(FILE, text);
}

/**
 * The text of a package.json with the new version: of `colophon`, of our other packages, which have the same version, and of what they
 * need as peers. The prefix of a range (`^`, `~`) and the indentation stay.
 * @throws Refusal if `colophon` has no version in it.
 */
export function withVersion(text: string, { version, spec, peers }: Wanted): string {
  const manifest: Manifest = JSON.parse(text);
  const groups = GROUPS.map((group) => manifest[group]).filter((group) => group !== undefined);
  if (!groups.some((group) => "colophon" in group)) throw new Refusal("package.json has no dependency `colophon`.");
  for (const group of groups) {
    for (const name of Object.keys(group).filter(isOurs)) group[name] = rangeOf(name, group[name] ?? "", version);
    if (spec !== undefined && "colophon" in group) group["colophon"] = spec;
    for (const [name, wanted] of Object.entries(peers)) if (name in group) group[name] = wanted;
  }
  const [indent = "  "] = /(?<=^\{\r?\n)[ \t]+/.exec(text) ?? [];
  return `${JSON.stringify(manifest, null, indent)}\n`;
}

function isOurs(name: string): boolean {
  return name === "colophon" || name.startsWith("@colophon/");
}

function rangeOf(name: string, range: string, version: string): string {
  if (/^(?:workspace|catalog|link|portal):/.test(range))
    throw new Refusal(`package.json has ${name} as \`${range}\`: change the version there.`);
  return `${/^[\^~]/.exec(range)?.[0] ?? ""}${version}`;
}

/** Files of a project that can name a version of the image `colophon/base`. */
const FILES = ["Dockerfile", "compose.yml"];
const IMAGE = /\bcolophon\/base:\d[\w.-]*/g;

/** The text with this version of the base image. Tags such as `latest` are not changed. */
function withBaseImage(text: string, version: string): string {
  return text.replaceAll(IMAGE, `colophon/base:${version}`);
}

/** Changes the version of the base image in the project's files. @returns the names of the changed files */
export function upgradeBaseImage(project: string, version: string): readonly string[] {
  return FILES.filter((name) => {
    const file = join(project, name);
    if (!existsSync(file)) return false;
    const text = readFileSync(file, "utf8");
    const changed = withBaseImage(text, version);
    if (changed !== text) writeFileSync(file, changed);
    return changed !== text;
  });
}
