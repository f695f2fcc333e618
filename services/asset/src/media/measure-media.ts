import type { Readable } from "node:stream";
import type { AssetTable, Unmeasured } from "@colophon/database";
import type { Storage } from "@colophon/storage";
import type { z } from "zod";
import type { measureJob } from "../jobs.ts";
import { MediaFailure, type MediaFile, type MediaReader } from "./reader.ts";

export interface MeasureDependencies {
  readonly assets: AssetTable;
  readonly storage: Storage;
  readonly media: Pick<MediaReader, "factsOf">;
}

/**
 * Stores the width, height and duration of a video, and the duration of an audio file. For an unreadable file they stay empty. Safe to run
 * twice, late, or after the asset was deleted.
 */
export function createMeasureMedia({ assets, storage, media }: MeasureDependencies) {
  return async ({ entity, id }: z.output<typeof measureJob.payload>): Promise<void> => {
    const asset = await assets.findUnmeasured(entity, id);
    if (!asset) return; // deleted while the job waited, or measured before
    try {
      const { width, height, duration } = await media.factsOf(fileIn(storage, asset));
      await assets.storeMeasured(entity, id, { width, height, durationSeconds: duration });
    } catch (error) {
      if (!(error instanceof MediaFailure)) throw error; // caused by the storage or the machine: retried later
    }
  };
}

function fileIn(storage: Storage, { storageKey, size }: Unmeasured): MediaFile {
  return {
    size,
    async read(start, end) {
      const stored = await storage.read(storageKey, { start, end: end - 1 });
      if (!stored) throw new MediaFailure("its original is gone");
      return collect(stored.body);
    },
  };
}

async function collect(body: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
