import { setTimeout as sleep } from "node:timers/promises";
import { isLockedOut, isRepeatable, isStalePlan, toAppError } from "../errors/errors.ts";

/** How often the same work is done again before the caller hears of it. */
export const MAX_REPEATS = 3;
const FIRST_PAUSE_MS = 10;

/**
 * Does `work`, and again where PostgreSQL chose it as the victim of a deadlock or found its plan outdated.
 * @throws what toAppError makes of the last failure.
 */
export async function repeating<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (repeats === MAX_REPEATS || !(isRepeatable(error) || isStalePlan(error))) throw toAppError(error);
      await sleep(FIRST_PAUSE_MS * 2 ** repeats * (0.5 + Math.random())); // or two victims meet again
    }
  }
}

const LOCK_REPEATS = 20;
const LOCK_PAUSE_MS = 250;

/**
 * Does `work` again while a table it wants to change is in use. Waiting in short turns lets the requests through that
 * would otherwise queue behind the one that waits.
 */
export async function retryLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (repeats === LOCK_REPEATS || !isLockedOut(error)) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}
