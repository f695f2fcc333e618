import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { NODE_ENVIRONMENT } from "../../tests/support/node-environment.ts";

function run(script: string, argument: string): unknown[] {
  const file = join(import.meta.dirname, "..", script);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, argument], { env: NODE_ENVIRONMENT, encoding: "utf8" });
  return [status, stdout, stderr];
}

test.each(["run.ts", "dev.ts", "seed.ts", "explain.ts", "graph.ts", "repl.ts"])("%s does nothing with what it doesn't know", (script) => {
  expect(run(script, "--mistyped")).toEqual([1, "", expect.stringMatching(/^Unknown option '--mistyped'\nUsage: .+\n$/)]);
});

test("a script that is asked for help says how it is used, and no more", () => {
  expect(run("seed.ts", "--help")).toEqual([0, expect.stringMatching(/^Usage: .+\n$/), ""]);
});
