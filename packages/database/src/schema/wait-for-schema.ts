import { AppError } from "@colophon/errors";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database.ts";
import { wasApplied } from "../tables/schema-state.ts";
import { factsOf } from "../errors/sql-facts.ts";

const PAUSE_MS = 250;
/** The table is missing, or this user's privileges on it: a restored database has no grants before it is migrated. */
const NOT_YET_MIGRATED = new Set(["42P01", "42501"]);

/**
 * Waits until the content service has changed the tables to the configuration of that hash, now or before: a newer one keeps what this one
 * needs. Other processes see that this configuration is in use. Waits while PostgreSQL is not available.
 * @param signal - ends the waiting; the promise then rejects with its reason.
 */
export async function waitForSchema(database: Database, hash: string, signal?: AbortSignal): Promise<void> {
  await database.announce(hash);
  while (!(await isKnown(database, hash))) await sleep(PAUSE_MS, undefined, signal ? { signal } : {});
}

async function isKnown(database: Database, hash: string): Promise<boolean> {
  try {
    return await wasApplied(database, hash);
  } catch (error) {
    const notYetMigrated = NOT_YET_MIGRATED.has(factsOf(error)?.state ?? "");
    if (notYetMigrated || (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE")) return false;
    throw error;
  }
}
