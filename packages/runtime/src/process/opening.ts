/** Ends what was started. */
type Stop = () => Promise<void>;

/**
 * Waits for what a process needs while it already listens and is not ready: tables, a bucket.
 *
 * @param open - stops waiting if its signal aborts; may resolve with a function that ends what it has started.
 */
export function createOpening(open: (signal: AbortSignal) => Promise<Stop | void>) {
  const stopping = new AbortController();
  let isDone = false;
  const opened = open(stopping.signal).then((stop) => {
    isDone = true;
    return stop;
  });

  const begun = opened.then(
    () => undefined,
    (error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    },
  );
  begun.catch(() => undefined); // whoever asks for it later gets it

  return {
    isDone: (): boolean => isDone,

    /** Resolves when the work has begun, or the process stops before. Rejects if it can't begin. */
    begun: (): Promise<void> => begun,

    /** Stops waiting, or ends what was started. */
    async close(): Promise<void> {
      stopping.abort();
      const stop = await opened.catch(() => undefined);
      await stop?.();
    },
  };
}
