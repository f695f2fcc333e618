/** `npm run release`: computes the version from the changesets, and writes it wherever it is used. Publishes nothing. */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "./arguments.ts";
import { IMAGE_TAG_FILES, versionIn } from "./pack/manifests.ts";
import { ROOT } from "colophon/stack/settings.ts";

readArguments("Usage: npm run release", { options: {} });

const before = versionIn("package.json");
const { status } = spawnSync("changeset", ["version"], { cwd: ROOT, stdio: "inherit" });
const version = versionIn("packages/colophon/package.json");
if (status !== 0 || version === before) {
  console.error("There is no changeset: `npx changeset` writes one.");
  process.exit(1);
}
const today = new Date().toISOString().slice(0, 10);
change("package.json", (text) => text.replace(`"version": "${before}"`, `"version": "${version}"`));
change("CHANGELOG.md", (text) => text.replace("## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - ${today}\n`));
change("breaking-changes.json", (text) => text.replaceAll('"release": "Unreleased"', `"release": "${version}"`));
for (const file of globSync(IMAGE_TAG_FILES, { cwd: ROOT }))
  change(file, (text) => text.replaceAll(/(?<=colophon\/[\w-]+:|newTag: )\d+\.\d+\.\d+/g, version));
console.log(`This is ${version}. Read the difference, commit it, tag it v${version}, then: npm run build`);

function change(file: string, change: (text: string) => string): void {
  const path = join(ROOT, file);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}
