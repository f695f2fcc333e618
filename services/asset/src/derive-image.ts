import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";
import type { Asset, AssetRows } from "./asset-rows.ts";
import type { DerivativeRows } from "./derivative-rows.ts";
import { ImageFailure, type ImagePool } from "./images/pool.ts";
import type { deriveJob } from "./jobs.ts";
import { derivativeKey } from "./keys.ts";
import type { Storage } from "@colophon/storage";
import { keyOfTransform, type Transform } from "./transforms.ts";

export type DerivePayload = z.output<typeof deriveJob.payload>;

export interface DeriveDependencies {
  readonly assets: AssetRows;
  readonly derivatives: DerivativeRows;
  readonly storage: Storage;
  readonly images: Pick<ImagePool, "run">;
  /** Counts what was made and what could not be. */
  readonly onDone?: (outcome: "made" | "failed") => void;
}

/** Makes one derivative. Safe to run twice, late, or after the asset was deleted. */
export function createDeriveImage({ assets, derivatives, storage, images, onDone }: DeriveDependencies) {
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

  return async ({ id, transform }: DerivePayload): Promise<void> => {
    const name = `${id}-${keyOfTransform(transform)}`;
    const key = derivativeKey(id, keyOfTransform(transform));
    const asset = await assets.findImage(id);
    if (!asset) return derivatives.forget("_image", id); // deleted while the job waited
    try {
      if (!(await storage.stat(key))) {
        await make(asset, transform, key);
        onDone?.("made");
      }
    } catch (error) {
      const isItsFault = error instanceof ImageFailure && error.kind !== "busy" && error.kind !== "unwritten";
      if (!isItsFault) throw error; // tried again soon
      onDone?.("failed");
      return derivatives.fail(name);
    }
    const facts = await storage.stat(key);
    await derivatives.finish(name, { mime: `image/${transform.format}`, size: facts?.size ?? 0 });
    if (!(await assets.findImage(id))) await storage.remove(key); // deleted meanwhile: its removal may have come before this
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
