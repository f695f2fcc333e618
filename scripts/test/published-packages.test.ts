import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { buildAdminSources } from "../pack/admin-sources.ts";
import { manifestOf, readManifest } from "../pack/manifests.ts";
import { buildLibrary } from "../pack/packages.ts";
import { ROOT } from "colophon/stack/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-pack-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PUBLISHED = ["colophon", "create-colophon", "@colophon/admin", "@colophon/client", "@colophon/react-admin"];
const firstLine = (file: string) => readFileSync(file, "utf8").split("\n")[0];

test.each(PUBLISHED)("%s has a README with its name", (name) => {
  expect(firstLine(join(ROOT, manifestOf(name).folder, "README.md"))).toBe(`# ${name}`);
});

test("the README is in the built package, beside the licence", async () => {
  const built = await buildLibrary("react-admin", join(folder, "react-admin"));

  expect(firstLine(join(built, "README.md"))).toBe("# @colophon/react-admin");
  expect(firstLine(join(buildAdminSources(), "README.md"))).toBe("# @colophon/admin");
});

test("the packages that the built ones depend on have a version that the registry can install", async () => {
  const folders = [await buildLibrary("react-admin", join(folder, "dependencies")), buildAdminSources()];
  const versions = folders.flatMap((built) => Object.values(readManifest(join(built, "package.json")).dependencies ?? {}));

  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter((version) => !/^[\^~]?\d+\.\d+\.\d+/.test(version))).toEqual([]);
});
