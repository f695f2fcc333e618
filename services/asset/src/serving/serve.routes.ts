import { routes } from "@colophon/api";
import { AppError, invalid } from "@colophon/model/errors";
import type { Actor } from "@colophon/engine";
import { actorOf, clientAddressOf, searchOf, serve, type Request, type Response, type Router } from "@colophon/runtime";
import type { Access } from "../access.ts";
import type { ReportMissing } from "../missing-file.ts";
import type { Asset } from "@colophon/database";
import type { Derivatives } from "../derivatives/derivatives.service.ts";
import { isInline, RASTER_TYPES } from "../media-types/media-types.ts";
import type { ReadableAssets } from "./readable-assets.ts";
import { sendStored, type StoredAnswer } from "./send-stored.ts";
import { derivativeKey, type Storage } from "@colophon/storage";
import { keyOfTransform, parseTransform, resolveTransform, type TransformParameters, type ImageFacts } from "../images/transforms.ts";

export interface ServePorts {
  readonly readable: ReadableAssets;
  readonly access: Access;
  readonly storage: Storage;
  readonly derivatives: Derivatives;
  readonly reportMissing: ReportMissing;
  /** The names of the only transforms of an image that are served; null if any are. */
  readonly onlyNamed: ((image: ImageFacts) => ReadonlySet<string>) | null;
}

const LASTING = "max-age=31536000, immutable";
/** A derivative may be evicted right after it was made. */
const MAX_TRIES = 2;

/** `GET /api/assets/:filename`: the original, or with transform parameters a derivative of it. */
export function mountServe(router: Router, ports: ServePorts): void {
  serve(router, routes.file, {
    GET: async (request, response) => {
      const actor = actorOf(request);
      ports.access.requireAny(actor, "read");
      const parameters = parseTransform(searchOf(request));
      const asset = await ports.readable.find(actor, request.params["filename"] ?? "");
      if (!asset) throw new AppError("NOT_FOUND");
      if (parameters && !RASTER_TYPES.has(asset.mimeType)) throw invalid([{ field: "file", message: "This asset can't be transformed" }]);
      const isPublic = await ports.access.isPublic(actor, asset.entity, asset.id);
      const caching = { "cache-control": `${isPublic ? "public" : "private"}, ${LASTING}` };
      await (parameters
        ? sendDerivative(request, response, { asset, parameters, actor, caching, ports })
        : sendOriginal(request, response, { asset, caching, ports }));
    },
  });
}

interface Serving {
  readonly asset: Asset;
  readonly caching: Readonly<Record<string, string>>;
  readonly ports: ServePorts;
}

async function sendOriginal(
  request: Request,
  response: Response,
  { asset, caching, ports: { storage, reportMissing } }: Serving,
): Promise<void> {
  const { mimeType, storageKey, size, hash, createdAt } = asset;
  const existing = async <T>(look: Promise<T | null>): Promise<T> => {
    const found = await look;
    if (found === null) throw reportMissing(asset);
    return found;
  };
  await sendStored(request, response, {
    etag: `"${hash.slice(0, 32)}"`,
    modifiedAt: createdAt,
    headers: { ...caching, ...contentHeaders(mimeType, String(request.params["filename"])) },
    size,
    sizeOf: async () => (await existing(storage.stat(storageKey))).size,
    read: (range) => existing(storage.read(storageKey, range)),
  });
}

/** Serves the derivative from the storage, or requests its creation. */
async function sendDerivative(
  request: Request,
  response: Response,
  { asset, parameters, actor, caching, ports }: Serving & { readonly parameters: TransformParameters; readonly actor: Actor },
): Promise<void> {
  const { storage, derivatives, access, onlyNamed, reportMissing } = ports;
  const transform = resolveTransform(parameters, asset, request.headers.accept ?? "");
  const transformKey = keyOfTransform(transform);
  if (onlyNamed && !onlyNamed(asset).has(transformKey)) throw notNamed(parameters);
  const address = access.isOfPublicRole(actor) ? clientAddressOf(request) : null;
  const key = derivativeKey(asset.id, transformKey);
  const ensured = async <T>(look: () => Promise<T | null>): Promise<T | null> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = await look();
      if (found !== null) return found;
      if (!(await storage.stat(asset.storageKey))) throw reportMissing(asset);
      await derivatives.ensure(asset, transform, address);
    }
    return look();
  };
  const followsRecord = transform.fit === "cover" && parameters.fp === null; // its focal point may change later
  const answer: StoredAnswer = {
    etag: `"${asset.hash.slice(0, 16)}.${transformKey}"`,
    modifiedAt: followsRecord ? asset.updatedAt : asset.createdAt,
    headers: { ...caching, "content-type": `image/${transform.format}`, ...(parameters.format === "auto" && { vary: "Accept" }) },
    sizeOf: () => ensured(async () => (await storage.stat(key))?.size ?? null),
    read: (range) => ensured(() => storage.read(key, range)),
  };
  await sendStored(request, response, answer);
  derivatives.served(asset, transformKey);
}

function notNamed(parameters: TransformParameters): AppError {
  const given = Object.entries(parameters).flatMap(([field, value]) => (value === null ? [] : [field]));
  return invalid(
    given.map((field) => ({ field, message: "is not one of the configured sizes" })),
    "Only the configured sizes are served",
  );
}

/** Active content is never shown inline. */
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
