import type { ImageSize } from "../api/admin-entities.ts";
import { API_URL } from "../api/api-url.ts";
import type { AnyRecord } from "../api/client.ts";

const RASTER = /^image\/(?:jpeg|png|apng|webp|avif|gif|heic|heif)$/;

/** Whether the API can resize the file. */
export function isRaster({ mimeType }: AnyRecord): boolean {
  return RASTER.test(String(mimeType));
}

/** The URL of an image in a size. It contains the focal point, so that a change of it is not served from the cache. */
export function imageUrl({ url, focalX, focalY }: Readonly<Record<string, unknown>>, size: ImageSize): string {
  const focus = typeof focalX === "number" && typeof focalY === "number" ? { v: `${focalX},${focalY}` } : {};
  const parameters = Object.entries({ ...size, ...focus }).map(([name, value]) => [name, String(value)]);
  return `${API_URL}${String(url)}?${new URLSearchParams(parameters)}`;
}
