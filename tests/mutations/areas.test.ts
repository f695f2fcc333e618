import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ROOT } from "colophon/stack/settings.ts";
import { AREAS } from "./areas.ts";
import { EQUIVALENT } from "./equivalent.ts";

const TEST_FILES = globSync(["{packages,services}/*/test/**/*.test.ts", "gateway/test/**/*.test.ts"], { cwd: ROOT });

test.each(AREAS)("the sources and the tests of $name exist", ({ sources, tests }) => {
  expect(sources.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(tests.filter((pattern) => !TEST_FILES.some((file) => new RegExp(pattern).test(file)))).toEqual([]);
});

test("the lines of equivalent mutants are in the sources", () => {
  const gone = [...EQUIVALENT].filter((description) => {
    const [, file = "", line = ""] = /^(\S+): (.*) → /.exec(description) ?? [];
    return !AREAS.some(({ sources }) => sources.includes(file)) || !readFileSync(join(ROOT, file), "utf8").includes(line);
  });

  expect(gone).toEqual([]);
});
