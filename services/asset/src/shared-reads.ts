interface Reads<Result> {
  readonly current: Promise<Result>;
  /** For the calls that came while the current one runs. */
  next: Promise<Result> | null;
}

/**
 * Concurrent reads with the same key share one that begins after all of them were requested, so that none sees an older state than it would
 * alone.
 */
export function createSharedReads<Result>() {
  const byKey = new Map<string, Reads<Result>>();

  function begin(key: string, read: () => Promise<Result>): Promise<Result> {
    const reads: Reads<Result> = { current: read(), next: null };
    byKey.set(key, reads);
    const ended = (): void => void (reads.next ?? byKey.delete(key));
    reads.current.then(ended, ended);
    return reads.current;
  }

  return (key: string, read: () => Promise<Result>): Promise<Result> => {
    const reads = byKey.get(key);
    if (!reads) return begin(key, read);
    const beginNext = (): Promise<Result> => begin(key, read);
    reads.next ??= reads.current.then(beginNext, beginNext);
    return reads.next;
  };
}
