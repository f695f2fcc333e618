import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { DerivativeDefinition } from "@colophon/config";
import type { Asset, AssetTable, DerivativeOutcome } from "@colophon/database";
import type { DerivativeRows } from "./derivative-rows.ts";
import { ImageFailure } from "../images/ask.ts";
import type { ImagePool } from "../images/pool.ts";
import type { DerivativeName } from "../jobs.ts";
import { Counter, type Registry } from "prom-client";
import { derivativeKey, type Storage } from "@colophon/storage";
import { createNamedKeys, type Transform } from "./transforms.ts";

export interface DeriveDependencies {
  readonly assets: AssetTable;
  readonly derivatives: DerivativeRows;
  readonly storage: Storage;
  readonly images: Pick<ImagePool, "run">;
  /** The sizes of `storage.derivatives`: they are never removed. */
  readonly configured: readonly DerivativeDefinition[];
  /** Counts successes and failures. */
  readonly onDone?: (outcome: "made" | "failed") => void;
}

/** Makes one derivative. Safe to run twice, late, or after the asset was deleted. */
export function createDeriveImage({ assets, derivatives, storage, images, configured, onDone }: DeriveDependencies) {
  const namedKeys = createNamedKeys(configured);

  async function make(asset: Asset, transform: Transform, key: string): Promise<void> {
    const output = join(storage.stagingFolder, randomUUID());
    const input = storage.fileOf?.(asset.storageKey) ?? (await fetchTo(storage, asset.storageKey));
    try {
      await images.run({ kind: "derive", input, output, transform });
      await storage.write(key, output);
    } finally {
      await rm(output, { force: true });
      if (!storage.fileOf) await rm(input, { force: true });
    }
  }

  /** @returns the result. @throws failures that the image did not cause */
  async function made(asset: Asset, transform: Transform, key: string): Promise<DerivativeOutcome> {
    try {
      if (!(await storage.stat(key))) {
        await make(asset, transform, key);
        onDone?.("made");
      }
    } catch (error) {
      const isImageFault = error instanceof ImageFailure && error.kind !== "busy" && error.kind !== "unwritten";
      if (!isImageFault) throw error; // retried soon
      onDone?.("failed");
      return { state: "failed" };
    }
    const facts = await storage.stat(key);
    return { state: "ready", mime: `image/${transform.format}`, size: facts?.size ?? 0 };
  }

  return async (name: DerivativeName): Promise<void> => {
    const asset = await assets.findImage(name.id);
    if (!asset) return derivatives.removeOf("_image", name.id); // deleted while the job waited
    const transform = await derivatives.find(name);
    if (!transform) return; // no request waits for it any more
    const key = derivativeKey(name.id, name.transformKey);
    const outcome = await made(asset, transform, key);
    const isNeeded = await derivatives.end(name, outcome, namedKeys(asset));
    if (!isNeeded) await storage.remove(key); // the asset was deleted meanwhile, perhaps before this write
  };
}

async function fetchTo(storage: Storage, key: string): Promise<string> {
  const path = join(storage.stagingFolder, randomUUID());
  const stored = await storage.read(key);
  if (!stored) throw new ImageFailure("refused", "its original is gone");
  try {
    await pipeline(stored.body, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Counts the derivatives that this process has made, and the failed ones. */
export function countDerivatives(registry: Registry): (outcome: "made" | "failed") => void {
  const derivatives = new Counter({
    name: "derivatives_total",
    help: "Derivatives by outcome: made, failed.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  return (outcome) => derivatives.inc({ outcome });
}
