import type { ImageSize } from "./admin-entities.ts";

/** The URL of the API: the site that serves this page, or the URL that was set at build time. */
export const API_URL: string = (import.meta.env["VITE_COLOPHON_URL"] || location.origin).replace(/\/+$/, "");

export const CONFIG_PATH = "/api/admin/config";

/** The path of a record, or without an id of an entity or a global. */
export function pathOf(entity: string, id: string | null = null): string {
  return `/api/${encodeURIComponent(entity)}${id === null ? "" : `/${encodeURIComponent(id)}`}`;
}

const RASTER = /^image\/(?:jpeg|png|apng|webp|avif|gif|heic|heif)$/;

/** Whether the API can resize the file. */
export function isRaster({ mimeType }: Readonly<Record<string, unknown>>): boolean {
  return RASTER.test(String(mimeType));
}

/** The URL of a file: behind a CDN it is complete, otherwise a path. */
export function fileUrl({ url }: Readonly<Record<string, unknown>>): string {
  const given = String(url);
  return given.startsWith("/") ? API_URL + given : given;
}

/** The URL of an image in a size. It contains the focal point, so that a change of it is not served from the cache. */
export function imageUrl(asset: Readonly<Record<string, unknown>>, size: ImageSize): string {
  const { focalX, focalY } = asset;
  const focus = typeof focalX === "number" && typeof focalY === "number" ? { v: `${focalX},${focalY}` } : {};
  const parameters = Object.entries({ ...size, ...focus }).map(([name, value]) => [name, String(value)]);
  return `${fileUrl(asset)}?${new URLSearchParams(parameters)}`;
}
