/** Checks the types of the repository together with those of every TypeScript example of the documentation, in one run of the compiler. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { placeOf } from "./blocks.ts";
import { writePrograms } from "./programs.ts";

/** Fewer are found only if the blocks are no longer recognized. */
const LEAST_PROGRAMS = 20;

const folder = mkdtempSync(join(tmpdir(), "colophon-types-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const programs = writePrograms(folder);
if (programs.length < LEAST_PROGRAMS) throw new Error(`The documentation has only ${programs.length} examples in TypeScript`);

const ofRoot: { readonly include: readonly string[] } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"));
/** The examples are outside the workspace. */
const paths = {
  "@colophon/config": [join(ROOT, "packages/config/src/index.ts")],
  "colophon/*": [join(ROOT, "packages/colophon/src/*.ts")],
  "@colophon/react-admin": [join(ROOT, "packages/react-admin/src/index.ts")],
};
const together = {
  extends: join(ROOT, "tsconfig.json"),
  compilerOptions: { moduleDetection: "force", typeRoots: [join(ROOT, "node_modules/@types")], paths },
  include: ["**/*.ts", ...ofRoot.include.map((path) => join(ROOT, path))],
};
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(together));

const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, "--project", folder], { cwd: folder, encoding: "utf8" });
const found = (stdout + stderr).replaceAll(`${relative(folder, ROOT)}/`, "");
console.log(programs.reduce((text, { file, block }) => text.replaceAll(file.slice(folder.length + 1), placeOf(block)), found));
process.exitCode = status ?? 1;
