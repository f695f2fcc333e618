import { setTimeout as sleep } from "node:timers/promises";

/** What stands for "not yet". */
type Nothing = false | null | undefined;

export interface Eventually<T> {
  /** What is waited for, for the message; the source of `look` when left out. */
  readonly what?: string;
  readonly limitMs?: number;
  readonly everyMs?: number;
  /** What is waited for, when `look` returns more than that. */
  readonly accepts?: (seen: T) => boolean;
}

/**
 * Looks until there is something to see, with the patience that a busy machine takes; a look that throws has seen nothing yet.
 * @returns the first thing that is accepted. @throws Error that says what was seen last
 */
export async function eventually<T>(look: () => T | Promise<T>, given: Eventually<T> = {}): Promise<Exclude<T, Nothing>> {
  const { what = look.toString(), limitMs = 60_000, everyMs = 20, accepts = Boolean } = given;
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const { seen, error } = await seenBy(look);
    if (error === undefined && accepts(seen as T)) return seen as Exclude<T, Nothing>;
    if (performance.now() > giveUpAt)
      throw new Error(`Not so after ${limitMs} ms: ${what}. Last seen: ${tell(error ?? seen)}`, { cause: error });
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

function tell(seen: unknown): string {
  return seen instanceof Error ? seen.message : JSON.stringify(seen);
}
