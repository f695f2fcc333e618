import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPackage } from "./installed-package.ts";

const RUNNER = "tests/support/stack/run-stack";

/**
 * Builds the programs of the package and the runner of stacks: a stack then starts from the code that people install, and takes .9 s
 * less processor time than from 1,600 source files.
 *
 * @returns the path of the runner
 */
export async function packRunner(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-package-"));
  return join(await installPackage(folder, [`${RUNNER}.ts`]), `${RUNNER}.js`);
}
