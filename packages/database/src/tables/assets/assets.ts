/** `cms.images`, `cms.videos` and `cms.files`: their columns that no API shows. Permissions are checked elsewhere. */
import { ASSET_ENTITIES, ASSET_TABLES, type AssetEntity } from "@colophon/config";
import { assetPath } from "@colophon/model";
import type pg from "pg";
import type { Database, Row } from "../../database.ts";

/** The data of an asset that serving needs. All but the focal point and the date of the last change never change. */
export interface Asset {
  readonly entity: AssetEntity;
  readonly id: string;
  /** Of the record: incremented with each change of it. */
  readonly version: number;
  readonly storageKey: string;
  readonly mimeType: string;
  readonly size: number;
  readonly hash: string;
  readonly createdAt: Date;
  /** Of the record: its focal point may have changed then. */
  readonly updatedAt: Date;
  readonly width: number | null;
  readonly height: number | null;
  readonly focus: readonly [number, number] | null;
}

type MediaEntity = Exclude<AssetEntity, "_image">;

export interface NewAsset {
  readonly entity: AssetEntity;
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly hash: string;
  readonly storageKey: string;
  /** Only of images. */
  readonly alt: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly blurhash: string | null;
  readonly color: string | null;
  /** The uploader. */
  readonly owner: { readonly kind: "user" | "key"; readonly id: string } | null;
}

/** The data of a video or audio file that measuring needs. */
export interface Unmeasured {
  readonly storageKey: string;
  readonly size: number;
}

/** Measured values; null if the file doesn't contain them. */
export interface Measured {
  /** Pixels as shown, after its rotation. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
}

interface FoundRow extends Row {
  entity: AssetEntity;
  id: string;
  version: number;
  storage_key: string;
  mimeType: string;
  size: string;
  hash: string;
  created_at: Date;
  updated_at: Date;
  width: number | null;
  height: number | null;
  focalX: number | null;
  focalY: number | null;
}

const SHARED = `id, version, storage_key, "mimeType", size, hash, created_at, updated_at`;
const NONE = `null::int as width, null::int as height, null::float8 as "focalX", null::float8 as "focalY"`;
const FIND = {
  name: "asset_find",
  text: `select '_image' as entity, ${SHARED}, width, height, "focalX", "focalY" from cms.images where filename = $1
    union all select '_video', ${SHARED}, ${NONE} from cms.videos where filename = $1
    union all select '_file', ${SHARED}, ${NONE} from cms.files where filename = $1`,
};
const FIND_IMAGE = {
  name: "asset_find_image",
  text: `select '_image' as entity, ${SHARED}, width, height, "focalX", "focalY" from cms.images where id = $1`,
};

const OWNED = "created_by, created_by_kind, updated_by, updated_by_kind";

export type AssetTable = ReturnType<typeof createAssetTable>;

export function createAssetTable({ run, one }: Pick<Database, "run" | "one">) {
  return {
    /** The asset of that filename, or null. */
    async find(filename: string): Promise<Asset | null> {
      const row = await one<FoundRow>(FIND, [filename]);
      return row && toAsset(row);
    },

    /** The image with that id, or null. */
    async findImage(id: string): Promise<Asset | null> {
      const row = await one<FoundRow>(FIND_IMAGE, [id]);
      return row && toAsset(row);
    },

    /** The asset with those bytes, or null. */
    async findByHash(entity: AssetEntity, hash: string): Promise<Pick<Asset, "id" | "storageKey" | "size" | "mimeType"> | null> {
      const text = `select id, storage_key as "storageKey", size::float8 as size, "mimeType" from ${ASSET_TABLES[entity]} where hash = $1`;
      return one<Row & Pick<Asset, "id" | "storageKey" | "size" | "mimeType">>({ name: `asset_hash${entity}`, text }, [hash]);
    },

    /** Adds an asset; false if its bytes or its filename are taken. */
    async insert(asset: NewAsset): Promise<boolean> {
      const { entity, id, filename, mimeType, size, hash, storageKey, owner } = asset;
      const values = [id, filename, mimeType, size, assetPath(filename), hash, storageKey, owner?.id, owner?.kind];
      const own = ownColumns(asset);
      const names = Object.keys(own).map((name) => `"${name}"`);
      const columns = [`id, published_at, filename, "mimeType", size, url, hash, storage_key`, OWNED, ...names].join(", ");
      const parameters = [`$1, now(), $2, $3, $4, $5, $6, $7, $8, $9, $8, $9`, ...names.map((_, at) => `$${at + 10}`)].join(", ");
      const text = `insert into ${ASSET_TABLES[entity]} (${columns}) values (${parameters}) on conflict do nothing returning id`;
      return (await one({ name: `asset_insert${entity}`, text }, [...values, ...Object.values(own)])) !== null;
    },

    /** The ids that no asset has: their bytes are orphans. */
    async missing(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const held = ASSET_ENTITIES.map((entity) => `select id from ${ASSET_TABLES[entity]} where id = any($1)`).join(" union all ");
      const text = `select given.id from unnest($1::uuid[]) given(id) where given.id not in (${held})`;
      const rows = await run<Row & { id: string }>({ name: "asset_missing", text }, [ids]);
      return new Set(rows.map(({ id }) => id));
    },

    /** The video or audio file, or null if it was deleted or has been measured. */
    async findUnmeasured(entity: MediaEntity, id: string): Promise<Unmeasured | null> {
      const text = `select storage_key, size from ${ASSET_TABLES[entity]} where id = $1 and duration is null`;
      const row = await one<Row & { storage_key: string; size: string }>({ name: `media_find${entity}`, text }, [id]);
      return row && { storageKey: row.storage_key, size: Number(row.size) };
    },

    /** Stores the facts. The record's version doesn't change, because no user has changed it. */
    async storeMeasured(entity: MediaEntity, id: string, { width, height, durationSeconds }: Measured): Promise<void> {
      const sides = entity === "_video" ? ", width = $3, height = $4" : "";
      const text = `update ${ASSET_TABLES[entity]} set duration = $2${sides} where id = $1`;
      await run({ name: `media_measured${entity}`, text }, [id, durationSeconds, ...(entity === "_video" ? [width, height] : [])]);
    },
  };
}

function ownColumns({ entity, alt, width, height, blurhash, color }: NewAsset): Readonly<Record<string, unknown>> {
  if (entity === "_image") return { alt, width, height, blurhash, color };
  return entity === "_video" ? { width, height } : {};
}

function toAsset(row: FoundRow): Asset {
  const { entity, id, version, mimeType, hash, width, height, focalX, focalY } = row;
  const focus = focalX === null || focalY === null ? null : ([focalX, focalY] as const);
  return {
    entity,
    id,
    version,
    storageKey: row.storage_key,
    mimeType,
    size: Number(row.size),
    hash,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    width,
    height,
    focus,
  };
}

/** An original file of a record. */
export interface AssetFile {
  readonly key: string;
  readonly size: number;
  /** The SHA-256 of its bytes. */
  readonly hash: string;
}

const TABLES = Object.values(ASSET_TABLES); // all of them have the same columns for the file

/** The number of files of records, and their total size in bytes. */
export async function measureAssetFiles(client: pg.ClientBase): Promise<{ files: number; bytes: number }> {
  const sizes = TABLES.map((table) => `select size from ${table}`).join(" union all ");
  const text = `select count(*)::float8 as files, coalesce(sum(size), 0)::float8 as bytes from (${sizes}) as found`;
  const { rows } = await client.query<{ files: number; bytes: number }>(text);
  return rows[0] ?? { files: 0, bytes: 0 };
}

/** Every file of a record, in batches of a hundred. Must be read in a transaction, because it uses a cursor. */
export async function* assetFiles(client: pg.ClientBase): AsyncGenerator<AssetFile> {
  const files = TABLES.map((table) => `select storage_key as key, size::float8 as size, hash from ${table}`).join(" union all ");
  await client.query(`declare archived_files no scroll cursor for ${files}`);
  for (;;) {
    const { rows } = await client.query<AssetFile>("fetch 100 from archived_files");
    yield* rows;
    if (rows.length < 100) break;
  }
  await client.query("close archived_files");
}
