import { setTimeout as sleep } from "node:timers/promises";
import { isRepeatable, isStalePlan, toAppError } from "../errors/errors.ts";

/** How often a transaction is repeated before the caller gets the error. */
export const MAX_REPEATS = 3;
const FIRST_PAUSE_MS = 10;

/**
 * Runs `work`, and repeats it if PostgreSQL ended it because of a deadlock or an outdated plan. @throws the last failure, converted by
 * toAppError.
 */
export async function repeating<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (repeats === MAX_REPEATS || !(isRepeatable(error) || isStalePlan(error))) throw toAppError(error);
      await sleep(FIRST_PAUSE_MS * 2 ** repeats * (0.5 + Math.random())); // or the same two transactions meet again
    }
  }
}
