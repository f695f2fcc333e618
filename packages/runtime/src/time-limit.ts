/** What `inTime` answers instead of a result. */
export const LATE: unique symbol = Symbol("late");

/**
 * The result of a promise, or `LATE` if there is none after that time. What is late goes on, and its result or failure is ignored. The timer
 * ends with the promise; with `ref: false` it doesn't keep the process alive.
 */
export async function inTime<T>(
  promise: Promise<T>,
  ms: number,
  { ref = true }: { readonly ref?: boolean } = {},
): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), LATE);
    if (!ref) timer.unref();
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the answer is yes: not after a failure, and not if there is none after that time. `options` are those of `inTime`. */
export async function isTrueInTime(question: Promise<boolean>, ms: number, options?: Parameters<typeof inTime>[2]): Promise<boolean> {
  const answer = await inTime(
    question.catch(() => false),
    ms,
    options,
  );
  return answer === true;
}
