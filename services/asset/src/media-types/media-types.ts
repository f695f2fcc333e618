/** Tables of media types. Nothing in this file reads bytes. */
import type { AssetEntity } from "@colophon/config";

/** Images that are decoded, measured and transformed. Their bytes must decode. */
export const RASTER_TYPES: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/png",
  "image/apng",
  "image/webp",
  "image/avif",
  "image/heif",
  "image/heic",
  "image/heif-sequence",
  "image/heic-sequence",
  "image/gif",
]);

export const SVG = "image/svg+xml";

/** Types that browsers may show inline; everything else is sent as a download. */
export function isInline(mimeType: string): boolean {
  return RASTER_TYPES.has(mimeType) || /^(?:video|audio)\//.test(mimeType) || mimeType === "application/pdf";
}

/** The entity that holds assets of a type. */
export function entityOfType(mimeType: string): AssetEntity {
  if (mimeType.startsWith("image/")) return "_image";
  return mimeType.startsWith("video/") ? "_video" : "_file";
}

/** The entities with videos and audio files. */
export type MediaEntity = Exclude<AssetEntity, "_image">;
export const MEDIA_ENTITIES: readonly MediaEntity[] = ["_video", "_file"];

/** The entity of assets of that type if it has a duration, else null. */
export function mediaEntityOf(mimeType: string): MediaEntity | null {
  if (mimeType.startsWith("video/")) return "_video";
  return mimeType.startsWith("audio/") || mimeType === "application/ogg" ? "_file" : null;
}

/** Types with the same bytes, which only the uploader's claim can distinguish. */
export const ALSO: Readonly<Record<string, RegExp>> = {
  "video/webm": /^audio\/webm$/,
  "video/matroska": /^(?:audio\/(?:x-)?matroska|video\/x-matroska)$/,
  "video/mp4": /^audio\/mp4$/,
  "application/ogg": /^(?:audio|video)\/ogg$/,
  "audio/ogg": /^(?:video|application)\/ogg$/,
  "application/x-cfb": /^application\/(?:msword|vnd\.ms-[\w.-]+)$/,
  "application/zip": /^application\/(?:epub\+zip|java-archive|x-zip-compressed|vnd\.[\w.+-]+)$/,
  "application/xml": /^(?:text\/xml|application\/(?!svg)[\w.-]+\+xml)$/,
};

/** Extensions of types that have no signature in their bytes. */
export const EXTENSIONS: Readonly<Record<string, string>> = {
  [SVG]: "svg",
  "text/plain": "txt",
  "text/csv": "csv",
  "text/html": "html",
  "text/css": "css",
  "text/markdown": "md",
  "text/xml": "xml",
  "text/javascript": "js",
  "text/calendar": "ics",
  "text/vtt": "vtt",
  "application/json": "json",
  "application/ld+json": "jsonld",
  "application/javascript": "js",
  "application/yaml": "yaml",
  "application/msword": "doc",
  "application/vnd.ms-excel": "xls",
  "application/vnd.ms-powerpoint": "ppt",
  "application/java-archive": "jar",
  "audio/webm": "weba",
  "audio/mp4": "m4a",
  "audio/ogg": "oga",
  "video/ogg": "ogv",
  "video/x-matroska": "mkv",
  "application/octet-stream": "bin",
};
