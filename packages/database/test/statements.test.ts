import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase } from "../src/index.ts";
import type { StatementFacts } from "../src/index.ts";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server?.stop());

/** A database that logs every statement that takes at least `slowStatementMs`. */
function open(slowStatementMs: number) {
  const lines: [fields: Record<string, unknown>, message: string][] = [];
  const seen: StatementFacts[] = [];
  const keep = (fields: object, message: string) => void lines.push([{ ...fields }, message]);
  const database = createDatabase({
    url: server.url,
    log: { info: keep, warn: keep, error: keep },
    slowStatementMs,
    ...TEST_LIMITS,
    onStatement: (facts) => void seen.push(facts),
  });
  return { database, lines, seen };
}

test("a slow statement is logged with the id of its request and its text, without values", async () => {
  const { database, lines } = open(1);
  const caller = { key: "user 1", anonymous: false, requestId: "request-1" };

  await database.actFor(caller, () => database.run({ name: "naps", text: "select pg_sleep($1), 'canary-literal'" }, [0.01]));
  await database.close();

  expect(lines).toEqual([
    [{ requestId: "request-1", ms: expect.any(Number), statement: "naps", sql: "select pg_sleep($1), ?" }, "slow statement"],
  ]);
});

test("every statement is measured, those that fail too, and none is logged with the limit 0", async () => {
  const { database, lines, seen } = open(0);

  await database.run({ text: "select 1" });
  await database.run({ text: "select 1 / 0" }).catch(() => undefined);
  await database.prisma.$queryRaw`select 2`;
  await database.close();

  expect(seen.map(({ outcome }) => outcome)).toEqual(["done", "failed", "done"]);
  expect(seen.every(({ seconds }) => seconds >= 0 && seconds < 3600)).toBe(true);
  expect(lines).toEqual([]);
});
