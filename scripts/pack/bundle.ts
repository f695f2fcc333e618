import { cpSync, existsSync, globSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../stack/settings.ts";
import { readManifest, type Dependency, type Manifest } from "./manifests.ts";

/** Files that no process reads; the last one would exclude other files from the package. */
const UNREAD = [
  "**/*.{bc.js,map,md,markdown,ts,mts,cts,tsx,flow}",
  "**/{test,tests,docs,example,examples,benchmark,prebuilds}/**",
  "**/node_modules/**",
  "**/.{git,npm}ignore",
];
/** Packages of which only a few files are read. */
const READ: Readonly<Record<string, readonly string[]>> = {
  "@prisma/client": ["runtime/client.js", "runtime/query_compiler_fast_bg.postgresql.{mjs,wasm-base64.mjs}"],
  bullmq: ["dist/cjs/**/*"],
  "js-redis-server": ["dist/*.mjs"],
  "libheif-js": ["libheif-wasm/libheif.{js,wasm}"],
  luxon: ["build/{es6,node}/*"],
  mediabunny: ["dist/modules/**/*.js"],
  "swagger-ui-dist": ["swagger-ui.css", "swagger-ui-bundle.js"],
};

/** The folder of an installed package, and its target. */
interface Placed {
  readonly from: string;
  readonly into: string;
}

/**
 * Copies packages with their dependencies into the folder's `node_modules`, in the locked versions, without files that no process reads.
 * If two packages need different versions of a third, all but the first get a nested copy.
 */
export function bundle(folder: string, dependencies: ReadonlyMap<string, Dependency>): void {
  const waiting: Placed[] = [];
  const origins = new Map<string, string>();
  const place = (name: string, from: string, above: readonly string[]): void => {
    const known = above.map((place) => origins.get(join(place, "node_modules", name))).find((origin) => origin !== undefined);
    if (known === from) return;
    const into = join(known === undefined ? folder : (above[0] ?? folder), "node_modules", name);
    origins.set(into, from);
    copy(name, from, into);
    waiting.push({ from, into });
  };
  for (const [name, { of }] of dependencies) place(name, realpathSync(join(ROOT, of, "node_modules", name)), [folder]);
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { from, into } = next;
    for (const name of Object.keys(readManifest(join(from, "package.json")).dependencies ?? {}))
      place(name, installedFor(from, name), placesAbove(into, folder));
  }
}

/** Resolved as Node.js does it. */
function installedFor(from: string, name: string): string {
  const path = join(from, "node_modules", name);
  if (existsSync(path)) return realpathSync(path);
  if (dirname(from) === from) throw new Error(`${name} is not installed`);
  return installedFor(dirname(from), name);
}

/** The package and the packages that contain it, itself first. */
function placesAbove(into: string, folder: string): string[] {
  if (into === folder) return [folder];
  const outer = into.slice(0, into.lastIndexOf("/node_modules/"));
  return [into, ...placesAbove(outer, folder)];
}

function copy(name: string, from: string, into: string): void {
  mkdirSync(into, { recursive: true });
  for (const wanted of READ[name] ?? ["**/*"]) {
    const found = globSync(wanted, { cwd: from, exclude: UNREAD, withFileTypes: true }).filter((entry) => entry.isFile());
    if (found.length === 0) throw new Error(`${name} has no ${wanted}`);
    for (const { parentPath, name: file } of found) cpSync(join(parentPath, file), join(into, join(parentPath, file).slice(from.length)));
  }
  for (const licence of globSync("{LICEN[CS]E,NOTICE}*", { cwd: from })) cpSync(join(from, licence), join(into, licence));
  writeFileSync(join(into, "package.json"), JSON.stringify(withoutTooling(readManifest(join(from, "package.json"))), null, 2));
}

/** A package.json without scripts and development dependencies. */
function withoutTooling(manifest: Manifest): Partial<Record<string, unknown>> {
  const left: Record<string, unknown> = { ...manifest };
  for (const key of ["scripts", "devDependencies", "optionalDependencies", "peerDependencies", "peerDependenciesMeta", "files", "bin"])
    delete left[key];
  return left;
}
