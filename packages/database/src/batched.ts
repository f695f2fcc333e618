import { AsyncResource } from "node:async_hooks";
import DataLoader from "dataloader";

const WAIT_MS = 2;
const MAX_KEYS = 100;

/**
 * Collects the calls of 2 ms, at most 100, into one: `work` gets their keys, and returns a result for each of them, in their order. It is
 * not part of a caller's transaction. If it fails, all of these calls fail.
 */
export function batched<Key, Result>(work: (keys: readonly Key[]) => Promise<readonly Result[]>): (key: Key) => Promise<Result> {
  const own = new AsyncResource("batch"); // without the trace of the caller who came first
  const loader = new DataLoader<Key, Result>((keys) => own.runInAsyncScope(work, undefined, keys), {
    cache: false,
    maxBatchSize: MAX_KEYS,
    batchScheduleFn: (send) => void setTimeout(send, WAIT_MS),
  });
  return (key) => loader.load(key);
}
