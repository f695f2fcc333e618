/** The requests of the pages to Colophon. */
import { ColophonError, createClient } from "@colophon/client";
import { COLOPHON_API_KEY, COLOPHON_URL } from "astro:env/server";
import type { Site } from "./site.ts";

const cms = createClient<Site>({ url: COLOPHON_URL, apiKey: COLOPHON_API_KEY });

const PAGE_SIZE = 6;
const IMAGE = ["url", "alt", "width", "height", "focalX", "focalY", "color"] as const;
/** What the text of an article refers to. */
const IN_BODY = {
  "body.image": IMAGE,
  "body.video": ["url"],
  "body.file": ["url", "filename"],
  "body.record.article": ["title", "slug", "summary"],
  "body.link.article": ["slug"],
} as const;
const RELATED = { cover: IMAGE, author: ["name"] } as const;

export type Teaser = Awaited<ReturnType<typeof listArticles>>["articles"][number];
export type Article = NonNullable<Awaited<ReturnType<typeof findArticle>>>;
export type Image = NonNullable<Teaser["cover"]>;

/** One page of the articles in a language, newest first; with `q`, those that contain this text. */
export async function listArticles(locale: string, { page = 1, q }: { page?: number; q?: string } = {}) {
  const { data, meta } = await cms.entity("article").list({
    locale,
    q,
    sort: "-date",
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
    fields: ["title", "slug", "summary", "date"],
    resolve: RELATED,
  });
  return { articles: data, total: meta.total ?? 0, pages: Math.ceil((meta.total ?? 0) / PAGE_SIZE) };
}

/** An article; with the token of a preview link, its draft. Null if it does not exist or the link has expired. */
export async function findArticle(locale: string, slug: string, preview?: string) {
  try {
    const { data } = await cms.entity("article").list({ locale, filter: { slug }, fields: ["id"], limit: 1, preview });
    const [found] = data;
    return found ? await cms.entity("article").one(found.id, { preview, resolve: { ...RELATED, ...IN_BODY, tags: ["name"] } }) : null;
  } catch (error) {
    if (preview !== undefined && error instanceof ColophonError && error.status === 401) return null;
    throw error;
  }
}

/** The translations of an article, with the slug of each. */
export async function listTranslations({ _translations = {} }: Article) {
  const ids = Object.values(_translations).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { data } = await cms.entity("article").list({ filter: { id: { $in: ids } }, fields: ["locale", "slug"] });
  return data;
}

/** The title and tagline of the site. */
export async function readSettings() {
  const settings = await cms.global("settings").get();
  return { title: settings?.title ?? "Magazine", tagline: settings?.tagline ?? "" };
}

/** The sitemap of the plugin `seo`. */
export async function readSitemap(): Promise<string> {
  return String(await cms.custom("sitemap"));
}

/** The URL of an image in this width. Colophon resizes it at the upload if `storage.derivatives` contains the width, else at the first request. */
export function imageUrl({ url }: Image, width: number): string {
  return `${assetUrl(url)}?w=${width}&format=webp`;
}

/** The URL of a picture, a video or another file: a path at Colophon, or complete if `storage.publicUrl` is set. */
export function assetUrl(url: string): string {
  return new URL(url, COLOPHON_URL).href;
}
