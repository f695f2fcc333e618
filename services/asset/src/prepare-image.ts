import type { DerivativeDefinition } from "@colophon/config";
import type { DirectQueue } from "@colophon/jobs";
import type { AssetRows } from "./asset-rows.ts";
import type { DerivativeRows } from "./derivative-rows.ts";
import type { DerivePayload } from "./derive-image.ts";
import { jobKeyOf } from "./derivatives.service.ts";
import { transformsOf } from "./transforms.ts";

export interface PrepareDependencies {
  readonly assets: AssetRows;
  readonly derivatives: DerivativeRows;
  readonly queue: DirectQueue<DerivePayload>;
  /** The sizes of `storage.derivatives`. */
  readonly configured: readonly DerivativeDefinition[];
}

/** Has the configured derivatives of an image made. Safe to run twice: each is one job, and made once. */
export function createPrepareImage({ assets, derivatives, queue, configured }: PrepareDependencies) {
  return async ({ id }: { readonly id: string }): Promise<void> => {
    const asset = await assets.findImage(id);
    if (!asset) return; // deleted while the job waited
    for (const transform of configured.flatMap((definition) => transformsOf(definition, asset))) {
      const key = jobKeyOf(id, transform);
      await derivatives.reserve(key, id, transform, true);
      const added = await queue.add(key, { id, transform });
      if (added !== "added") throw new Error(`the queue is ${added}`); // tried again later
    }
  };
}
