/*
 * Says in one sentence when this machine cannot run Colophon. Old syntax on purpose: any Node must be able to read it.
 * Before the install (npm's prestart) the locked Node 24 may still be missing, so there a Linux host needs no Node 24.
 */
"use strict";

const NEEDED_MAJOR = 24;
const IN_REGISTRY = ["linux-x64", "linux-arm64"];

function isNewEnough(version) {
  return Number(version.split(".")[0]) >= NEEDED_MAJOR;
}

/** The package of the registry that holds a Node for this machine, or null. */
function nodePackageFor(machine) {
  const platform = machine.platform + "-" + machine.arch;
  return IN_REGISTRY.indexOf(platform) >= 0 && machine.glibc ? "node-" + platform : null;
}

/** The sentence for a machine that won't do, or null. `installed` is false before the dependencies are there. */
function problemWith(machine) {
  if (isNewEnough(machine.version)) return null;
  const comesAlong = nodePackageFor(machine) !== null;
  if (comesAlong && !machine.installed) return null;
  const run = "Colophon needs Node " + NEEDED_MAJOR + " or newer, and this is Node " + machine.version + ". ";
  if (comesAlong) return run + "Start it with `npm start`: the right Node comes with the dependencies.";
  return (
    run +
    "On " +
    machine.platform +
    " " +
    machine.arch +
    " it doesn't come with the dependencies: install it from https://nodejs.org and try again."
  );
}

/** What this process runs on. */
function thisMachine(installed) {
  const report = process.platform === "linux" && process.report ? process.report.getReport() : null;
  const glibc = Boolean(report && report.header && report.header.glibcVersionRuntime);
  return { version: process.versions.node, platform: process.platform, arch: process.arch, glibc: glibc, installed: installed };
}

module.exports = {
  isNewEnough: isNewEnough,
  NEEDED_MAJOR: NEEDED_MAJOR,
  nodePackageFor: nodePackageFor,
  problemWith: problemWith,
  thisMachine: thisMachine,
};

if (require.main === module) {
  const problem = problemWith(thisMachine(false));
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
}
