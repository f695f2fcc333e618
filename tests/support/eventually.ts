import { setTimeout as sleep } from "node:timers/promises";

/** The values that mean that there is no result yet. */
type NoResult = false | null | undefined;

/** How long a condition may take: enough for a slow and busy machine. */
export const LIMIT_MS = 180_000;

export interface Eventually<T> {
  /** The condition, for the message; by default the source of `look`. */
  readonly what?: string;
  readonly limitMs?: number;
  readonly everyMs?: number;
  /** Whether a result of `look` is accepted; by default every truthy result is. */
  readonly accepts?: (seen: T) => boolean;
}

/**
 * Polls until `look` returns a result; an exception counts as no result.
 * @returns the first accepted result. @throws Error with the last result
 */
export async function eventually<T>(look: () => T | Promise<T>, given: Eventually<T> = {}): Promise<Exclude<T, NoResult>> {
  const { what = look.toString(), limitMs = LIMIT_MS, everyMs = 20, accepts = Boolean } = given;
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const { seen, error } = await seenBy(look);
    if (error === undefined && accepts(seen as T)) return seen as Exclude<T, NoResult>;
    if (performance.now() > giveUpAt)
      throw new Error(`The condition is not met after ${limitMs} ms: ${what}. Last result: ${textOf(error ?? seen)}`, { cause: error });
    await sleep(everyMs);
  }
}

async function seenBy<T>(look: () => T | Promise<T>): Promise<{ readonly seen?: T; readonly error?: unknown }> {
  try {
    return { seen: await look() };
  } catch (error) {
    return { error };
  }
}

function textOf(seen: unknown): string {
  return seen instanceof Error ? seen.message : JSON.stringify(seen);
}
