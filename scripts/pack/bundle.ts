import { join, relative } from "node:path";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { rolldown, type Plugin } from "rolldown";
import { ROOT } from "colophon/stack/settings.ts";
import { readManifest } from "./manifests.ts";

export interface Bundle {
  /** Modules, relative to the repository, which are programs or are imported from outside. The output keeps their paths. */
  readonly entries: readonly string[];
  /** Packages that stay outside. */
  readonly external: readonly (string | RegExp)[];
  readonly into: string;
}

/** A place in the output, relative to its folder; written into each file as a path relative to that file. */
const TO_ROOT = "__TO_ROOT__";
const META = "\0import-meta";
/** Modules keep their paths. */
export const OUTPUT = { format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" } as const;
/** Libraries look for them and work without. */
const ABSENT = ["pg-native", "pg-cloudflare"];

/**
 * Bundles programs with all packages that they import: a start then reads a few files instead of 1,600. What several programs or parts
 * import is in files that they share. Dynamic imports stay so.
 */
export async function bundle({ entries, external, into }: Bundle): Promise<void> {
  const build = await rolldown({
    input: inputOf(entries),
    platform: "node",
    external: [...external, ...ABSENT],
    plugins: [keepPlaces()],
    onLog: (level, { message }) => {
      if (level === "warn") console.warn(message);
    },
  });
  const { output } = await build.write({ ...OUTPUT, dir: into, comments: { legal: false, annotation: false, jsdoc: false } });
  await build.close();
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  writeLicences(modules, into);
}

/** The modules at the paths of the output, without their extension. */
export function inputOf(entries: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(entries.map((entry) => [entry.replace(/\.tsx?$/, ""), join(ROOT, entry)]));
}

/** Lets `import.meta` of our modules name the places that they have in the repository: they read files and start programs beside them. */
function keepPlaces(): Plugin {
  return {
    name: "keep-places",
    resolveId: { filter: { id: /^\0import-meta$/ }, handler: (id) => id },
    load: { filter: { id: /^\0import-meta$/ }, handler: () => META_MODULE },
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /[/]node_modules[/]/ }, code: /import\.meta\b/ },
      handler(code, id) {
        const path = relative(ROOT, id).replace(/\.ts$/, ".js");
        const own = code.replaceAll(/\bimport\.meta\b(?!\.resolve)/g, "__meta");
        if (own === code) return null;
        return `import { metaAt as __metaAt } from ${JSON.stringify(META)};\nconst __meta = __metaAt(new URL("${TO_ROOT}/${path}", import.meta.url));\n${own}`;
      },
    },
    renderChunk(code, { fileName }) {
      const depth = fileName.split("/").length - 1;
      return code.includes(TO_ROOT) ? code.replaceAll(TO_ROOT, [".", ...Array<string>(depth).fill("..")].join("/")) : null;
    },
  };
}

const META_MODULE = `
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
export function metaAt(url) {
  const filename = fileURLToPath(url);
  return { url: url.href, filename, dirname: dirname(filename) };
}`;

const PACKAGE = /^.*[/]node_modules[/](?:@[^/]+[/])?[^/]+/;
const FILE = "THIRD-PARTY-LICENSES.txt";

/** Writes the licences of all packages whose modules are in a bundle, because a bundle leaves their files out. */
function writeLicences(modules: readonly string[], into: string): void {
  const folders = new Set(modules.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
  const texts = new Map([...folders].map((folder) => textOf(folder)));
  const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(join(into, FILE), sorted.map(([name, text]) => `${name}\n\n${text.trim()}\n`).join(`\n${"-".repeat(80)}\n\n`));
}

function textOf(folder: string): [name: string, text: string] {
  const { name, version, license, author } = readManifest(join(folder, "package.json"));
  const files = globSync("{LICEN[CS]E,License,license,licence,NOTICE,COPYING}*", { cwd: folder }).toSorted();
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  const notice = `License: ${license ?? "see its repository"}. Copyright: ${typeof author === "object" ? author.name : (author ?? "its authors")}.`;
  return [`${name} ${version}`, texts.length > 0 ? texts.join("\n\n") : notice];
}
