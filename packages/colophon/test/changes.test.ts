import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { ROOT } from "../src/stack/settings.ts";
import { createDatabase } from "@colophon/database";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import { showChanges } from "../src/changes/changes.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

const RELEASE = join(ROOT, "tests/upgrades/0.1.0");

test("a site of 0.1.0 gets a list of migrations, table changes and breaking changes; nothing is changed", async () => {
  const postgres = await startPostgres();
  const database = createDatabase({ url: postgres.url, poolSize: 1, ...TEST_LIMITS });
  await database.pool.query(readFileSync(join(RELEASE, "dump.sql"), "utf8"));
  const variables = { CMS_CONFIG: join(RELEASE, "site.config.ts"), DATABASE_URL: postgres.url };

  const first = await run(variables);
  const second = await run(variables);
  await database.close();
  await postgres.stop();

  expect(first.status).toBe(0);
  expect(first.printed).toMatch(/site\.config\.ts is fine/);
  expect(first.printed).toMatch(/Migrations to apply: \d{14}_/);
  expect(first.printed).toMatch(/everything: .+\n {4}about .+ rows; /);
  expect(first.printed).toContain("API: what differs from 0.1.0\n- ");
  expect(second.printed).toBe(first.printed);
});

test("an invalid configuration is reported first, with all problems and status 2", async () => {
  const { status, printed } = await run({ CMS_CONFIG: join(ROOT, "packages/colophon/test/cli/fixtures/wrong.config.ts") });

  expect(status).toBe(2);
  expect(printed).toContain("defaultLocale:");
  expect(printed).toContain("Not checked: correct the configuration first.");
});

async function run(variables: Readonly<Record<string, string>>): Promise<{ status: number; printed: string }> {
  const [stdin, stdout, stderr] = [Readable.from([]), new PassThrough(), new PassThrough()];
  const printed = text(stdout);
  const signal = new AbortController().signal;
  const status = await showChanges({ variables, terminal: { stdin, stdout, stderr }, signal }, { since: "0.1.0" });
  stdout.end();
  return { status, printed: await printed };
}
