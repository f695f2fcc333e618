import type pg from "pg";

/** An original file that a record has. */
export interface MediaFile {
  readonly key: string;
  readonly size: number;
  /** The SHA-256 of its bytes. */
  readonly hash: string;
}

/** The tables of assets, all of them with the same columns for the file. */
export const ASSET_TABLES = ["cms.images", "cms.videos", "cms.files"];

/** Where a file stands in the archive. */
export function mediaName(key: string): string {
  return `media/${key}`;
}

/** The storage key of an entry, or null where it is no file of that kind. */
export function mediaKeyOf(entryName: string): string | null {
  return entryName.startsWith("media/") ? entryName.slice("media/".length) : null;
}

/** How many files the records have, and their bytes together. */
export async function measureMedia(client: pg.ClientBase): Promise<{ files: number; bytes: number }> {
  const sizes = ASSET_TABLES.map((table) => `select size from ${table}`).join(" union all ");
  const text = `select count(*)::float8 as files, coalesce(sum(size), 0)::float8 as bytes from (${sizes}) as found`;
  const { rows } = await client.query<{ files: number; bytes: number }>(text);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Every file that a record has, a hundred at a time. To be read in a transaction, whose cursor it uses. */
export async function* mediaFiles(client: pg.ClientBase): AsyncGenerator<MediaFile> {
  const files = ASSET_TABLES.map((table) => `select storage_key as key, size::float8 as size, hash from ${table}`).join(" union all ");
  await client.query(`declare travelling_media no scroll cursor for ${files}`);
  for (;;) {
    const { rows } = await client.query<MediaFile>("fetch 100 from travelling_media");
    yield* rows;
    if (rows.length < 100) break;
  }
  await client.query("close travelling_media");
}
