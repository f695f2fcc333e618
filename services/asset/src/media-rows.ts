/** The rows of videos and sounds, as far as what is measured of them goes. */
import type { Database, Row } from "@colophon/database";
import type { MediaFacts } from "./media/messages.ts";
import type { MediaEntity } from "./media-types.ts";

/** What measuring needs to know of an asset. */
export interface Unmeasured {
  readonly storageKey: string;
  readonly size: number;
}

const TABLES: Readonly<Record<MediaEntity, string>> = { _video: "cms.videos", _file: "cms.files" };

export type MediaRows = ReturnType<typeof createMediaRows>;

/** Reads and writes what is measured of videos and sounds. */
export function createMediaRows({ db }: { readonly db: Pick<Database, "run" | "one"> }) {
  return {
    /** The asset, or null where it is gone or has been measured. */
    async findUnmeasured(entity: MediaEntity, id: string): Promise<Unmeasured | null> {
      const text = `select storage_key, size from ${TABLES[entity]} where id = $1 and duration is null`;
      const row = await db.one<Row & { storage_key: string; size: string }>({ name: `media_find${entity}`, text }, [id]);
      return row && { storageKey: row.storage_key, size: Number(row.size) };
    },

    /** Notes the facts. The record's version stays: nobody has changed it. */
    async measured(entity: MediaEntity, id: string, { width, height, duration }: MediaFacts): Promise<void> {
      const sides = entity === "_video" ? ", width = $3, height = $4" : "";
      const text = `update ${TABLES[entity]} set duration = $2${sides} where id = $1`;
      await db.run({ name: `media_measured${entity}`, text }, [id, duration, ...(entity === "_video" ? [width, height] : [])]);
    },
  };
}
