import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const SOURCE = join(import.meta.dirname, "../src");

test("no file of the engine reads the clock: times are passed in", () => {
  const files = globSync("**/*.ts", { cwd: SOURCE });

  const reading = files.filter((file) => readFileSync(join(SOURCE, file), "utf8").includes("new Date()"));

  expect(files.length).toBeGreaterThan(50);
  expect(reading).toEqual([]);
});
