import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "@jest/globals";
import { ROOT } from "colophon/stack/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-dependency-rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

const REFUSED = [
  ["packages/engine/src/a.ts", `import { readFile } from "node:fs/promises";`, "only these modules of Node"],
  ["packages/engine/src/b.ts", `export const now = Date.now();`, "Date.now"],
  ["packages/engine/src/c.ts", `console.log(1);`, "console"],
  ["packages/engine/src/cc.ts", `import { randomUUID } from "node:crypto";`, "Random values are passed in"],
  ["packages/engine/src/d.ts", `import { pool } from "@colophon/database";`, "only these workspace packages: model, config"],
  ["packages/engine/src/e.ts", `import type { Pool } from "@colophon/database";`, "only these workspace packages"],
  ["packages/engine/src/read/f.ts", `import { x } from "../../../database/src/pool.ts";`, "stays inside its package"],
  ["packages/engine/src/sql/project/g.ts", `import { x } from "../../trash/sql/held.ts";`, "don't know the features"],
  ["packages/engine/src/ddl/gg.ts", `import { x } from "../trash/ddl/changes.ts";`, "don't know the features"],
  ["packages/engine/src/plan/h.ts", `import { readFile } from "node:fs/promises";`, "only these modules of Node"],
  ["packages/model/src/a.ts", `import * as z from "zod";`, "packages/model/src may import only"],
  ["packages/runtime/src/a.ts", `import { job } from "@colophon/jobs";`, "only these workspace packages"],
  ["packages/database/src/a.ts", `import { createRedis } from "@colophon/runtime";`, "Only parts of the runtime"],
  ["gateway/src/a.ts", `export { x } from "@colophon/engine";`, "only these workspace packages"],
  ["services/content/src/a.ts", `import { x } from "../../auth/src/x.ts";`, "stays inside its package"],
  ["services/content/src/writes/c.ts", `import { x } from "../schedules/x.ts";`, "don't know the features"],
  ["services/content/src/b.ts", `export const x = await import("@colophon/auth");`, "only these workspace packages"],
  ["tests/e2e/a.test.ts", `import { x } from "@colophon/engine";`, "only these workspace packages"],
  ["packages/admin/src/elements/c.tsx", `import { x } from "../drafts/session/x.ts";`, "don't know the features"],
  ["packages/admin/src/b.tsx", `import type { Engine } from "@colophon/engine";`, "only these workspace packages"],
  ["cms.config.ts", `import { readFileSync } from "node:fs";`, "The example may import only @colophon/config"],
] as const;

const ACCEPTED = [
  [
    "packages/engine/src/y.ts",
    `import { createHash } from "node:crypto"; // not Date.now()\nimport { AppError } from "@colophon/model/errors";`,
  ],
  ["packages/engine/src/read/z.ts", `import { sql } from "../sql.ts";`],
  ["packages/engine/src/trash/sql/y.ts", `import { sql } from "../../sql/sql.ts";\nimport { x } from "../../drafts/plan.ts";`],
  ["packages/engine/test/a.test.ts", `import { readFileSync } from "node:fs"; console.log(process.pid);`],
  ["packages/database/src/z.ts", `import { hashOf } from "@colophon/runtime/credentials";`],
  ["services/content/src/z.ts", `import type { Plan } from "@colophon/engine";\nimport { x } from "./x.ts";`],
  ["packages/admin/src/drafts/session/z.ts", `import { x } from "../../record-model/x.ts";\nimport { y } from "../../versions/y.ts";`],
  ["packages/admin/src/z.tsx", `import type { Job } from "@colophon/api";`],
  ["services/content/test/a.test.ts", `import { startPostgres } from "../../../tests/support/servers/postgres.ts";`],
  ["tests/e2e/z.test.ts", `import { test } from "@jest/globals";\nimport { x } from "../support/http/client.ts";`],
] as const;

const linted = lint([...REFUSED, ...ACCEPTED]);

test.each(REFUSED)("%s may not contain %s", async (file, _code, message) => {
  const found = (await linted).get(file) ?? [];

  expect(found.join("\n")).toContain(message);
});

test.each(ACCEPTED)("%s may contain %s", async (file, _code) => {
  const found = (await linted).get(file) ?? [];

  expect(found).toEqual([]);
});

/** The messages of the linter about such files, by file. */
async function lint(files: readonly (readonly [file: string, code: string, ...unknown[]])[]): Promise<ReadonlyMap<string, string[]>> {
  for (const [file, code] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  const rules = JSON.stringify(join(ROOT, "scripts/dependency-rules.ts"));
  const config = `import { dependencyRules as overrides } from ${rules};\nexport default { categories: { correctness: "off" }, overrides };\n`;
  writeFileSync(join(folder, "oxlint.config.ts"), config);
  const args = [join(ROOT, "node_modules/oxlint/bin/oxlint"), "-c", "oxlint.config.ts", "-f", "json"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((failed: { stdout: string }) => failed);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string; help?: string; filename: string }[] };
  const byFile = Map.groupBy(diagnostics, ({ filename }) => filename);
  return new Map([...byFile].map(([file, found]) => [file, [...new Set(found.map(({ message, help = "" }) => `${message} ${help}`))]]));
}
