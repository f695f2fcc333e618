import { readEnv } from "@colophon/config";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../../tests/support/eventually.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import { createDatabase, DATABASE_ENV_NAMES, databaseSettings, LIMITS } from "../src/index.ts";
import { failureOf } from "./support.ts";

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const settingsFor = (variables: Record<string, string>) => databaseSettings(readEnv(variables, DATABASE_ENV_NAMES));

test("without variables, a service has the default time limits", () => {
  const { connectMs, statementMs, anonymousStatementMs, lockMs } = LIMITS;

  expect(settingsFor({})).toMatchObject({ connectMs, statementMs, anonymousStatementMs, lockMs });
});

test("variables set how long statements, the wait for a lock and the wait for a connection may take, for callers with and without credentials", async () => {
  const settings = settingsFor({
    DATABASE_POOL_SIZE: "2", // one of them for the session
    DATABASE_STATEMENT_MS: "30000",
    DATABASE_ANONYMOUS_STATEMENT_MS: "20000",
    DATABASE_LOCK_MS: "40000",
    DATABASE_CONNECT_MS: "100",
  });
  const database = createDatabase({ url: postgres.url, ...settings });
  const isConnected = () =>
    database.run({ text: "select 1" }).then(
      () => true,
      () => false, // a new connection can take longer
    );
  const shown = async (setting: string) => (await database.run({ text: `show ${setting}` }))[0]?.[setting];
  const limitFor = (caller: { key: string; anonymous: boolean }) => database.actFor(caller, () => shown("statement_timeout"));
  const over = Promise.withResolvers<void>();

  await eventually(isConnected, { what: "the connection is made" });
  const limits = [
    await limitFor({ key: "a", anonymous: false }),
    await limitFor({ key: "b", anonymous: true }),
    await shown("lock_timeout"),
  ];
  const busy = database.transaction(() => over.promise);
  const waiting = await failureOf(database.run({ text: "select 1" }));
  over.resolve();
  await busy;
  await database.close();

  expect(limits).toEqual(["30s", "20s", "40s"]);
  expect(waiting).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

test("all connections of a process count: the session's, that for held locks, and those for statements", () => {
  const env = readEnv({ DATABASE_POOL_SIZE: "10" }, DATABASE_ENV_NAMES);

  expect(databaseSettings(env).poolSize).toBe(9);
  expect(databaseSettings(env, { holdsLocks: true }).poolSize).toBe(8);
});

test("a number that leaves no connection for statements is refused, and a pooler without the server's own address", () => {
  expect(() => databaseSettings(readEnv({ DATABASE_POOL_SIZE: "2" }, DATABASE_ENV_NAMES), { holdsLocks: true })).toThrow(
    "this process needs 3 connections or more",
  );
  for (const DATABASE_POOLER of ["transaction", "transaction-prepared"])
    expect(() => settingsFor({ DATABASE_POOLER })).toThrow("DATABASE_DIRECT_URL is not set");
});
