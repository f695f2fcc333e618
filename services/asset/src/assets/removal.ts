import type { z } from "zod";
import type { AssetTable } from "@colophon/database";
import type { DerivativeRows } from "../derivatives/derivative-rows.ts";
import type { DerivativeName, removeJob } from "../jobs.ts";
import { derivativeKey, derivativesPrefix, originalKey, type Storage } from "@colophon/storage";

export interface RemoveDependencies {
  readonly assets: AssetTable;
  readonly derivatives: DerivativeRows;
  readonly storage: Storage;
}

/**
 * Removes the bytes of a deleted asset and everything derived from it. Each record has its own bytes, even if another entity has the same
 * ones, and their keys are derived from its id: no existing record is affected.
 */
export function createRemoveAsset({ assets, derivatives, storage }: RemoveDependencies) {
  return async ({ entity, id }: z.output<typeof removeJob.payload>): Promise<void> => {
    if (!(await assets.missing([id])).has(id)) return; // the record exists: nothing is removed
    await derivatives.removeOf(entity, id);
    await storage.remove(originalKey(id));
    for await (const { key } of storage.list(derivativesPrefix(id))) await storage.remove(key);
  };
}

export interface DropDependencies {
  readonly derivatives: Pick<DerivativeRows, "isKnown">;
  readonly storage: Storage;
}

/** Removes the bytes of an evicted derivative, unless it is requested again. */
export function createDropDerivative({ derivatives, storage }: DropDependencies) {
  return async (name: DerivativeName): Promise<void> => {
    if (await derivatives.isKnown(name)) return;
    await storage.remove(derivativeKey(name.id, name.transformKey));
  };
}
