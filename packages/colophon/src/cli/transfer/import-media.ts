import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AssetFile } from "@colophon/database";
import type { Storage } from "@colophon/storage";
import type pg from "pg";
import { Refusal } from "../failures.ts";
import type { FoundEntry } from "./archive-reader.ts";
import type { StagedTable } from "./staging.ts";
import { isAssetTable } from "./tables.ts";

export interface MediaOptions {
  readonly client: pg.ClientBase;
  readonly tables: readonly StagedTable[];
  readonly storage: Storage;
  readonly isDry: boolean;
  readonly signal: AbortSignal;
}

/** Stores the files of an archive. Files that are already stored with the same size are skipped. */
export function createMediaImport({ client, tables, storage, isDry, signal }: MediaOptions) {
  const waiting = tables.filter(({ key }) => isAssetTable(key));
  const named = waiting.map(({ staged }) => `select size::float8 as size, hash from ${staged} where storage_key = $1`).join(" union all ");
  let isOpen = false;

  async function expected(key: string, entry: FoundEntry): Promise<Pick<AssetFile, "size" | "hash">> {
    const { rows } = await client.query<AssetFile>(named, [key]);
    if (!rows[0]) throw new Refusal(`The export contains the file ${key}, which doesn't belong to any record.`);
    if (entry.size !== rows[0].size) throw damaged(key);
    return rows[0];
  }

  return {
    /** Reads a file without storing it. @throws Refusal if it is damaged, or no record names it */
    async check(key: string, entry: FoundEntry): Promise<void> {
      const digest = createHash("sha256");
      const { hash } = await expected(key, entry);
      for await (const chunk of entry.body) digest.update(chunk);
      if (digest.digest("hex") !== hash) throw damaged(key);
    },

    /** @returns whether the file was (or would be) stored now. @throws Refusal for a damaged file */
    async take(key: string, entry: FoundEntry, onBytes: (count: number) => void): Promise<boolean> {
      const { size, hash } = await expected(key, entry);
      if ((await storage.stat(key))?.size === size) {
        onBytes(size);
        return false;
      }
      if (isDry) return true;
      if (!isOpen) await storage.open();
      isOpen = true;
      const file = join(storage.stagingFolder, `import-${randomUUID()}`);
      try {
        if ((await keep(entry.body, file, { signal, onBytes })) !== hash) throw damaged(key);
        await storage.write(key, file);
      } finally {
        await rm(file, { force: true });
      }
      return true;
    },
  };
}

function damaged(key: string): Refusal {
  return new Refusal(`The file ${key} is damaged in the export.`);
}

/** Writes a file and returns the SHA-256 of its bytes. */
async function keep(
  body: AsyncIterable<Buffer>,
  file: string,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (count: number) => void },
): Promise<string> {
  const digest = createHash("sha256");
  const measured = new Transform({
    transform(chunk: Buffer, _, done) {
      digest.update(chunk);
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
  await pipeline(Readable.from(body), measured, createWriteStream(file, { mode: 0o600 }), { signal });
  return digest.digest("hex");
}
