import type { DerivativeDefinition } from "@colophon/config";
import type { AssetTable } from "@colophon/database";
import type { DirectQueue } from "@colophon/jobs";
import { derivativeKey, type Storage } from "@colophon/storage";
import { createNamedKeys } from "../images/transforms.ts";
import type { DerivativeName } from "../jobs.ts";
import { rowKeyOf, type DerivativeRows } from "./derivative-rows.ts";

export interface UnendedDependencies {
  readonly assets: AssetTable;
  readonly derivatives: DerivativeRows;
  readonly storage: Storage;
  readonly queue: DirectQueue<DerivativeName>;
  /** The sizes of `storage.derivatives`. */
  readonly configured: readonly DerivativeDefinition[];
}

const BATCH = 500;

/**
 * Derivatives that have been pending for longer than any request waits: Redis has lost their jobs, PostgreSQL how they ended, or they failed
 * too often. A stored one, and a configured one, gets a job again, which ends it; the rows of the others are removed. While the queue takes
 * no job, everything stays as it is.
 */
export async function endUnended({ assets, derivatives, storage, queue, configured }: UnendedDependencies): Promise<void> {
  const namedKeys = createNamedKeys(configured);

  async function isWanted({ id, transformKey }: DerivativeName): Promise<boolean> {
    const asset = await assets.findImage(id);
    if (!asset) return false;
    return namedKeys(asset).has(transformKey) || (await storage.stat(derivativeKey(id, transformKey))) !== null;
  }

  for (let after: DerivativeName | null = null; ;) {
    const found: readonly DerivativeName[] = await derivatives.unended(after, BATCH);
    for (const name of found) {
      if (!(await isWanted(name))) await derivatives.abandon(name);
      else if ((await queue.add(rowKeyOf(name), name, "background")) !== "added") return;
    }
    after = found.at(-1) ?? null;
    if (after === null) return;
  }
}
