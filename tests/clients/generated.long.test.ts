import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { startTestStack } from "../support/stack/stack.ts";
import type { TestStack } from "../support/stack/stack.ts";

/** Contains the configuration of each generator, and a program that uses the generated client. */
const FOLDER = join(import.meta.dirname, "..", "openapi-client");
const packageFolder = (name: string) => join(FOLDER, "node_modules", name);

let stack: TestStack;
let apiKey: string;
beforeAll(async () => {
  stack = await startTestStack({ configFile: join(import.meta.dirname, "site.config.ts") });
  apiKey = (await stack.admin.post("/api/_api-keys", { name: "Clients", role: "admin" })).data.key;
  await stack.admin.put("/api/settings", { theme: "dark" });
  rmSync(join(FOLDER, ".generated"), { recursive: true, force: true });
  mkdirSync(join(FOLDER, ".generated"));
  writeFileSync(join(FOLDER, ".generated/openapi.json"), (await stack.admin.get("/openapi.json")).text);
});
afterAll(async () => stack?.stop());

async function run(...args: readonly string[]): Promise<string> {
  const env = { ...process.env, CMS_URL: stack.url, NODE_OPTIONS: "" };
  return (await promisify(execFile)(process.execPath, [...args], { cwd: FOLDER, env, timeout: 600_000, maxBuffer: 1e8 })).stdout;
}

const GENERATORS = [
  ["openapi-typescript", "openapi-typescript/bin/cli.js", ".generated/openapi.json", "--output", ".generated/openapi-typescript.d.ts"],
  ["hey-api", "@hey-api/openapi-ts/bin/run.js", "--file", "hey-api.config.ts"],
  ["orval", "orval/dist/bin/orval.mjs", "--config", "orval.config.ts"],
  ["kubb", "@kubb/cli/bin/kubb.cjs", "generate", "--config", "kubb.config.ts"],
] as const;

test("each generator creates a client from the description, and all of them compile", async () => {
  for (const [, file, ...args] of GENERATORS) await run(packageFolder(file), ...args);

  const output = await run(packageFolder("typescript/bin/tsc"), "--project", ".").catch(({ stdout }: { stdout: string }) => stdout);

  expect(output).toBe("");
}, 1_200_000);

test.each(GENERATORS.map(([name]) => name))("the client that %s generates works", async (name) => {
  expect(JSON.parse(await run(`${name}.ts`, stack.url, apiKey))).toEqual({
    made: 7,
    found: ["Generated"],
    author: "Bob",
    refused: ["VALIDATION_ERROR", "title"],
    missing: "NOT_FOUND",
    theme: "dark",
  });
});
