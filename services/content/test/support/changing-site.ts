/** One database that starts with one configuration after the other. */
import { afterAll, beforeEach } from "@jest/globals";
import { inNewFormats } from "@colophon/client/rich-text/nested-formats";
import { validateConfig, type ConfigDefinition } from "@colophon/config";
import { applySchema, createDatabase, finishChange, planSchema, type Database } from "@colophon/database";
import { compileSchema, tableChanges, type Schema } from "@colophon/engine";
import { createLog } from "@colophon/runtime";
import { eventually } from "../../../../tests/support/eventually.ts";
import { startPostgres } from "../../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../../tests/support/servers/postgres-server.ts";
import { TEST_LIMITS } from "../../../../tests/support/database/test-limits.ts";
import { startService, type Client, type TestService } from "./service.ts";

/** A new database for each test of the file. */
export function changingSite() {
  let postgres: TestPostgres | undefined;
  beforeEach(async () => {
    await postgres?.stop();
    postgres = await startPostgres({ migrated: true });
  });
  afterAll(() => postgres?.stop());

  /** Works with the database alone. */
  async function onDatabase<T>(definition: ConfigDefinition, work: (database: Database, schema: Schema) => Promise<T>): Promise<T> {
    const validated = validateConfig(definition);
    if (!validated.ok || !postgres) throw new Error("there is no configuration, or no database");
    const log = createLog({ name: "content", level: "info", to: { write: () => undefined } });
    const database = createDatabase({ url: postgres.url, poolSize: 2, log, ...TEST_LIMITS });
    try {
      return await work(database, compileSchema(validated.config));
    } finally {
      await database.close();
    }
  }

  return {
    /** Works with the service while it runs with this configuration. */
    async during<T>(
      definition: ConfigDefinition,
      work: (admin: Client, service: TestService) => Promise<T>,
      allowDataLoss?: true,
    ): Promise<T> {
      if (!postgres) throw new Error("there is no database");
      const service = await startService(definition, { on: postgres, ...(allowDataLoss && { allowDataLoss }) });
      try {
        return await work(service.as("admin"), service);
      } finally {
        await service.stop();
      }
    },

    /** Changes the tables to a configuration. */
    apply: (definition: ConfigDefinition): Promise<unknown> =>
      onDatabase(definition, (database, schema) => applySchema(database, schema, { tableChanges })),

    /** The losses that `schema plan` shows for a configuration. */
    plannedLosses: (definition: ConfigDefinition): Promise<readonly (string | null)[]> =>
      onDatabase(definition, async (database, schema) => {
        const { changes } = await planSchema(database, schema, { tableChanges, convertText: inNewFormats });
        return changes.flatMap(({ lossy }) => lossy ?? []);
      }),

    /** Waits until versions are converted, which begins some seconds after the start of PostgreSQL. */
    untilFinished: ({ database }: TestService): Promise<unknown> =>
      eventually(async () => {
        await finishChange(database);
        const left = await database.one<{ left: boolean }>({ text: "select bool_or(leftovers is not null) as left from cms.schema_state" });
        return left?.left === false;
      }),
  };
}
