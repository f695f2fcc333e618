import type { Principal } from "@colophon/engine";
import { LRUCache } from "lru-cache";
import type { Access } from "../access.ts";
import type { Asset, AssetTable } from "@colophon/database";
import { isFilename } from "../upload/filenames.ts";

const MAX_BYTES = 16 * 1024 * 1024;
/** An entry without its name and the storage's key, which contains it. */
const ENTRY_BYTES = 1_000;

export type ReadableAssets = ReturnType<typeof createReadableAssets>;

/**
 * Finds assets for callers that may read them. Results are cached, and PostgreSQL checks the permission and the record's version in one
 * statement: a cached asset is never wrong, only sometimes outdated and then read again.
 */
export function createReadableAssets({ assets, access }: { readonly assets: Pick<AssetTable, "find">; readonly access: Access }) {
  const known = new LRUCache<string, Asset>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ storageKey }, filename) => ENTRY_BYTES + filename.length + storageKey.length,
  });
  const versionOf = (principal: Principal, { entity, id }: Asset) => access.readableVersion(principal, entity, id);

  return {
    /**
     * The asset of that filename; null if there is none that the principal may read. @throws FORBIDDEN without read permission on its entity
     */
    async find(principal: Principal, filename: string): Promise<Asset | null> {
      if (!isFilename(filename)) return null;
      const kept = known.get(filename);
      if (kept && (await versionOf(principal, kept)) === kept.version) return kept;
      const asset = await assets.find(filename);
      if (!asset || (await versionOf(principal, asset)) === null) return null;
      known.set(filename, asset);
      return asset;
    },
  };
}
