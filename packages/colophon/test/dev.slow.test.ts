import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../../../tests/support/machine/node-environment.ts";
import { eachLine } from "../src/stack/output.ts";
import { eventually } from "../../../tests/support/eventually.ts";

let folder: string;
let stop: () => Promise<unknown>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colophon-dev-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

function develop(configFile: string, ...flags: readonly string[]): readonly string[] {
  const fixture = join(import.meta.dirname, "fixtures/dev-fixture.ts");
  const child = spawn(process.execPath, [fixture, configFile, ...flags], { env: NODE_ENVIRONMENT, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) eachLine(stream, (line) => lines.push(line));
  stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return lines;
}

const entity = (name: string) => `{ name: "${name}", fields: [{ name: "title", type: "text" }] }`;
const site = (...entities: string[]) => `export default { entities: [${entities.join()}], roles: [{ name: "admin", isAdmin: true }] };\n`;
const says = (lines: readonly string[], line: string) =>
  eventually(() => lines.at(-1), { what: line, accepts: (last) => last === line }).then(() => true);

/** Saves like vim and JetBrains: replaces the file by another one. */
function saveAtomically(file: string, text: string): void {
  writeFileSync(`${file}~`, text);
  renameSync(`${file}~`, file);
}

test.each([
  [".ts", ["one", "two", "three"]],
  [".mts", ["one"]],
  [".js", ["one"]],
  [".mjs", ["one"]],
])("a %s configuration that an editor replaces is watched, save after save: %j", async (extension, names) => {
  const file = join(folder, `site${extension}`);
  writeFileSync(file, site(entity("zero")));
  const lines = develop(file);
  expect(await says(lines, "RUNS zero")).toBe(true);

  for (const name of names) {
    saveAtomically(file, site(entity(name)));
    expect([name, await says(lines, `RUNS ${name}`)]).toEqual([name, true]);
  }
});

test("imports of the configuration are watched, also later ones, in its folder and in others", async () => {
  const file = join(folder, "project/site.ts");
  mkdirSync(join(folder, "project/entities"), { recursive: true });
  mkdirSync(join(folder, "shared"));
  writeFileSync(join(folder, "project/entities/page.ts"), `export { page } from "../../shared/page.ts";`);
  writeFileSync(join(folder, "shared/page.ts"), `export const page = ${entity("page")};`);
  writeFileSync(file, `import { page } from "./entities/page.ts";\n${site("page")}`);
  const lines = develop(file);
  expect(await says(lines, "RUNS page")).toBe(true);

  saveAtomically(join(folder, "shared/page.ts"), `export const page = ${entity("sheet")};`);
  expect(await says(lines, "RUNS sheet")).toBe(true);
  writeFileSync(join(folder, "shared/news.ts"), `export const news = ${entity("news")};`);
  writeFileSync(join(folder, "project/entities/page.ts"), `export { news as page } from "../../shared/news.ts";`);
  expect(await says(lines, "RUNS news")).toBe(true);
  writeFileSync(join(folder, "shared/news.ts"), `export const news = ${entity("report")};`);
  expect(await says(lines, "RUNS report")).toBe(true);
});

test("a wrong configuration is reported and doesn't replace the one that runs; the next save tries again", async () => {
  const file = join(folder, "site.ts");
  writeFileSync(file, site(entity("one")));
  const lines = develop(file);
  expect(await says(lines, "RUNS one")).toBe(true);

  saveAtomically(file, "export default {");
  await eventually(() => lines.filter((line) => line.startsWith("WRONG")).length === 1);
  saveAtomically(file, `import { two } from "./two.ts";\n${site("two")}`);
  await eventually(() => lines.filter((line) => line.startsWith("WRONG")).length === 2);
  expect(lines).not.toContain("REFUSED");
  expect(lines).not.toContain("CHANGED");
  writeFileSync(join(folder, "two.ts"), `export const two = ${entity("two")};`);
  expect(await says(lines, "RUNS two")).toBe(true);
});

test("a program that applies changes itself is told of them, and goes on", async () => {
  const file = join(folder, "site.ts");
  writeFileSync(file, site(entity("one")));
  const lines = develop(file, "renews");
  expect(await says(lines, "RUNS one")).toBe(true);

  saveAtomically(file, site(entity("two")));

  expect(await says(lines, 'GETS "renew"')).toBe(true);
  expect(lines).toEqual(["RUNS one", 'GETS "expect renewal"', "CHANGED", 'GETS "renew"']);
});

test("a program that doesn't apply changes yet is started again", async () => {
  const file = join(folder, "site.ts");
  writeFileSync(file, "export default {");
  const lines = develop(file, "renews", "hangs");
  expect(await says(lines, "REFUSED")).toBe(true);

  saveAtomically(file, site(entity("one")));

  expect(await says(lines, "RUNS one")).toBe(true);
});

test("after a configuration that never ran, the next save starts it", async () => {
  const file = join(folder, "site.ts");
  writeFileSync(file, "export default {");
  const lines = develop(file, "renews");
  expect(await says(lines, "REFUSED")).toBe(true);

  saveAtomically(file, site(entity("one")));

  expect(await says(lines, "RUNS one")).toBe(true);
});
