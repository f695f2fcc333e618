import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";

/** The members of a package.json that are read here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Member {
  /** Relative to the repository. */
  readonly folder: string;
  readonly manifest: Manifest;
}

const members = new Map(
  globSync("{gateway,scripts,services/*,packages/*}/package.json", { cwd: ROOT }).map((file): [string, Member] => {
    const manifest = readManifest(join(ROOT, file));
    return [manifest.name, { folder: dirname(file), manifest }];
  }),
);

/** Files other than package.json that contain the version: the tags of our images. */
export const IMAGE_TAG_FILES = ["docker-compose.yml", "k8s/**/*.yaml"];

/** The version in a package.json of the repository. */
export function versionIn(file: string): string {
  return readManifest(join(ROOT, file)).version;
}

export function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A package of this repository. */
export function manifestOf(name: string): Member {
  const member = members.get(name);
  if (!member) throw new Error(`There is no package ${name} in this repository`);
  return member;
}

/** What a published package exports. A pattern names modules that only this repository imports. */
export function publishedExports({ exports = {} }: Manifest): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(exports).filter(([name]) => !name.includes("*")));
}

/** The source files of imports of our packages, by specifier, as TypeScript's option `paths`. */
export function sourcesOfImports(): Record<string, string[]> {
  const sources = [...members.values()].flatMap(({ folder, manifest: { name, exports = {} } }) =>
    Object.entries(exports).map(([place, file]): [string, string[]] => [join(name, place), [join(ROOT, folder, file)]]),
  );
  return Object.fromEntries(sources);
}

/** A package of the registry that one of our packages depends on. */
export interface Dependency {
  readonly version: string;
  /** The folder of our package, relative to the repository. */
  readonly of: string;
}

/** Versions by package name. */
export function versionsOf(dependencies: ReadonlyMap<string, Dependency>): Readonly<Record<string, string>> {
  return Object.fromEntries([...dependencies].map(([name, { version }]) => [name, version]));
}

/** The transitive dependencies of these packages, through our packages; each has one version. */
export function dependenciesOf(names: readonly string[]): ReadonlyMap<string, Dependency> {
  const found = new Map<string, Dependency>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const { folder, manifest } = manifestOf(name);
    for (const [dependency, version] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      if (dependency.startsWith("@colophon/")) visit(dependency);
      else if (!dependency.startsWith("@types/")) add(dependency, { version, of: folder });
    }
  };
  const add = (name: string, wanted: Dependency): void => {
    const { version, of } = found.get(name) ?? wanted;
    if (version !== wanted.version) throw new Error(`${name} is required as ${version} by ${of} and as ${wanted.version} by ${wanted.of}`);
    found.set(name, { version, of });
  };
  for (const name of names) visit(name);
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
