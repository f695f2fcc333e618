/**
 * A command: brings the database to this release and this configuration, says what it did, and ends. It waits for
 * PostgreSQL to answer, and for another process that is at the same work. Status 1 with sentences when it must not be done.
 */
import { ConfigError, EnvError, loadConfig, readEnv } from "@colophon/config";
import { createDatabase, SchemaRefused, type Applied } from "@colophon/database";
import { compileSchema } from "@colophon/engine";
import { bringDatabase, DatabaseAway } from "./bring-database.ts";

const NAMES = ["NODE_ENV", "CMS_CONFIG", "CMS_ADMIN_EMAIL", "DATABASE_URL", "ALLOW_DATA_LOSS"] as const;

try {
  await run();
} catch (error) {
  console.error(isForPeople(error) ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["DATABASE_URL"]);
  const schema = compileSchema(await loadConfig(env.CMS_CONFIG));
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 2 });
  try {
    const { migrations, tables } = await bringDatabase(database, schema, {
      allowDataLoss: env.ALLOW_DATA_LOSS,
      adminEmail: env.CMS_ADMIN_EMAIL,
    });
    for (const sentence of [sayMigrations(migrations), ...sayTables(tables)]) console.log(sentence);
  } finally {
    await database.close();
  }
}

function sayMigrations(names: readonly string[]): string {
  if (names.length === 0) return "All migrations were in the database already.";
  return `Migrations applied: ${names.join(", ")}.`;
}

function sayTables({ state, changes, admin }: Applied): string[] {
  const places = [...new Set(changes.map(({ place }) => place))];
  const sentences = {
    unchanged: "The tables fit the configuration; nothing was changed.",
    applied: `The tables were brought to the configuration. Changed: ${places.join(", ") || "nothing"}.`,
    older: "A newer configuration is running; the tables stay as it needs them, and this one fits them.",
  };
  return [sentences[state], ...(admin === undefined ? [] : [`${admin} is the first admin.`])];
}

function isForPeople(error: unknown): error is Error {
  return [ConfigError, EnvError, SchemaRefused, DatabaseAway].some((kind) => error instanceof kind);
}
