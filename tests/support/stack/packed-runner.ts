import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOfImports } from "@colophon/scripts/pack/packages.ts";
import { installPackage } from "./installed-package.ts";

const RUNNER = "tests/support/stack/run-stack";
/** The modules that configurations import are those of the package too, as in a project: the programs import this module first. */
const OWN_IMPORTS = "own-imports.js";

/**
 * Builds the programs of the package and the runner of stacks: a stack then starts from the code that people install, with two thirds of
 * the processor time that 1,600 source files take.
 *
 * @returns the path of the runner
 */
export async function packRunner(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-package-"));
  const code = await installPackage(folder, { programs: [`${RUNNER}.ts`], firstImport: OWN_IMPORTS });
  writeFileSync(join(code, OWN_IMPORTS), ownImports());
  return join(code, `${RUNNER}.js`);
}

function ownImports(): string {
  return `import { registerHooks } from "node:module";
const files = ${JSON.stringify(codeOfImports(["colophon", "@colophon/config"]))};
registerHooks({
  resolve: (specifier, context, next) =>
    Object.hasOwn(files, specifier) ? { url: new URL(files[specifier], import.meta.url).href, shortCircuit: true } : next(specifier, context),
});
`;
}
