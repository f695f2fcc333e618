/** Processes of one database, each with its own configuration. */
import { afterEach, beforeEach } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { createDatabase, finishChange, migrate, newId } from "../src/index.ts";
import type { AllowedLoss, Database } from "../src/index.ts";
import { apply, schemaOf } from "./changing.ts";

let server: TestPostgres;
const open: Database[] = [];

/** A server for each test of a file. */
export function useServer(): { readonly url: () => string; readonly opened: (database: Database) => Database } {
  beforeEach(async () => void (server = await startPostgres({ migrated: true })));
  afterEach(async () => {
    await Promise.all(open.splice(0).map((database) => database.close()));
    await server.stop();
  });
  const opened = (database: Database): Database => {
    open.push(database);
    return database;
  };
  return { url: () => server.url, opened };
}

/** The start of a process. */
export async function start(schema: ReturnType<typeof schemaOf>, allowDataLoss: AllowedLoss = true): Promise<Database> {
  const database = createDatabase({ url: server.url, ...TEST_LIMITS });
  open.push(database);
  await migrate(database.pool);
  await apply(database, schema, { allowDataLoss });
  return database;
}

/** Runs all deferred steps of a change, like the content service after the last process with another configuration has ended. */
export async function finish(database: Database, limitMs = 60_000): Promise<void> {
  const left = async () =>
    (await database.one({ text: "select leftovers is not null as left from cms.schema_state where superseded_at is null" }))?.["left"];
  const isFinished = async () => !(await left()) || (await finishChange(database), false);
  await eventually(isFinished, { what: "the change is finished", everyMs: 20, limitMs });
}

export const insert = (database: Database, column: string, value: string) =>
  database.run({ text: `insert into content.article (id, created_at, updated_at, ${column}) values ($1, now(), now(), $2)` }, [
    newId(),
    value,
  ]);
export const valuesOf = async (database: Database, column: string) =>
  (await database.run({ text: `select ${column} as value from content.article order by 1` })).map(({ value }) => value);

export const text = (name: string, more: object = {}) => ({ name, type: "text", ...more }) as FieldDefinition;
export const articleOf = (...fields: FieldDefinition[]) => schemaOf({ name: "article", fields });
export const BOTH = articleOf(text("title", { index: true }), text("note", { unique: true }));
export const RENAMED = articleOf(text("headline", { index: true, renamedFrom: "title" }), text("note", { unique: true }));
