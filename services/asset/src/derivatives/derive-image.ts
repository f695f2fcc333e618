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
import type { Log } from "@colophon/runtime";
import { createReportMissing } from "../missing-file.ts";
import { createNamedKeys, type Transform } from "../images/transforms.ts";

export interface DeriveDependencies {
  readonly assets: AssetTable;
  readonly derivatives: DerivativeRows;
  readonly storage: Storage;
  readonly images: Pick<ImagePool, "run" | "warm">;
  /** The sizes of `storage.derivatives`: they are never removed. */
  readonly configured: readonly DerivativeDefinition[];
  readonly log: Log;
  /** Counts successes and failures. */
  readonly onDone?: (outcome: "made" | "failed") => void;
}

/** Makes one derivative. Safe to run twice, late, or after the asset was deleted. */
export function createDeriveImage({ assets, derivatives, storage, images, configured, log, onDone }: DeriveDependencies) {
  const namedKeys = createNamedKeys(configured);
  const reportMissing = createReportMissing({ log });

  /** @returns its length; null if the original is missing */
  async function make(asset: Asset, transform: Transform, key: string): Promise<number | null> {
    const output = join(storage.stagingFolder, randomUUID());
    const input = await originalOf(storage, asset.storageKey);
    if (input === null) return null;
    try {
      const { size } = await images.run({ kind: "derive", input, output, transform });
      await storage.write(key, output);
      return size;
    } catch (error) {
      await rm(output, { force: true });
      throw error;
    } finally {
      if (!storage.fileOf) await rm(input, { force: true });
    }
  }

  /** @returns the result; null if the original is missing. @throws failures that the image did not cause */
  async function made(asset: Asset, transform: Transform, key: string): Promise<DerivativeOutcome | null> {
    try {
      const stored = await storage.stat(key);
      const size = stored ? stored.size : await make(asset, transform, key);
      if (size === null) return null;
      if (!stored) onDone?.("made");
      return { state: "ready", mime: `image/${transform.format}`, size };
    } catch (error) {
      const isImageFault = error instanceof ImageFailure && error.kind !== "busy" && error.kind !== "unwritten";
      if (!isImageFault) throw error; // retried soon
      onDone?.("failed");
      return { state: "failed" };
    }
  }

  return async (name: DerivativeName): Promise<void> => {
    images.warm();
    const asset = await assets.findImage(name.id);
    if (!asset) return derivatives.removeOf("_image", name.id); // deleted while the job waited
    const transform = await derivatives.find(name);
    if (!transform) return; // no request waits for it any more
    const key = derivativeKey(name.id, name.transformKey);
    const outcome = await made(asset, transform, key);
    if (!outcome) {
      reportMissing(asset);
      return derivatives.forget(name);
    }
    const isNeeded = await derivatives.end(name, outcome, namedKeys(asset));
    if (!isNeeded) await storage.remove(key); // the asset was deleted meanwhile, perhaps before this write
  };
}

/** The path of an original: its own file, or a copy in the staging folder; null if it is missing. */
async function originalOf(storage: Storage, key: string): Promise<string | null> {
  if (storage.fileOf) return (await storage.stat(key)) && storage.fileOf(key);
  const path = join(storage.stagingFolder, randomUUID());
  const stored = await storage.read(key);
  if (!stored) return null;
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
