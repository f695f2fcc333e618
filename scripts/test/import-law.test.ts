import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { breaches, breachesOf } from "../import-law.ts";

test.each([
  ["packages/engine/src/a.ts", `import { readFile } from "node:fs/promises";`, "may not import node:fs/promises"],
  ["packages/engine/src/a.ts", `const now = Date.now();`, "Date.now has no place"],
  ["packages/engine/src/a.ts", `const now = new Date();`, "new Date() has no place"],
  ["packages/engine/src/a.ts", `console.log(1);`, "console has no place"],
  ["packages/engine/src/a.ts", `import { randomUUID } from "node:crypto";`, "randomUUID has no place"],
  ["packages/engine/src/a.ts", `import { pool } from "@colophon/database";`, "may not import @colophon/database"],
  ["packages/errors/src/a.ts", `import * as z from "zod";`, "may not import zod"],
  ["packages/config/src/a.ts", `import express from "express";`, "may not import express"],
  ["packages/runtime/src/a.ts", `import { job } from "@colophon/jobs";`, "may not import @colophon/jobs"],
  ["gateway/src/a.ts", `export { x } from "@colophon/engine";`, "may not import @colophon/engine"],
  ["services/content/src/a.ts", `import { x } from "../../auth/src/x.ts";`, "may not import ../../auth/src/x.ts"],
  ["services/content/src/a.ts", `const x = await import("@colophon/auth");`, "may not import @colophon/auth"],
  ["tests/e2e/a.test.ts", `import { x } from "@colophon/engine";`, "may not import @colophon/engine"],
  ["cms.config.ts", `import { readFileSync } from "node:fs";`, "may not import node:fs"],
])("in %s, %s is a breach", (file, code, expected) => {
  expect(breachesOf(file, code).join("\n")).toContain(expected);
});

test.each([
  ["packages/engine/src/a.ts", `import { createHash } from "node:crypto"; // not Date.now()`],
  ["packages/engine/src/a.ts", `const word = "process"; const at = new Date(now);`],
  ["packages/engine/test/a.test.ts", `import { readFileSync } from "node:fs"; console.log(process.pid);`],
  ["services/content/src/a.ts", `import type { Plan } from "@colophon/engine";\nimport { x } from "./x.ts";`],
  ["services/content/test/a.test.ts", `import { startPostgres } from "../../../tests/support/postgres.ts";`],
])("in %s, %s is lawful", (file, code) => {
  expect(breachesOf(file, code)).toEqual([]);
});

test("the repository keeps its own law", () => {
  expect(breaches(join(import.meta.dirname, "../.."))).toEqual([]);
});
