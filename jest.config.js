/** Every test of the repository, as native ES modules; Node's own type stripping is the only transform. */
export default {
  rootDir: import.meta.dirname,
  testEnvironment: "node",
  testMatch: [
    "<rootDir>/{packages,services}/*/test/**/*.test.ts",
    "<rootDir>/{gateway,scripts}/test/**/*.test.ts",
    "<rootDir>/tests/**/*.test.ts",
  ],
  testPathIgnorePatterns: ["/node_modules/", ...(process.env.FAULTS === "long" ? [] : ["\\.long\\.test\\.ts$"])],
  modulePathIgnorePatterns: ["<rootDir>/.data"],
  watchPathIgnorePatterns: ["<rootDir>/.data"],
  extensionsToTreatAsEsm: [".ts"],
  moduleFileExtensions: ["ts", "js", "mjs", "cjs", "json", "node"],
  transform: { "\\.ts$": "<rootDir>/tests/support/strip-types.js" },
  coverageProvider: "v8",
  collectCoverageFrom: ["{gateway,packages/*,services/*}/src/**/*.ts", "!packages/database/generated/**"],
  testTimeout: 20_000,
  maxWorkers: 2,
};
