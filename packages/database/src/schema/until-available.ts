import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@colophon/model/errors";
import type { Database } from "../database.ts";
import { toAppError } from "../errors/errors.ts";
import { awaySentence, reasonOf } from "./waiting.ts";
import type { WaitingForTables } from "./waiting.ts";

const PAUSE_MS = 500;

/** PostgreSQL was not available in all that time. */
export class DatabaseAway extends Error {
  override readonly name = "DatabaseAway";
}

export interface Patience extends WaitingForTables {
  /** How long to wait for PostgreSQL; by default without end. */
  readonly patienceMs?: number;
}

/** Repeats work until PostgreSQL answers: a process that starts waits for it. @throws what the work throws for other reasons, or DatabaseAway. */
export async function untilAvailable<Result>(
  database: Pick<Database, "address">,
  work: () => Promise<Result>,
  { patienceMs = Infinity, signal, onWaiting }: Patience,
): Promise<Result> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const failure = toAppError(error);
      if (!(failure instanceof AppError && failure.code === "SERVICE_UNAVAILABLE")) throw error;
      if (Date.now() > giveUpAt) throw new DatabaseAway(endSentence(database.address, failure.cause, patienceMs), { cause: error });
      onWaiting?.(awaySentence(database.address, failure.cause));
    }
    await sleep(PAUSE_MS);
    signal?.throwIfAborted();
  }
}

function endSentence(address: string, cause: unknown, patienceMs: number): string {
  return `PostgreSQL at ${address} could not be reached for ${patienceMs / 1000} s${reasonOf(cause)}. Check DATABASE_URL, and check that the server is running.`;
}
