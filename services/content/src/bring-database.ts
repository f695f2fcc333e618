import { setTimeout as sleep } from "node:timers/promises";
import { applySchema, migrate, toAppError, type Applied, type Database } from "@colophon/database";
import { tableChanges, type Schema } from "@colophon/engine";
import { AppError } from "@colophon/errors";

interface Wishes {
  /** Places whose loss is accepted, or true for all. */
  readonly allowDataLoss: true | readonly string[] | undefined;
  readonly adminEmail: string | undefined;
}

interface Brought {
  readonly migrations: readonly string[];
  readonly tables: Applied;
}

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** PostgreSQL could not be worked with in all that time. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
}

/**
 * Brings the database to this release and this configuration: migrations, entity tables, globals, the first admin.
 * Any number of processes may do it at once: one works, the others wait and find nothing left to do. While PostgreSQL
 * can't be reached it is tried again, for a minute.
 * @throws SchemaRefused with sentences for the person who started it, or DatabaseAway.
 */
export async function bringDatabase(database: Database, schema: Schema, wishes: Wishes): Promise<Brought> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await bring(database, schema, wishes);
    } catch (error) {
      const failure = toAppError(error);
      if (!(failure instanceof AppError && failure.code === "SERVICE_UNAVAILABLE")) throw error;
      if (Date.now() > giveUpAt) throw new DatabaseAway(sentenceFor(failure.cause), { cause: error });
    }
    await sleep(PAUSE_MS);
  }
}

async function bring(database: Database, schema: Schema, { allowDataLoss = [], adminEmail }: Wishes): Promise<Brought> {
  const migrations = await migrate(database.pool);
  const tables = await applySchema(database, schema, { tableChanges, allowDataLoss, adminEmail });
  return { migrations, tables };
}

function sentenceFor(cause: unknown): string {
  const reason = cause instanceof Error && cause.message ? ` (${cause.message})` : "";
  return `PostgreSQL could not be reached for ${PATIENCE_MS / 1000} s${reason}. Look at DATABASE_URL, and whether the server runs.`;
}
