import type { z } from "zod";
import type { AssetRows } from "./asset-rows.ts";
import type { DerivativeRows } from "./derivative-rows.ts";
import type { removeJob } from "./jobs.ts";
import { derivativesPrefix } from "./keys.ts";
import type { Storage } from "@colophon/storage";

export interface RemoveDependencies {
  readonly assets: AssetRows;
  readonly derivatives: DerivativeRows;
  readonly storage: Storage;
}

/**
 * Removes the bytes of a deleted asset and all that was made from it. Each record has bytes of its own, also where
 * another entity holds the same ones, so nothing that a record holds is ever touched.
 */
export function createRemoveAsset({ assets, derivatives, storage }: RemoveDependencies) {
  return async ({ entity, id, storageKey }: z.output<typeof removeJob.payload>): Promise<void> => {
    if (!(await assets.missing([id])).has(id)) return; // the record is there: nothing of it goes
    await derivatives.forget(entity, id);
    await storage.remove(storageKey);
    for await (const { key } of storage.list(derivativesPrefix(id))) await storage.remove(key);
  };
}
