import { setTimeout } from "node:timers/promises";
import type { DerivativeDefinition } from "@colophon/config";
import type { Added, DirectQueue } from "@colophon/jobs";
import type { AssetTable } from "@colophon/database";
import { rowKeyOf, type DerivativeRows } from "./derivative-rows.ts";
import type { ImagePool } from "../images/pool.ts";
import type { DerivativeName } from "../jobs.ts";
import { createNamedKeys, keyOfTransform, transformsOf } from "../images/transforms.ts";

export interface PrepareDependencies {
  readonly assets: AssetTable;
  readonly derivatives: DerivativeRows;
  readonly queue: DirectQueue<DerivativeName>;
  readonly images: Pick<ImagePool, "run" | "warm">;
  /** The sizes of `storage.derivatives`. */
  readonly configured: readonly DerivativeDefinition[];
  /** How long to wait between two attempts to add a job to a full queue. */
  readonly pauseMs?: number;
}

/** How often a job is added to a full queue. The queue has room again after the time of one derivative, unless no worker runs. */
const MAX_ADDITIONS = 300;

/**
 * Requests the configured derivatives of a new image, whose other derivatives are probably requested soon. Each is a job of its own, as one
 * that a reader requests, and has the same id: a derivative that is requested while the image is prepared is made once. Readers don't wait
 * behind them. Safe to run twice.
 */
export function createPrepareImage({ assets, derivatives, queue, images, configured, pauseMs = 200 }: PrepareDependencies) {
  const namedKeys = createNamedKeys(configured);

  async function addWhenRoom(name: DerivativeName): Promise<Added> {
    for (let additions = 1; ; additions++) {
      const added = await queue.add(rowKeyOf(name), name, "background");
      if (added !== "full" || additions === MAX_ADDITIONS) return added;
      await setTimeout(pauseMs);
    }
  }

  return async ({ id }: { readonly id: string }): Promise<void> => {
    const asset = await assets.findImage(id);
    if (!asset) return; // deleted while the job waited
    images.warm();
    for (const transform of configured.flatMap((definition) => transformsOf(definition, asset))) {
      const name = { id, transformKey: keyOfTransform(transform) };
      if (!(await derivatives.reserve(name, transform, namedKeys(asset))))
        throw new Error("too many derivatives of this image are under way"); // retried later
      const added = await addWhenRoom(name);
      if (added !== "added") throw new Error(`the queue is ${added}`); // retried later
    }
  };
}
