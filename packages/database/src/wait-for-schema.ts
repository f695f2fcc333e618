import { AppError } from "@colophon/errors";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./database.ts";
import { factsOf } from "./sql-facts.ts";

const PAUSE_MS = 250;

/**
 * Waits until the content service has brought the tables to the configuration of that hash, or has done so before: a
 * newer one keeps what this one needs. With PostgreSQL away it goes on waiting.
 * @param signal - ends the waiting; the promise then rejects with its reason.
 */
export async function waitForSchema(database: Database, hash: string, signal?: AbortSignal): Promise<void> {
  while (!(await isKnown(database, hash))) await sleep(PAUSE_MS, undefined, signal ? { signal } : {});
}

async function isKnown(database: Database, hash: string): Promise<boolean> {
  try {
    return (await database.one({ text: "select from cms.schema_state where hash = $1" }, [hash])) !== null;
  } catch (error) {
    const notYetMigrated = factsOf(error)?.state === "42P01";
    if (notYetMigrated || (error instanceof AppError && error.code === "SERVICE_UNAVAILABLE")) return false;
    throw error;
  }
}
