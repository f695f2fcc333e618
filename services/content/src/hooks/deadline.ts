import { inTime, LATE } from "@colophon/runtime/time-limit";

/**
 * Waits for `work` at most `ms` milliseconds. Project code can't be forced to stop: the signal requests it, and its later result is
 * ignored. @throws the error of `work`, or `late()` after the time limit.
 */
export async function withDeadline<T>(ms: number, late: () => Error, work: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const controller = new AbortController();
  const begun = Promise.resolve().then(() => work(controller.signal));
  const result = await inTime(begun, ms, { ref: false });
  if (result !== LATE) return result;
  const error = late();
  controller.abort(error);
  throw error;
}
