import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { validateConfig, type FieldDefinition } from "@colophon/config";
import { AppError } from "@colophon/errors";
import { compileSchema, tableChanges, type Schema } from "@colophon/engine";
import { startPostgres } from "../../../tests/support/postgres.ts";
import type { TestPostgres } from "../../../tests/support/postgres-server.ts";
import { applySchema, createDatabase, migrate, type Database } from "../src/index.ts";
import { failureOf } from "./support.ts";

let server: TestPostgres;
const open: Database[] = [];
beforeEach(async () => void (server = await startPostgres()));
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()));
  await server.stop();
});

function schemaOf(...fields: FieldDefinition[]): Schema {
  const checked = validateConfig({ entities: [{ name: "article", fields }], roles: [{ name: "admin", isAdmin: true }] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return compileSchema(checked.config);
}

/** What a process does at start. */
async function start(schema: Schema): Promise<Database> {
  const database = createDatabase({ url: server.url });
  open.push(database);
  await migrate(database.pool);
  await applySchema(database, schema, { tableChanges, adminEmail: "boss@example.org", allowDataLoss: true });
  return database;
}

const WITH_NUMBER = schemaOf({ name: "pages", type: "number", integer: true });
const WITH_DATE = schemaOf({ name: "pages", type: "date" });
const MISFIT = { text: "select from content.article where pages > 1::bigint" };

test("a statement that the tables of a newer configuration don't fit is told as unavailable, and its process isn't healthy until it fits", async () => {
  const older = await start(WITH_NUMBER);
  const healthy = [await older.health()];
  const newer = await start(WITH_DATE);

  healthy.push(await older.health());
  const failures = [await failureOf(older.run(MISFIT)), await failureOf(older.transaction(() => older.run(MISFIT)))];
  healthy.push(await older.health());
  await newer.close();
  await start(WITH_NUMBER);
  healthy.push(await older.health());

  expect(failures).toEqual([503, 503].map((status) => expect.objectContaining({ status, code: "SERVICE_UNAVAILABLE" })));
  expect(healthy).toEqual([true, true, false, true]);
});

test("while the stored configuration is its own, a statement that doesn't fit is a bug", async () => {
  const database = await start(WITH_DATE);

  const failure = await failureOf(database.run(MISFIT));

  expect(failure).not.toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ code: "42883" });
  expect(await database.health()).toBe(true);
});
