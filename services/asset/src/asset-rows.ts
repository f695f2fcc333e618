/** The rows of assets: what the three tables have that no API shows. Permission is not decided here. */
import type { Database, Row } from "@colophon/database";
import { ASSET_ENTITIES, type AssetEntity } from "./media-types.ts";

/** What serving needs to know of an asset. All but the focal point and the date of the last change never change. */
export interface Asset {
  readonly entity: AssetEntity;
  readonly id: string;
  /** Of the record: counted up with each change of it. */
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

const TABLES: Readonly<Record<AssetEntity, string>> = { _image: "cms.images", _video: "cms.videos", _file: "cms.files" };
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

export type AssetRows = ReturnType<typeof createAssetRows>;

/** Reads and writes the rows of assets. */
export function createAssetRows({ db }: { readonly db: Pick<Database, "run" | "one"> }) {
  return {
    /** The asset of that filename, or null. */
    async find(filename: string): Promise<Asset | null> {
      const row = await db.one<FoundRow>(FIND, [filename]);
      return row && toAsset(row);
    },

    /** The image with that id, or null. */
    async findImage(id: string): Promise<Asset | null> {
      const row = await db.one<FoundRow>(FIND_IMAGE, [id]);
      return row && toAsset(row);
    },

    /** The id of the asset with those bytes, or null. */
    async idOfHash(entity: AssetEntity, hash: string): Promise<string | null> {
      const text = `select id from ${TABLES[entity]} where hash = $1`;
      const row = await db.one<Row & { id: string }>({ name: `asset_hash${entity}`, text }, [hash]);
      return row?.id ?? null;
    },

    /** Adds an asset; false where its bytes or its filename are taken. */
    async insert(asset: NewAsset): Promise<boolean> {
      const { entity, id, filename, mimeType, size, hash, storageKey } = asset;
      const values = [id, filename, mimeType, size, `/api/assets/${filename}`, hash, storageKey];
      const own = ownColumns(asset);
      const names = Object.keys(own).map((name) => `"${name}"`);
      const columns = [`id, published_at, filename, "mimeType", size, url, hash, storage_key`, ...names].join(", ");
      const places = [`$1, now(), $2, $3, $4, $5, $6, $7`, ...names.map((_, at) => `$${at + 8}`)].join(", ");
      const text = `insert into ${TABLES[entity]} (${columns}) values (${places}) on conflict do nothing returning id`;
      return (await db.one({ name: `asset_insert${entity}`, text }, [...values, ...Object.values(own)])) !== null;
    },

    /** Those of the ids that no asset has: the bytes under them belong to nobody. */
    async missing(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const held = ASSET_ENTITIES.map((entity) => `select id from ${TABLES[entity]} where id = any($1)`).join(" union all ");
      const text = `select given.id from unnest($1::uuid[]) given(id) where given.id not in (${held})`;
      const rows = await db.run<Row & { id: string }>({ name: "asset_missing", text }, [ids]);
      return new Set(rows.map(({ id }) => id));
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
