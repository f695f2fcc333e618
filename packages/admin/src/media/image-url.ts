import type { ImageSize } from "../api/admin-entities.ts";
import { API_URL } from "../api/api-url.ts";
import type { AnyRecord } from "../api/client.ts";

const RASTER = /^image\/(?:jpeg|png|apng|webp|avif|gif|heic|heif)$/;

/** Whether the API makes smaller pictures of it. */
export function isRaster({ mimeType }: AnyRecord): boolean {
  return RASTER.test(String(mimeType));
}

/** The address of a picture in some size; another focal point makes another address, so that nothing old is shown. */
export function imageUrl({ url, focalX, focalY }: Readonly<Record<string, unknown>>, size: ImageSize): string {
  const focus = typeof focalX === "number" && typeof focalY === "number" ? { v: `${focalX},${focalY}` } : {};
  const parameters = Object.entries({ ...size, ...focus }).map(([name, value]) => [name, String(value)]);
  return `${API_URL}${String(url)}?${new URLSearchParams(parameters)}`;
}
