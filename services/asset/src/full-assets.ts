import { LRUCache } from "lru-cache";

const MAX_KNOWN = 1_000;
const LIFE_MS = 1_000;

export type FullAssets = ReturnType<typeof createFullAssets>;

/**
 * Knows which assets have no place left for a derivative. That is remembered for a second, so that a walk over an image's
 * derivatives doesn't ask PostgreSQL at every step.
 * @param keysOf - the keys of an asset's derivatives, if they take all its places.
 */
export function createFullAssets(keysOf: (id: string) => Promise<readonly string[] | null>) {
  const full = new LRUCache<string, ReadonlySet<string>>({ max: MAX_KNOWN, ttl: LIFE_MS });

  async function look(id: string): Promise<ReadonlySet<string> | null> {
    const keys = await keysOf(id);
    const known = keys && new Set(keys);
    if (known) full.set(id, known);
    return known;
  }

  return {
    /** Whether the asset has no place for this one, which is none of those that it has. */
    async refuses(id: string, key: string): Promise<boolean> {
      const keys = full.get(id) ?? (await look(id));
      return keys !== null && !keys.has(key);
    },
  };
}
