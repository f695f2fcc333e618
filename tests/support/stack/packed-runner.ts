import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPackage } from "./installed-package.ts";
import type { Runner } from "./stack-process.ts";

const RUNNER = "tests/support/stack/run-stack";

export interface PackedRunner extends Runner {
  remove(): void;
}

/**
 * Builds the programs of the package and the runner of stacks: a stack then starts from the code that people install, and takes .9 s
 * less processor time than from 1,600 source files.
 */
export async function packRunner(): Promise<PackedRunner> {
  const folder = mkdtempSync(join(tmpdir(), "colophon-package-"));
  const code = await installPackage(folder, [`${RUNNER}.ts`]);
  return {
    file: join(code, `${RUNNER}.js`),
    compileCache: join(folder, "compiled"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
