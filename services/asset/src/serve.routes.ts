import { AppError, invalid } from "@colophon/errors";
import { actorOf, route, searchOf } from "@colophon/runtime";
import type { Request, Response, Router } from "express";
import type { Access } from "./access.ts";
import type { Asset } from "./asset-rows.ts";
import type { Derivatives } from "./derivatives.service.ts";
import { derivativeKey } from "./keys.ts";
import { isInline, RASTER_TYPES } from "./media-types.ts";
import type { ReadableAssets } from "./readable-assets.ts";
import { sendStored, type StoredAnswer } from "./send-stored.ts";
import type { Storage } from "@colophon/storage";
import { keyOfTransform, parseTransform, resolveTransform, type Asked } from "./transforms.ts";

export interface ServePorts {
  readonly readable: ReadableAssets;
  readonly access: Access;
  readonly storage: Storage;
  readonly derivatives: Derivatives;
}

const LASTING = "max-age=31536000, immutable";

/** `GET /api/assets/:filename`: the original, or with transform parameters an image made from it. */
export function mountServe(router: Router, ports: ServePorts): void {
  route(router, "/api/assets/:filename", {
    GET: async (request, response) => {
      const actor = actorOf(request);
      ports.access.requireAny(actor, "read");
      const asked = parseTransform(searchOf(request));
      const asset = await ports.readable.find(actor, String(request.params["filename"] ?? ""));
      if (!asset) throw new AppError("NOT_FOUND");
      if (asked && !RASTER_TYPES.has(asset.mimeType)) throw invalid([{ field: "file", message: "This asset can't be transformed" }]);
      const isPublic = await ports.access.isPublic(actor, asset.entity, asset.id);
      const caching = { "cache-control": `${isPublic ? "public" : "private"}, ${LASTING}` };
      await (asked
        ? sendDerivative(request, response, { asset, asked, caching, ports })
        : sendOriginal(request, response, { asset, caching, ports }));
    },
  });
}

interface Serving {
  readonly asset: Asset;
  readonly caching: Readonly<Record<string, string>>;
  readonly ports: ServePorts;
}

async function sendOriginal(request: Request, response: Response, { asset, caching, ports: { storage } }: Serving): Promise<void> {
  const { mimeType, storageKey, size, hash, createdAt } = asset;
  await sendStored(request, response, {
    etag: `"${hash.slice(0, 32)}"`,
    modifiedAt: createdAt,
    headers: { ...caching, ...contentHeaders(mimeType, String(request.params["filename"])) },
    size,
    sizeOf: async () => size,
    read: (range) => storage.read(storageKey, range),
  });
}

/** Made from storage where it lies there; only else somebody is asked to make it. */
async function sendDerivative(
  request: Request,
  response: Response,
  { asset, asked, caching, ports }: Serving & { readonly asked: Asked },
): Promise<void> {
  const { storage, derivatives } = ports;
  const transform = resolveTransform(asked, asset, request.headers.accept ?? "");
  const transformKey = keyOfTransform(transform);
  const key = derivativeKey(asset.id, transformKey);
  const ensured = async <T>(look: () => Promise<T | null>): Promise<T | null> => {
    const found = await look();
    if (found !== null) return found;
    await derivatives.ensure(asset, transform);
    return look();
  };
  const followsRecord = transform.fit === "cover" && asked.fp === null; // its focal point may be another one tomorrow
  const answer: StoredAnswer = {
    etag: `"${asset.hash.slice(0, 16)}.${transformKey}"`,
    modifiedAt: followsRecord ? asset.updatedAt : asset.createdAt,
    headers: { ...caching, "content-type": `image/${transform.format}`, ...(asked.format === "auto" && { vary: "Accept" }) },
    sizeOf: () => ensured(async () => (await storage.stat(key))?.size ?? null),
    read: (range) => ensured(() => storage.read(key, range)),
  };
  await sendStored(request, response, answer);
}

/** What may run in a browser is never shown in place. */
function contentHeaders(mimeType: string, filename: string): Record<string, string> {
  const isText = mimeType.startsWith("text/") || mimeType === "application/json";
  const type = { "content-type": isText ? `${mimeType}; charset=utf-8` : mimeType };
  if (isInline(mimeType)) return type;
  return {
    ...type,
    "content-disposition": `attachment; filename="${filename}"`,
    "content-security-policy": "default-src 'none'; sandbox",
  };
}
