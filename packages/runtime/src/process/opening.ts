/** Ends what was begun. */
type Stop = () => Promise<void>;

/**
 * Does what a process waits for while it already listens and is not ready: tables to appear, a bucket to answer.
 *
 * @param open - gives up when its signal says so; may resolve with how to end what it has begun.
 */
export function createOpening(open: (signal: AbortSignal) => Promise<Stop | void>) {
  const stopping = new AbortController();
  let isDone = false;
  const opened = open(stopping.signal).then((stop) => {
    isDone = true;
    return stop;
  });

  return {
    isDone: (): boolean => isDone,

    /** Gives up the waiting, or ends what has begun. */
    async close(): Promise<void> {
      stopping.abort();
      const stop = await opened.catch(() => undefined);
      await stop?.();
    },
  };
}
