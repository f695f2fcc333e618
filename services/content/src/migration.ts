import { inNewFormats } from "@colophon/client/rich-text/nested-formats";
import { loadConfig, readEnv } from "@colophon/config";
import { createDatabase, PATIENT_LIMITS, pooledLimits, prepareDatabase, sentencesOf } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { createLog, createReminder } from "@colophon/runtime";

const NAMES = [
  "NODE_ENV",
  "CMS_CONFIG",
  "CMS_ADMIN_EMAIL",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_POOLER",
  "DATABASE_STATEMENT_MS",
  "DATABASE_LOCK_MS",
  "DATABASE_ROLES_KEY",
  "ALLOW_DATA_LOSS",
  "LOG_LEVEL",
] as const;

/** After this time a server that doesn't answer is named; the migration goes on trying. */
const CONNECT_MS = 4_000;

/** The operator has aborted the migration: the reason of its signal. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  constructor() {
    super("Stopped. The site runs on as before; the next start goes on from here.");
  }
}

export interface MigrationOptions {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Stops it: it then throws the reason. */
  readonly signal: AbortSignal;
}

/**
 * Prepares the database for this release and this configuration. It waits for PostgreSQL, and for another process with the same work.
 *
 * @returns what it has done, in sentences.
 * @throws EnvError, ConfigError, SchemaRefused or DatabaseAway.
 */
export async function migrateSite({ variables, signal }: MigrationOptions): Promise<readonly string[]> {
  const env = readEnv(variables, NAMES, ["DATABASE_URL"]);
  const schema = compileSchema(await loadConfig(env.CMS_CONFIG));
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  const database = createDatabase({ url, poolSize: 2, ...PATIENT_LIMITS, connectMs: CONNECT_MS });
  const log = createLog({ name: "migrate", level: env.LOG_LEVEL });
  try {
    const prepared = await prepareDatabase(database, schema, {
      tableChanges,
      convertText: inNewFormats,
      allowDataLoss: env.ALLOW_DATA_LOSS,
      adminEmail: env.CMS_ADMIN_EMAIL,
      rolesKey: env.DATABASE_ROLES_KEY,
      pooledLimits: pooledLimits(env),
      onProgress: (sentence) => log.info(sentence),
      onWaiting: createReminder((sentence) => log.warn(sentence)),
      signal,
    });
    return sentencesOf(prepared);
  } finally {
    await database.close();
  }
}
