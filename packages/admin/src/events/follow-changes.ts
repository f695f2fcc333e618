import type { Change, Reset } from "@colophon/client";

/** A record has changed; after a reset, any may have. */
export type FollowedChange = Change | Reset;

interface Stream {
  /** The changes from now on, until the signal. */
  readonly open: (signal: AbortSignal) => AsyncIterable<FollowedChange>;
  readonly onChange: (change: FollowedChange) => void;
}

/** Of the lock, and of the channel between the tabs. */
const NAME = "colophon.changes";
const RESET: FollowedChange = { event: "reset" };

/**
 * Follows the changes of records in all tabs of the browser with one stream: the tab that holds the lock reads it and tells the others. When
 * that tab is closed, the next one opens the stream, and may have missed something. Browsers give locks to secure pages only: others follow
 * nothing. @returns a function that ends it
 */
export function followChanges({ open, onChange }: Stream, locks: LockManager | undefined = navigator.locks): () => void {
  if (!locks) return () => undefined;
  const end = new AbortController();
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", ({ data }: MessageEvent<FollowedChange>) => onChange(data));
  const publish = (change: FollowedChange): void => {
    if (end.signal.aborted) return;
    channel.postMessage(change);
    onChange(change);
  };
  const read = async (): Promise<true> => {
    for await (const change of open(end.signal)) publish(change);
    return true;
  };
  const follow = async (): Promise<void> => {
    if (await locks.request(NAME, { ifAvailable: true }, (lock) => (lock ? read() : false))) return;
    await locks.request(NAME, { signal: end.signal }, () => {
      publish(RESET);
      return read();
    });
  };
  follow().catch(() => undefined); // ended, or refused: without the stream the page reads again as it always does
  return () => {
    end.abort();
    channel.close();
  };
}
