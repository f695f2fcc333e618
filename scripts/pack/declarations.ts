import { join } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { ROOT } from "colophon/stack/settings.ts";
import { sourcesOfImports } from "./manifests.ts";
import { inputOf, OUTPUT } from "./bundle.ts";

export interface Declared {
  /** Modules, relative to the repository. The output keeps their paths. */
  readonly entries: readonly string[];
  /** The tsconfig.json of their package. */
  readonly settings?: string;
  readonly into: string;
}

/*
 * rolldown-plugin-dts stays at 0.26, the last version that is JavaScript alone: later ones need a binary of the platform, and an installation
 * that lacks it can't build the packages.
 */

/** Packages of the registry: their types stay outside. */
const OF_OTHERS = /^(?!@?colophon\/)[@\w]/;

/** Writes the type declarations of modules, with the types of our packages that they need. What several modules need is in files that they share. */
export async function declare({ entries, settings = "tsconfig.json", into }: Declared): Promise<void> {
  const paths = sourcesOfImports(); // TypeScript writes no declarations for modules that it finds in node_modules
  const build = await rolldown({
    input: inputOf(entries),
    platform: "node",
    external: OF_OTHERS,
    checks: { bundlerTimings: false },
    plugins: [dts({ emitDtsOnly: true, tsconfig: join(ROOT, settings), compilerOptions: { paths } })],
  });
  await build.write({ ...OUTPUT, dir: into });
  await build.close();
}
