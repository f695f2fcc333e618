import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { commandLine, packageManagerOf, packageManagerWith } from "../src/package-manager.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-managers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["package-lock.json", "npm"],
])("a project with %s uses %s, also in a folder below the lockfile", async (lockfile, manager) => {
  const path = join(folder, manager, "apps/site");
  mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, manager, lockfile), "");

  expect(await packageManagerOf(path)).toBe(manager);
});

test.each([
  ["bun@1.2.3", "bun"],
  ["yarn@1.22.22", "yarn"],
  ["yarn@4.9.0", "yarn@berry"],
  ["unknown@1.0.0", "pnpm"],
])("the `packageManager` %s in package.json is used instead of the lockfile's, if it is known", async (packageManager, manager) => {
  const path = mkdtempSync(join(folder, "named-"));
  writeFileSync(join(path, "pnpm-lock.yaml"), "");
  writeFileSync(join(path, "package.json"), JSON.stringify({ packageManager }));

  expect(await packageManagerOf(path)).toBe(manager);
});

test.each([
  ["pnpm/12.0.0 npm/? node/v24.0.0 linux x64", "pnpm i", "pnpm exec colophon upgrade"],
  ["bun/1.2.0 npm/? node/v24.0.0", "bun install", "bun x colophon upgrade"],
  ["yarn/1.22.22 npm/? node/v24.0.0", "yarn install", "yarn exec colophon -- upgrade"],
  ["yarn/4.9.0 npm/? node/24.0.0", "yarn install", "yarn exec colophon upgrade"],
  ["npm/11.0.0 node/v24.0.0", "npm i", "npx colophon upgrade"],
  ["", "npm i", "npx colophon upgrade"],
])("with the user agent %j, dependencies are installed with `%s`", (userAgent, install, upgrade) => {
  const manager = packageManagerWith(userAgent);

  expect(commandLine(manager, "install")).toBe(install);
  expect(commandLine(manager, "execute-local", ["colophon", "upgrade"])).toBe(upgrade);
});
