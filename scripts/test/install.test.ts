import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";

const PROGRAM = join(import.meta.dirname, "../install.cjs");
const LOCKFILE = "lockfileVersion: '9.0'\n";
const COPY = "node_modules/.pnpm/lock.yaml";
const STATE = "node_modules/.pnpm-workspace-state-v1.json";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "colophon-install-"));
  write("bin/npx", '#!/bin/sh\necho "$@" >>asked\nexit "$INSTALL_STATUS"\n', 0);
  chmodSync(join(folder, "bin/npx"), 0o755);
  write("pnpm-lock.yaml", LOCKFILE, 0);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string, atSeconds: number): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  utimesSync(join(folder, path), atSeconds, atSeconds);
}

/** Runs the program with an npx that notes its call and exits with this status. */
function install(status = 0): { readonly status: number | null; readonly isAsked: boolean } {
  const env = { PATH: `${folder}/bin:/usr/bin:/bin`, INSTALL_STATUS: String(status) };
  const run = spawnSync(process.execPath, [PROGRAM], { cwd: folder, env });
  return { status: run.status, isAsked: existsSync(join(folder, "asked")) };
}

test("a first start installs the locked dependencies, and fails if the install does", () => {
  expect(install(3)).toEqual({ status: 3, isAsked: true });
});

test("a start after a complete install of the same lockfile asks nobody", () => {
  write(COPY, LOCKFILE, 10);
  write(STATE, "{}", 11);

  expect(install()).toEqual({ status: 0, isAsked: false });
});

test("a start with another lockfile installs", () => {
  write(COPY, `${LOCKFILE}older: true\n`, 10);
  write(STATE, "{}", 11);

  expect(install()).toEqual({ status: 0, isAsked: true });
});

test("a start after an interrupted install installs again", () => {
  write(COPY, LOCKFILE, 10);
  const first = install();
  rmSync(join(folder, "asked"));
  write(STATE, "{}", 9); // of the install before

  expect([first.isAsked, install().isAsked]).toEqual([true, true]);
});
