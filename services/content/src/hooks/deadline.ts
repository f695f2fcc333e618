/**
 * Waits for `work` at most `ms` milliseconds. Project code can't be forced to stop: the signal requests it, and its later result is
 * ignored. @throws the error of `work`, or `late()` after the time limit.
 */
export async function withDeadline<T>(ms: number, late: () => Error, work: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        const error = late();
        reject(error);
        controller.abort(error);
      },
      Math.max(0, ms),
    ).unref();
  });
  try {
    return await Promise.race([Promise.resolve().then(() => work(controller.signal)), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
