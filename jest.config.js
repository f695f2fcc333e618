import { availableParallelism } from "node:os";

/** `slow` tests kill and fill real servers or use a browser, minutes in all; `long` ones do so for longer, work on many rows, or compare times, for which the machine must be quiet. Either run by their name alone. */
const TESTS = { slow: "*.slow.test.ts", long: "*.long.test.ts" }[process.env.TESTS] ?? "*.test.ts";

/** Every test of the repository, loaded by Node itself (tests/runner): native ES modules, types stripped by Node. */
export default {
  rootDir: import.meta.dirname,
  cacheDirectory: "<rootDir>/node_modules/.cache/jest", // has the times by which files are ordered
  runtime: "<rootDir>/tests/runner/runtime.js",
  testEnvironment: "<rootDir>/tests/runner/environment.js",
  testSequencer: "<rootDir>/tests/runner/sequencer.js",
  testMatch: [
    `<rootDir>/{packages,services}/*/test/**/${TESTS}`,
    `<rootDir>/{gateway,scripts}/test/**/${TESTS}`,
    `<rootDir>/tests/**/${TESTS}`,
  ],
  testPathIgnorePatterns: ["/node_modules/", ...(process.env.TESTS ? [] : ["\\.(slow|long)\\.test\\.ts$"])],
  modulePathIgnorePatterns: ["<rootDir>/.data", "<rootDir>/packages/.*/(?:dist|published)/"],
  watchPathIgnorePatterns: ["<rootDir>/.data"],
  moduleFileExtensions: ["ts", "js", "mjs", "cjs", "json", "node"],
  transform: {},
  injectGlobals: false,
  testTimeout: 900_000, // ends a test that hangs; far longer than any takes on a machine that is slow and busy with others
  maxWorkers: availableParallelism() * 2, // tests wait about as long as they work
  workerGracefulExitTimeout: 10_000, // a process of many modules takes up to a second to free its memory when both cores are busy
};
