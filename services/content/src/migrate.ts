/**
 * A command: prepares the database for this release and this configuration, prints the results, and ends. It waits for PostgreSQL, and for
 * another process with the same work. Status 1 with messages if it is refused.
 */
import { loadConfig, readEnv } from "@colophon/config";
import { createDatabase, DatabaseAway, PATIENT_LIMITS, prepareDatabase, SchemaRefused, sentencesOf } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { createLog, createReminder, run } from "@colophon/runtime";

const NAMES = ["NODE_ENV", "CMS_CONFIG", "CMS_ADMIN_EMAIL", "DATABASE_URL", "DATABASE_ROLES_KEY", "ALLOW_DATA_LOSS", "LOG_LEVEL"] as const;

/** After this time a server that doesn't answer is named; the migration goes on trying. */
const CONNECT_MS = 4_000;

/** The operator has aborted it. */
class Stopped extends Error {
  override readonly name = "Stopped";
}

await run(prepare, [SchemaRefused, DatabaseAway, Stopped]);

async function prepare(): Promise<void> {
  const env = readEnv(process.env, NAMES, ["DATABASE_URL"]);
  const schema = compileSchema(await loadConfig(env.CMS_CONFIG));
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 2, ...PATIENT_LIMITS, connectMs: CONNECT_MS });
  const log = createLog({ name: "migrate", level: env.LOG_LEVEL });
  const stop = new AbortController();
  const reason = new Stopped("Stopped. The site runs on as before; the next start goes on from here.");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(reason));
  try {
    const prepared = await prepareDatabase(database, schema, {
      tableChanges,
      allowDataLoss: env.ALLOW_DATA_LOSS,
      adminEmail: env.CMS_ADMIN_EMAIL,
      rolesKey: env.DATABASE_ROLES_KEY,
      onProgress: (sentence) => log.info(sentence),
      onWaiting: createReminder((sentence) => log.warn(sentence)),
      signal: stop.signal,
    });
    for (const sentence of sentencesOf(prepared)) console.log(sentence);
  } finally {
    await database.close();
  }
}
