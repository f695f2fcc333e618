/** Every test of the repository, loaded by Node itself (tests/runner): native ES modules, types stripped by Node. */
export default {
  rootDir: import.meta.dirname,
  runtime: "<rootDir>/tests/runner/runtime.js",
  testEnvironment: "<rootDir>/tests/runner/environment.js",
  testMatch: [
    "<rootDir>/{packages,services}/*/test/**/*.test.ts",
    "<rootDir>/{gateway,scripts}/test/**/*.test.ts",
    "<rootDir>/tests/**/*.test.ts",
  ],
  testPathIgnorePatterns: ["/node_modules/", ...(process.env.FAULTS === "long" ? [] : ["\\.long\\.test\\.ts$"])],
  modulePathIgnorePatterns: ["<rootDir>/.data"],
  watchPathIgnorePatterns: ["<rootDir>/.data"],
  moduleFileExtensions: ["ts", "js", "mjs", "cjs", "json", "node"],
  transform: {},
  testTimeout: 20_000,
  maxWorkers: 2,
};
