import { setTimeout as sleep } from "node:timers/promises";
import { isRepeatable, isStalePlan, toAppError } from "../errors/errors.ts";

/** How often a transaction is repeated before the caller gets the error. */
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
