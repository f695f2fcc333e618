/**
 * A command: prepares the database for this release and this configuration, says what it did, and ends. It waits for
 * PostgreSQL to answer, and for another process that is at the same work. Status 1 with sentences when it must not be done.
 */
import { loadConfig, readEnv } from "@colophon/config";
import { createDatabase, DatabaseAway, prepareDatabase, SchemaRefused, sentencesOf } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { run } from "@colophon/runtime";

const NAMES = ["NODE_ENV", "CMS_CONFIG", "CMS_ADMIN_EMAIL", "DATABASE_URL", "DATABASE_ROLES_KEY", "ALLOW_DATA_LOSS"] as const;

await run(prepare, [SchemaRefused, DatabaseAway]);

async function prepare(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["DATABASE_URL"]);
  const schema = compileSchema(await loadConfig(env.CMS_CONFIG));
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 2 });
  try {
    const prepared = await prepareDatabase(database, schema, {
      tableChanges,
      allowDataLoss: env.ALLOW_DATA_LOSS,
      adminEmail: env.CMS_ADMIN_EMAIL,
      rolesKey: env.DATABASE_ROLES_KEY,
    });
    for (const sentence of sentencesOf(prepared)) console.log(sentence);
  } finally {
    await database.close();
  }
}
