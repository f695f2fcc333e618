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
 * Removes the bytes of a deleted asset and all that was made from it. Each record has bytes of its own, also where
 * another entity holds the same ones, and their keys follow from its id: nothing that a record holds is ever touched.
 */
export function createRemoveAsset({ assets, derivatives, storage }: RemoveDependencies) {
  return async ({ entity, id }: z.output<typeof removeJob.payload>): Promise<void> => {
    if (!(await assets.missing([id])).has(id)) return; // the record is there: nothing of it goes
    await derivatives.removeOf(entity, id);
    await storage.remove(originalKey(id));
    for await (const { key } of storage.list(derivativesPrefix(id))) await storage.remove(key);
  };
}

export interface DropDependencies {
  readonly derivatives: Pick<DerivativeRows, "isKnown">;
  readonly storage: Storage;
}

/** Removes the bytes of a derivative that made room for another one, unless it is wanted again. */
export function createDropDerivative({ derivatives, storage }: DropDependencies) {
  return async (name: DerivativeName): Promise<void> => {
    if (await derivatives.isKnown(name)) return;
    await storage.remove(derivativeKey(name.id, name.transformKey));
  };
}
