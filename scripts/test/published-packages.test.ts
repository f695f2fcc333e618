import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { buildAdminSources } from "../pack/admin-sources.ts";
import { manifestOf, readManifest } from "../pack/manifests.ts";
import { buildLibrary } from "../pack/packages.ts";
import { ROOT } from "colophon/stack/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-pack-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PUBLISHED = ["colophon", "create-colophon", "@colophon/admin", "@colophon/client", "@colophon/react-admin"];
const firstLine = (file: string) => readFileSync(file, "utf8").split("\n")[0];

/** The folders of two built packages. */
const built = { library: "", sources: "" };
beforeAll(async () => {
  built.library = await buildLibrary("react-admin", join(folder, "react-admin"));
  built.sources = buildAdminSources();
});

test.each(PUBLISHED)("%s has a README with its name", (name) => {
  expect(firstLine(join(ROOT, manifestOf(name).folder, "README.md"))).toBe(`# ${name}`);
});

test("the README is in the built package, beside the licence", () => {
  expect(firstLine(join(built.library, "README.md"))).toBe("# @colophon/react-admin");
  expect(firstLine(join(built.sources, "README.md"))).toBe("# @colophon/admin");
});

test("the folder of the admin page's sources stays when it is built again, because a page may be being built from it, unless a file differs", () => {
  const sources = join(folder, "admin");
  const changed = join(sources, "index.html");
  const build = () => statSync(buildAdminSources(sources)).ino;

  expect(build()).toBe(build());

  writeFileSync(changed, "");
  build();
  expect(readFileSync(changed, "utf8")).toContain("<html");
});

test("the packages that the built ones depend on have a version that the registry can install", () => {
  const versions = Object.values(built).flatMap((path) => Object.values(readManifest(join(path, "package.json")).dependencies ?? {}));

  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter((version) => !/^[\^~]?\d+\.\d+\.\d+/.test(version))).toEqual([]);
});
