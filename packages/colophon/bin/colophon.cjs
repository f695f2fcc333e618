#!/usr/bin/env node
/*
 * Runs the command line with this Node where it is new enough, else with the Node that the project has from the registry.
 * Old syntax on purpose: any Node must be able to read it.
 */
"use strict";

const { spawn } = require("node:child_process");
const { enableCompileCache } = require("node:module");
const { dirname, join } = require("node:path");
const { isNewEnough, NEEDED_MAJOR, nodePackageFor, thisMachine } = require("./require-node.cjs");

if (isNewEnough(process.versions.node)) {
  keepCompiled(join(__dirname, "../../../node_modules/.cache/colophon"));
  void import("../src/main.js");
} else {
  const name = nodePackageFor(thisMachine(true));
  const node = name === null ? null : installedNode(name);
  if (node === null) giveUp(name);
  else handOver(node);
}

/** The processes that this one starts keep compiled code there too. Elsewhere, if another user has installed the product. */
function keepCompiled(folder) {
  if (process.env.NODE_COMPILE_CACHE) return;
  if (enableCompileCache(folder).directory !== undefined) process.env.NODE_COMPILE_CACHE = folder;
}

/** The Node beside this package, or in the project. */
function installedNode(name) {
  try {
    return join(dirname(require.resolve(name + "/package.json", { paths: [process.cwd(), __dirname] })), "bin", "node");
  } catch {
    return null;
  }
}

/** Does as the other Node does: its output, its signals, its end. */
function handOver(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  ["SIGINT", "SIGTERM", "SIGHUP"].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  child.on("error", function (error) {
    console.error(error.message);
    process.exit(1);
  });
  child.on("exit", function (status, signal) {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function giveUp(name) {
  const own = name === null ? "" : "add one to the project, `npm install " + name + "@" + NEEDED_MAJOR + "`, or ";
  const run = "Colophon needs Node " + NEEDED_MAJOR + " or newer, and this is Node " + process.versions.node;
  console.error(run + ": " + own + "install it from https://nodejs.org.");
  process.exit(1);
}
