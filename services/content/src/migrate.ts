/**
 * A command: brings the database to this release and this configuration, says what it did, and ends. It waits for
 * PostgreSQL to answer, and for another process that is at the same work. Status 1 with sentences when it must not be done.
 */
import { loadConfig, readEnv } from "@colophon/config";
import { bringDatabase, createDatabase, DatabaseAway, SchemaRefused, sentencesOf } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { run } from "@colophon/runtime";

const NAMES = ["NODE_ENV", "CMS_CONFIG", "CMS_ADMIN_EMAIL", "DATABASE_URL", "ALLOW_DATA_LOSS"] as const;

await run(bring, [SchemaRefused, DatabaseAway]);

async function bring(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["DATABASE_URL"]);
  const schema = compileSchema(await loadConfig(env.CMS_CONFIG));
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 2 });
  try {
    const brought = await bringDatabase(database, schema, {
      tableChanges,
      allowDataLoss: env.ALLOW_DATA_LOSS,
      adminEmail: env.CMS_ADMIN_EMAIL,
    });
    for (const sentence of sentencesOf(brought)) console.log(sentence);
  } finally {
    await database.close();
  }
}
