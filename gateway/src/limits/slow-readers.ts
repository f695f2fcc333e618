import type { ServerResponse } from "node:http";

export type SlowReaders = ReturnType<typeof createSlowReaders>;

/** An answer that waits for its reader takes up to 150 kB here and at its service: about 300 MB in all. */
const MAX_READERS = 2_048;

/**
 * The answers that wait for their readers. They occupy no place at a service, only memory. If there are too many, the caller with the most of
 * them loses its oldest one, so that no caller ends the answers of others.
 */
export function createSlowReaders(max = MAX_READERS) {
  const readers = new Map<string, Set<ServerResponse>>();
  let count = 0;

  function remove(limitKey: string, response: ServerResponse): void {
    const own = readers.get(limitKey);
    if (!own?.delete(response)) return;
    count--;
    if (own.size === 0) readers.delete(limitKey);
  }

  function endOne(): void {
    const [most] = [...readers].toSorted(([, one], [, other]) => other.size - one.size);
    const [oldest] = most?.[1] ?? [];
    if (!most || !oldest) return;
    remove(most[0], oldest);
    oldest.destroy();
  }

  return {
    /** @returns a function that ends the waiting. The end of the connection does, too. */
    add(limitKey: string, response: ServerResponse): () => void {
      const own = readers.get(limitKey) ?? new Set();
      readers.set(limitKey, own.add(response));
      count++;
      const end = (): void => {
        remove(limitKey, response);
        response.off("close", end);
      };
      response.once("close", end);
      if (count > max) endOne();
      return end;
    },

    count: () => count,
  };
}
