import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../support/machine/node-environment.ts";

function run(...given: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "bench.ts"), ...given], {
    env: NODE_ENVIRONMENT,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("--help prints each option with its default", () => {
  expect(run("--help")).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm run bench[^]* --rounds N +.*; 3 by default\n[^]* --profile /),
    stderr: "",
  });
});

test("--list prints what each suite shows", () => {
  const { status, stdout } = run("--list");

  expect(status).toBe(0);
  expect(stdout).toMatch(/^requests +by default +\w.+$/m);
  expect(stdout).toMatch(/^audit +the \w.+$/m);
});

test.each([
  [["--only", "requests,nothing"], "There is no suite nothing"],
  [["--seconds", "0"], "--seconds takes a whole number of at least 1"],
])("%j is refused with the usage before anything starts", (given, reason) => {
  expect(run(...given)).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(new RegExp(`^${reason}\nUsage: `)) });
});
