import { rm } from "node:fs/promises";
import type { AssetTable, NewAsset, Database } from "@colophon/database";
import { ASSET_ENTITIES, type AssetEntity } from "@colophon/config";
import { ownerOf, type Principal, type Engine } from "@colophon/engine";
import { AppError, invalid } from "@colophon/model/errors";
import { enqueue } from "@colophon/jobs";
import type { Access } from "../access.ts";
import { detectType, type MediaType } from "../media-types/detect-type.ts";
import { filenameFor } from "./filenames.ts";
import { ImageFailure } from "../images/ask.ts";
import type { ImagePool } from "../images/pool.ts";
import { measureJob, prepareJob } from "../jobs.ts";
import { entityOfType, mediaEntityOf, RASTER_TYPES, SVG } from "../media-types/media-types.ts";
import type { Received } from "./multipart.ts";
import { originalKey, type Storage } from "@colophon/storage";
import type { Staged } from "./stage.ts";
import { sizeOfSvg } from "../media-types/svg.ts";

export interface UploadDependencies {
  readonly engine: Engine;
  readonly db: Pick<Database, "run" | "transaction">;
  readonly assets: AssetTable;
  readonly access: Access;
  readonly storage: Storage;
  readonly images: Pick<ImagePool, "run">;
  readonly newId: () => string;
  /** Called for each new file. */
  readonly onStored?: (entity: AssetEntity, bytes: number) => void;
  /** Called for each file that replaced one that the storage had lost. */
  readonly onReplaced?: (asset: Replaced) => void;
}

export interface Uploaded {
  /** False if the same bytes were uploaded before. */
  readonly isNew: boolean;
  /** JSON text: the record as the uploader may see it. */
  readonly data: string;
  /** The path of the created record; null if none was created. */
  readonly location: string | null;
}

export type Replaced = Pick<NewAsset, "entity" | "id" | "storageKey" | "mimeType">;
type Picture = Pick<NewAsset, "width" | "height" | "blurhash" | "color">;
type Stored = Pick<NewAsset, "id" | "storageKey">;
const NO_PICTURE: Picture = { width: null, height: null, blurhash: null, color: null };
const MAX_ATTEMPTS = 8;

export type Uploads = ReturnType<typeof createUploads>;

/** Creates records for received files. */
export function createUploads({ engine, db, assets, access, storage, images, newId, onStored, onReplaced }: UploadDependencies) {
  const underWay = new Map<string, Promise<Uploaded>>(); // by kind and hash

  /** The record with these bytes. If the storage has lost its file, this one takes its place. */
  async function known(principal: Principal, entity: AssetEntity, file: Staged): Promise<Uploaded | null> {
    const found = await assets.findByHash(entity, file.hash);
    const data = found && (await access.show(principal, entity, found.id));
    if (!data) return null;
    if ((await storage.stat(found.storageKey))?.size !== found.size) await replace({ ...found, entity }, file);
    return { isNew: false, data, location: null };
  }

  /** Stores the file under a key. */
  async function keep(key: string, { path, stored }: Staged): Promise<void> {
    if (stored === undefined || !storage.direct) await storage.write(key, path);
    else if (stored.key !== key) await storage.direct.copy(stored.key, key);
  }

  async function replace(asset: Replaced, file: Staged): Promise<void> {
    await keep(asset.storageKey, file);
    await db.transaction(() => enqueueWork(asset));
    onReplaced?.(asset);
  }

  async function pictureOf(file: Staged, { mimeType }: MediaType): Promise<Picture> {
    if (mimeType === SVG) return { ...NO_PICTURE, ...sizeOfSvg(file.head) };
    if (!RASTER_TYPES.has(mimeType)) return NO_PICTURE;
    try {
      const { width, height, blurhash, color } = await images.run({ kind: "inspect", input: file.path });
      return { width, height, blurhash, color };
    } catch (error) {
      throw toRefusal(error, mimeType);
    }
  }

  async function enqueueWork({ id, mimeType }: Pick<NewAsset, "id" | "mimeType">): Promise<void> {
    if (RASTER_TYPES.has(mimeType)) await enqueue(db, prepareJob, { id });
    const media = mediaEntityOf(mimeType);
    if (media) await enqueue(db, measureJob, { entity: media, id });
  }

  /** The row, checked against the principal's row filter, and its job: both or nothing. */
  function insert(principal: Principal, asset: NewAsset): Promise<boolean> {
    return db.transaction(async () => {
      if (!(await assets.insert(asset))) return false;
      if (!(await access.mayHaveCreated(principal, asset.entity, asset.id))) throw new AppError("FORBIDDEN");
      await enqueueWork(asset);
      return true;
    });
  }

  /** The description, if the kind of asset has one and the principal may write it. @throws FORBIDDEN, VALIDATION_ERROR, with details */
  async function altOf(principal: Principal, entity: AssetEntity, alt: string | null): Promise<string | null> {
    if (entity !== "_image" || alt === null) return null;
    await engine.as(principal).parseBody(entity, { alt }, { operation: "create", partial: true, makeKey: newId });
    return alt;
  }

  /** A concurrent upload of the same bytes may finish first, or be deleted right after: then this one checks again. */
  async function record(principal: Principal, { file, alt }: Received, type: MediaType, made: Picture & Stored): Promise<Uploaded> {
    const entity = entityOfType(type.mimeType);
    const facts = { entity, mimeType: type.mimeType, size: file.size, hash: file.hash, alt, ...made, owner: ownerOf(principal) };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const filename = filenameFor(file.name, made.id, type.extension, attempt);
      if (await insert(principal, { ...facts, filename })) {
        onStored?.(entity, file.size);
        const data = (await access.show(principal, entity, made.id)) ?? JSON.stringify({ id: made.id });
        return { isNew: true, data, location: `/api/${entity}/${made.id}` };
      }
      const faster = await known(principal, entity, file);
      if (faster) return discard(made.storageKey, faster);
    }
    throw new AppError("SERVICE_UNAVAILABLE");
  }

  async function discard(storageKey: string, uploaded: Uploaded): Promise<Uploaded> {
    await storage.remove(storageKey);
    return uploaded;
  }

  async function add(principal: Principal, received: Received): Promise<Uploaded> {
    const { file } = received;
    const type = await detectType(file.head, file.claimedType);
    const entity = entityOfType(type.mimeType);
    engine.as(principal).require(entity, "create");
    const alt = await altOf(principal, entity, received.alt);
    const same = `${entity} ${file.hash}`;
    const before = (await known(principal, entity, file)) ?? (await madeMeanwhile(same, () => known(principal, entity, file)));
    if (before) return before;

    const making = make(principal, { file, alt }, type);
    underWay.set(same, making);
    try {
      return await making;
    } finally {
      if (underWay.get(same) === making) underWay.delete(same);
    }
  }

  /** If the same bytes are being processed for another caller: that result. */
  async function madeMeanwhile(same: string, find: () => Promise<Uploaded | null>): Promise<Uploaded | null> {
    const other = underWay.get(same);
    if (!other) return null;
    await Promise.allSettled([other]);
    return find();
  }

  async function make(principal: Principal, { file, alt }: Received, type: MediaType): Promise<Uploaded> {
    const picture = await pictureOf(file, type);
    const id = file.stored?.id ?? newId();
    const storageKey = originalKey(id);
    await keep(storageKey, file);
    try {
      return await record(principal, { file, alt }, type, { ...picture, id, storageKey });
    } catch (error) {
      const isDecided = error instanceof AppError && error.status < 500;
      if (isDecided) await storage.remove(storageKey); // otherwise the row may have been written: the sweep finds out
      throw error;
    }
  }

  return {
    /** The record with these bytes that the principal may create, as it sees it; null if there is none. */
    async find(principal: Principal, hash: string): Promise<Uploaded | null> {
      for (const entity of ASSET_ENTITIES) {
        const found = engine.as(principal).rule(entity, "create") && (await assets.findByHash(entity, hash));
        const data = found && (await access.show(principal, entity, found.id));
        if (data) return { isNew: false, data, location: null };
      }
      return null;
    },

    /** Creates a record for a received file, or finds the one that has its bytes. @throws FORBIDDEN, VALIDATION_ERROR */
    async add(principal: Principal, received: Received): Promise<Uploaded> {
      try {
        return await add(principal, received);
      } finally {
        await rm(received.file.path, { force: true });
      }
    },
  };
}

function toRefusal(error: unknown, mimeType: string): unknown {
  if (!(error instanceof ImageFailure)) return error;
  if (error.kind === "busy")
    return new AppError("SERVICE_UNAVAILABLE", "Too many images are being processed", {
      headers: { "retry-after": "5" },
      cause: error,
    });
  return invalid([{ field: "file", message: `The image can't be processed (${mimeType}): ${reasonOf(error)}` }]);
}

/** The decoder's own message is not shown to callers. */
function reasonOf({ kind, refusal }: ImageFailure): string {
  if (kind === "timeout") return "decoding it takes too long";
  if (refusal === "unreadable") return "it can't be read as one";
  if (refusal === "pixels") return "it has too many pixels";
  return refusal === "damaged" ? "its data is damaged or incomplete" : "it can't be decoded";
}
