import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "@jest/globals";

const MODULE = join(import.meta.dirname, "../../build/replace-folder.ts");
/** Puts a folder in the same place again and again, until each of the two processes has often replaced one of the other. */
const PROGRAM = `import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { replaceFolder } from ${JSON.stringify(MODULE)};
const [name, other] = process.argv.slice(1);
for (let round = 0, met = 0; !existsSync("met-first") || !existsSync("met-second"); round++) {
  mkdirSync(\`\${name}-\${round}\`);
  writeFileSync(\`\${name}-\${round}/\${name}\`, "");
  if (existsSync(\`place/\${other}\`) && ++met === 20) writeFileSync(\`met-\${name}\`, "");
  replaceFolder("place", \`\${name}-\${round}\`);
}`;

const folder = mkdtempSync(join(tmpdir(), "colophon-page-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("processes that put a folder in the same place at once all end well, and leave one of them", async () => {
  const run = (...names: string[]) =>
    promisify(execFile)(process.execPath, ["--input-type=module", "-e", PROGRAM, ...names], { cwd: folder });

  await Promise.all([run("first", "second"), run("second", "first")]);

  expect(readdirSync(folder)).toEqual(["met-first", "met-second", "place"]);
  expect(readdirSync(join(folder, "place"))).toEqual([expect.stringMatching(/^(?:first|second)$/)]);
});
