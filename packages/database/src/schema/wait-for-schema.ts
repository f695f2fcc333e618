import { AppError } from "@colophon/errors";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database.ts";
import { wasApplied } from "../tables/schema-state.ts";
import { factsOf } from "../errors/sql-facts.ts";
import { AWAIT_MIGRATION, awaySentence } from "./waiting.ts";
import type { WaitingForTables } from "./waiting.ts";

const PAUSE_MS = 250;
/** The table is missing, or this user's privileges on it: a restored database has no grants before it is migrated. */
const NOT_YET_MIGRATED = new Set(["42P01", "42501"]);

/**
 * Waits until the content service has changed the tables to the configuration of that hash, now or before: a newer one keeps what this one
 * needs. Other processes see that this configuration is in use. Waits while PostgreSQL is not available.
 */
export async function waitForSchema(database: Database, hash: string, { signal, onWaiting }: WaitingForTables = {}): Promise<void> {
  await database.announce(hash);
  for (let lack = await lackOf(database, hash); lack !== null; lack = await lackOf(database, hash)) {
    onWaiting?.(lack);
    await sleep(PAUSE_MS, undefined, signal ? { signal } : {});
  }
}

/** What it waits for, in a sentence; null if the tables fit. */
async function lackOf(database: Database, hash: string): Promise<string | null> {
  try {
    return (await wasApplied(database, hash)) ? null : AWAIT_MIGRATION;
  } catch (error) {
    if (NOT_YET_MIGRATED.has(factsOf(error)?.state ?? "")) return AWAIT_MIGRATION;
    if (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE") return awaySentence(database.address, error.cause);
    throw error;
  }
}
