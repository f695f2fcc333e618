import { routes } from "@colophon/api";
import { AppError, invalid } from "@colophon/model/errors";
import { endOfPermit } from "@colophon/runtime/credentials";
import type { Principal } from "@colophon/engine";
import { principalOf, clientAddressOf, searchOf, serve, type Request, type Response, type Router } from "@colophon/runtime";
import type { Access } from "../access.ts";
import type { ReportMissing } from "../missing-file.ts";
import type { Asset } from "@colophon/database";
import type { Derivatives } from "../derivatives/derivatives.service.ts";
import { isInline, RASTER_TYPES } from "../media-types/media-types.ts";
import type { DerivativeReader } from "./derivative-reader.ts";
import type { FileDepends } from "./file-depends.ts";
import type { ReadableAssets } from "./readable-assets.ts";
import { sendStored, type StoredAnswer } from "./send-stored.ts";
import { derivativeKey, type Storage } from "@colophon/storage";
import { keyOfTransform, parseTransform, resolveTransform, type TransformParameters, type ImageFacts } from "../images/transforms.ts";

export interface ServePorts {
  readonly readable: ReadableAssets;
  readonly access: Access;
  readonly fileDepends: FileDepends;
  readonly storage: Storage;
  readonly derivativeReader: DerivativeReader;
  readonly derivatives: Derivatives;
  readonly reportMissing: ReportMissing;
  /** Signs the URLs of files behind a CDN; null if there is none. */
  readonly urlSecret: string | null;
  readonly now: () => Date;
  /** The names of the only transforms of an image that are served; null if any are. */
  readonly onlyNamed: ((image: ImageFacts) => ReadonlySet<string>) | null;
}

const YEAR_SECONDS = 31_536_000;
const NO_HEADERS = () => ({});
const ANYBODY_WITH_A_PERMIT: Principal = { kind: "system" };
/** A derivative may be evicted right after it was made. */
const MAX_TRIES = 2;

/** `GET /api/assets/:filename`: the original, or with transform parameters a derivative of it. */
export function mountServe(router: Router, ports: ServePorts): void {
  serve(router, routes.file, {
    GET: async (request, response) => {
      const principal = principalOf(request);
      ports.access.requireAny(principal, "read");
      const parameters = parseTransform(searchOf(request));
      const asset = await ports.readable.find(principal, request.params["filename"] ?? "");
      if (!asset) throw new AppError("NOT_FOUND");
      const isPublic = await ports.access.isPublic(principal, asset.entity, asset.id);
      const caching = `${isPublic ? "public" : "private"}, max-age=${YEAR_SECONDS}, immutable`;
      const address = ports.access.isOfPublicRole(principal) ? clientAddressOf(request) : null;
      const wholeHeaders = parameters?.format === "auto" ? NO_HEADERS : (length: number) => ports.fileDepends(principal, asset, length);
      await sendAsset(request, response, { asset, parameters, caching, wholeHeaders, address, ports });
    },
  });
  serve(router, routes.signedFile, { GET: (request, response) => sendSigned(request, response, ports) });
}

/** The permission is in the URL, whoever the caller is. Caches may store the answer until it ends. */
async function sendSigned(request: Request, response: Response, ports: ServePorts): Promise<void> {
  const { permit = "", filename = "" } = request.params;
  if (ports.urlSecret === null) throw new AppError("NOT_FOUND");
  const until = endOfPermit(ports.urlSecret, { permit, filename });
  if (!until) throw new AppError("FORBIDDEN", "The URL is not signed for this file");
  const restSeconds = Math.floor((until.getTime() - ports.now().getTime()) / 1000);
  if (restSeconds <= 0) throw new AppError("FORBIDDEN", "The URL has expired: read the record again");
  const parameters = parseTransform(searchOf(request));
  const asset = await ports.readable.find(ANYBODY_WITH_A_PERMIT, filename);
  if (!asset) throw new AppError("NOT_FOUND");
  const caching = `public, max-age=${restSeconds}`;
  await sendAsset(request, response, { asset, parameters, caching, wholeHeaders: NO_HEADERS, address: clientAddressOf(request), ports });
}

interface Serving {
  readonly asset: Asset;
  /** The `Cache-Control` header. */
  readonly caching: string;
  /** What gateways are told about an answer with the whole file. */
  readonly wholeHeaders: (length: number) => Readonly<Record<string, string>>;
  readonly ports: ServePorts;
}

interface Asked extends Serving {
  readonly parameters: TransformParameters | null;
  /** That of a caller whose new derivatives are limited, else null. */
  readonly address: string | null;
}

async function sendAsset(request: Request, response: Response, asked: Asked): Promise<void> {
  const { parameters, asset } = asked;
  if (!parameters) return sendOriginal(request, response, asked);
  if (!RASTER_TYPES.has(asset.mimeType)) throw invalid([{ field: "file", message: "This asset can't be transformed" }]);
  await sendDerivative(request, response, { ...asked, parameters });
}

async function sendOriginal(
  request: Request,
  response: Response,
  { asset, caching, wholeHeaders, ports: { storage, reportMissing } }: Serving,
): Promise<void> {
  const { mimeType, storageKey, size, hash, createdAt } = asset;
  const existing = async <T>(reading: Promise<T | null>): Promise<T> => {
    const found = await reading;
    if (found === null) throw reportMissing(asset);
    return found;
  };
  await sendStored(request, response, {
    etag: `"${hash.slice(0, 32)}"`,
    modifiedAt: createdAt,
    headers: { "cache-control": caching, ...contentHeaders(mimeType, String(request.params["filename"])) },
    wholeHeaders,
    size,
    sizeOf: async () => (await existing(storage.stat(storageKey))).size,
    read: (range) => existing(storage.read(storageKey, range)),
  });
}

/** Serves the derivative from the storage, or requests its creation. */
async function sendDerivative(
  request: Request,
  response: Response,
  { asset, parameters, address, caching, wholeHeaders, ports }: Asked & { readonly parameters: TransformParameters },
): Promise<void> {
  const { storage, derivativeReader, derivatives, onlyNamed, reportMissing } = ports;
  const transform = resolveTransform(parameters, asset, request.headers.accept ?? "");
  const transformKey = keyOfTransform(transform);
  if (onlyNamed && !onlyNamed(asset).has(transformKey)) throw notNamed(parameters);
  const key = derivativeKey(asset.id, transformKey);
  const ensured = async <T>(read: () => Promise<T | null>): Promise<T | null> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = await read();
      if (found !== null) return found;
      if (!(await storage.stat(asset.storageKey))) throw reportMissing(asset);
      await derivatives.ensure(asset, transform, address);
    }
    return read();
  };
  const followsRecord = transform.fit === "cover" && parameters.fp === null; // its focal point may change later
  const answer: StoredAnswer = {
    etag: `"${asset.hash.slice(0, 16)}.${transformKey}"`,
    modifiedAt: followsRecord ? asset.updatedAt : asset.createdAt,
    headers: {
      "cache-control": caching,
      "content-type": `image/${transform.format}`,
      ...(parameters.format === "auto" && { vary: "Accept" }),
    },
    wholeHeaders,
    sizeOf: () => ensured(() => derivativeReader.sizeOf(key)),
    read: (range) => ensured(() => derivativeReader.read(key, range)),
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
