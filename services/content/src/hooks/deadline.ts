/**
 * Waits for `work` at most `ms` milliseconds. Nothing can force other people's code to stop: the signal asks it to,
 * and what it does later is nobody's answer any more.
 *
 * @throws what `work` throws, or `late()` when the time is over.
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
