import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { IMAGE_TAG_FILES, versionIn } from "../pack/manifests.ts";
import { ROOT } from "colophon/stack/settings.ts";

const MANIFESTS = "{gateway,scripts,tests,services/*,packages/*}/package.json";
const version = versionIn("package.json");

test("all packages have one version", () => {
  const files = globSync(MANIFESTS, { cwd: ROOT });
  const versions = files.map((file) => [file, JSON.parse(readFileSync(join(ROOT, file), "utf8")).version ?? version]);

  expect(files.length).toBeGreaterThan(20);
  expect(versions.filter(([, other]) => other !== version)).toEqual([]);
});

test("the images have that version", () => {
  const tags = globSync(IMAGE_TAG_FILES, { cwd: ROOT }).flatMap((file) =>
    Array.from(
      readFileSync(join(ROOT, file), "utf8").matchAll(/(?:colophon\/[\w-]+:|newTag: )(\d+\.\d+\.\d+)/g),
      ([, tag]) => `${file}: ${tag}`,
    ),
  );

  expect(tags.length).toBeGreaterThan(10);
  expect(tags.filter((tag) => !tag.endsWith(`: ${version}`))).toEqual([]);
});

test("the changelog has a section for that version, and the changesets bump all packages together", () => {
  const { fixed, changelog } = JSON.parse(readFileSync(join(ROOT, ".changeset/config.json"), "utf8"));

  expect(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8")).toContain(`\n## [${version}] - `);
  expect({ fixed, changelog }).toEqual({ fixed: [["*", "@colophon/*"]], changelog: false });
});
