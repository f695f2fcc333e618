import { ColophonError, createClient } from "@colophon/client";
import { COLOPHON_API_KEY, COLOPHON_URL } from "astro:env/server";
import type { Site } from "./site.ts";

export const cms = createClient<Site>({ url: COLOPHON_URL, apiKey: COLOPHON_API_KEY });

/** The tag of all cached pages: Colophon's webhook throws them away (`pages/api/changed.ts`). Without it they are fresh for a minute. */
export const CONTENT = "content";
export const FRESH = { maxAge: 60, swr: 600, tags: [CONTENT] };

export const IMAGE = ["url", "alt", "width", "height", "color"] as const;

/** What a text refers to: pictures, and records that have a page. */
export const IN_BODY = {
  "body.image": IMAGE,
  "body.record.event": ["title", "slug"],
  "body.record.person": ["name", "slug"],
  "body.record.venue": ["name", "slug"],
  "body.link.event": ["slug"],
  "body.link.person": ["slug"],
  "body.link.venue": ["slug"],
} as const;

/** The cropped sizes of pictures: those of `SIZES` in cms.config.ts, made after the upload around the focal point. */
const SIZES = [
  { w: 480, h: 270 },
  { w: 960, h: 540 },
  { w: 1440, h: 810 },
];

/** The sources of a picture, for `srcset`; the second one is also the `src`. */
export function sourcesOf(path: string): readonly { readonly url: string; readonly w: number }[] {
  return SIZES.map(({ w, h }) => ({ url: `${assetUrl(path)}?w=${w}&h=${h}&fit=cover&format=webp`, w }));
}

/** The URL of a picture, a video or another file: a path at Colophon, or complete if `storage.publicUrl` is set. */
export function assetUrl(url: string): string {
  return new URL(url, COLOPHON_URL).href;
}

/** The result of a read with the token of a preview link; null if the link has expired. */
export async function nullIfExpired<T>(preview: string | undefined, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (preview !== undefined && error instanceof ColophonError && error.status === 401) return null;
    throw error;
  }
}
