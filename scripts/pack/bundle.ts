import { join, relative } from "node:path";
import { rolldown, type Plugin } from "rolldown";
import { ROOT } from "colophon/stack/settings.ts";
import { writeLicences } from "./licences.ts";

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
/** Libraries look for them and work without. */
const ABSENT = ["pg-native", "pg-cloudflare"];

/**
 * Bundles programs with all packages that they import: a start then reads a few files instead of 1,600. What several programs or parts
 * import is in files that they share. Dynamic imports stay so.
 */
export async function bundle({ entries, external, into }: Bundle): Promise<void> {
  const input = Object.fromEntries(entries.map((entry) => [entry.replace(/\.ts$/, ""), join(ROOT, entry)]));
  const build = await rolldown({
    input,
    platform: "node",
    external: [...external, ...ABSENT],
    plugins: [keepPlaces()],
    onLog: (level, { message }) => {
      if (level === "warn") console.warn(message);
    },
  });
  const { output } = await build.write({
    dir: into,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    comments: { legal: false, annotation: false, jsdoc: false },
  });
  await build.close();
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  writeLicences(modules, into);
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
        const place = relative(ROOT, id).replace(/\.ts$/, ".js");
        const own = code.replaceAll(/\bimport\.meta\b(?!\.resolve)/g, "__meta");
        if (own === code) return null;
        return `import { metaAt as __metaAt } from ${JSON.stringify(META)};\nconst __meta = __metaAt(new URL("${TO_ROOT}/${place}", import.meta.url));\n${own}`;
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
