import { expect, test } from "@jest/globals";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md"];
const PAGES = globSync("docs/**/*.md", { cwd: ROOT, exclude: ["**/node_modules/**"] }).filter((page) => !DOCUMENTS.includes(page));
const NAMED = /`((?:packages|services|gateway|scripts|tests|docs|k8s)\/[\w./-]+)`/g;
const CODE = /^```[^]*?^```$/gm;
const LINKED = /\]\((?!https?:)([^)#\s]+)/g;

test.each(DOCUMENTS)("every file and folder that %s names or links to exists", (document) => {
  const paths = pathsIn(document);

  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("every file and folder that the documentation names or links to exists", () => {
  const missing = PAGES.flatMap((page) => pathsIn(page).flatMap((path) => (existsSync(join(ROOT, path)) ? [] : [`${page}: ${path}`])));

  expect(PAGES.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test("every file and folder in the tables of CONTRIBUTING.md exists, also where only the end of its path is named", () => {
  const rows = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8").match(/^\|.*\|$/gm) ?? [];
  const named = rows.flatMap((row) => Array.from(row.matchAll(/`([\w-]+(?:[/.*][\w.*-]+)+)`/g), ([, path = ""]) => path));
  const existing = globSync("{*,.*,**/*,**/.*}", { cwd: ROOT, exclude: (name) => name === "node_modules" }).join("\n");
  const endOf = (path: string) => new RegExp(`(?:^|/)${path.replaceAll(".", "\\.").replaceAll("*", "[^/\n]*")}$`, "m");
  const missing = named.filter((path) => !endOf(path).test(existing));

  expect(named.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test("documented commands start the programs of this repository with npm, which uses the Node.js of the dependencies", () => {
  const commands = [...DOCUMENTS, ...PAGES].flatMap(
    (page) => readFileSync(join(ROOT, page), "utf8").match(/\bnode (?:scripts|tests)\/\S+/g) ?? [],
  );

  expect(commands).toEqual([]);
});

function pathsIn(document: string): readonly string[] {
  const text = readFileSync(join(ROOT, document), "utf8");
  const named = Array.from(text.matchAll(NAMED), ([, path = ""]) => path);
  const linked = Array.from(text.replaceAll(CODE, "").matchAll(LINKED), ([, path = ""]) => join(dirname(document), path));
  return [...named, ...linked];
}
