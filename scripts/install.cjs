/*
 * Installs the locked dependencies, unless the last install was complete and had the same lockfile: npx would ask the registry at each
 * start. Old syntax on purpose, like require-node.cjs.
 */
"use strict";

const { spawnSync } = require("node:child_process");
const { readFileSync, statSync } = require("node:fs");
const { join } = require("node:path");

const INSTALL = "npx --yes pnpm@12.21.0 install --frozen-lockfile --reporter=append-only --loglevel=warn";

/** pnpm stores a copy of the lockfile when the packages are there, and its state at the end of an install. */
function isInstalled(root) {
  const modules = join(root, "node_modules");
  const copy = join(modules, ".pnpm/lock.yaml");
  try {
    const isComplete = statSync(join(modules, ".pnpm-workspace-state-v1.json")).mtimeMs >= statSync(copy).mtimeMs;
    return isComplete && readFileSync(copy).equals(readFileSync(join(root, "pnpm-lock.yaml")));
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

if (!isInstalled(process.cwd())) {
  const { status } = spawnSync(INSTALL, { shell: true, stdio: "inherit" });
  process.exitCode = status === null ? 1 : status;
}
