import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../../tests/support/machine/node-environment.ts";

const run = (script: string, argument: string) => {
  const file = join(import.meta.dirname, "..", script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, argument], { env: NODE_ENVIRONMENT, encoding: "utf8" });
  return [status, stdout, stderr];
};

test.each(["run.ts", "dev.ts", "seed.ts", "explain.ts", "graph.ts", "repl.ts", "release.ts", "build.ts"])(
  "%s only prints its usage if an option is unknown",
  (script) => {
    expect(run(script, "--mistyped")).toEqual([1, "", expect.stringMatching(/^Unknown option '--mistyped'\nUsage: .+\n$/)]);
  },
);

test("with --help, the usage is the result", () => {
  expect(run("graph.ts", "--help")).toEqual([0, expect.stringMatching(/^Usage: .+\n$/), ""]);
});
