import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "../connections/connection.ts";
import type { Database } from "../database.ts";
import { hasRoleSettings } from "../roles/role-settings.ts";
import { wasApplied } from "../tables/schema-state.ts";
import { factsOf } from "../errors/sql-facts.ts";
import { untilAvailable } from "./until-available.ts";
import { AWAIT_MIGRATION } from "./waiting.ts";
import type { WaitingForTables } from "./waiting.ts";

const PAUSE_MS = 250;
/** The table is missing, or this user's privileges on it: a restored database has no grants before it is migrated. */
const NOT_YET_MIGRATED = new Set(["42P01", "42501"]);

/**
 * Waits until the content service has changed the tables to the configuration of that hash, now or before: a newer one keeps what this one
 * needs. Other processes see that this configuration is in use. Waits while PostgreSQL is not available.
 */
export async function waitForSchema(database: Database, hash: string, waiting: WaitingForTables = {}): Promise<void> {
  const { signal, onWaiting } = waiting;
  await database.announce(hash);
  while (await untilAvailable(database, () => isUnprepared(database, hash), waiting)) {
    onWaiting?.(AWAIT_MIGRATION);
    await sleep(PAUSE_MS, undefined, signal ? { signal } : {});
  }
}

async function isUnprepared(database: Database, hash: string): Promise<boolean> {
  try {
    // Before the first statement through a pooler: its connections keep the settings that they began with.
    if (database.pooled && !(await withClient(database.pool, hasRoleSettings))) return true;
    return !(await wasApplied(database, hash));
  } catch (error) {
    if (NOT_YET_MIGRATED.has(factsOf(error)?.state ?? "")) return true;
    throw error;
  }
}
