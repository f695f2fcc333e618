import type { CustomRouteContext } from "@colophon/config";
import { addressOf } from "../configuration.ts";

/** The maximum of one sitemap, see sitemaps.org. */
const MAX_ADDRESSES = 50_000;
const PAGE = 500;

interface Entry {
  readonly address: string;
  readonly changedAt: string;
}

/** A handler that answers with the URLs of all records that the caller may read, newest first in each entity. */
export function createSitemap(site: string, pages: Readonly<Record<string, string>>) {
  return async ({ db, log, req }: CustomRouteContext): Promise<Response> => {
    const entries: Entry[] = [];
    for (const [entity, pattern] of Object.entries(pages)) {
      for await (const record of recordsOf(db.entity(entity), req.signal)) {
        const path = addressOf(pattern, record);
        if (path !== null) entries.push({ address: site + path, changedAt: String(record["updatedAt"]) });
        if (entries.length === MAX_ADDRESSES) {
          log.warn({ entity }, `the sitemap is limited to ${MAX_ADDRESSES} addresses; further addresses are omitted`);
          return toXml(entries);
        }
      }
    }
    return toXml(entries);
  };
}

async function* recordsOf(entity: CustomRouteContext["db"], signal: AbortSignal): AsyncGenerator<Record<string, unknown>> {
  const filter = { "seo.noIndex": { $ne: true } };
  let cursor: unknown = "";
  while (typeof cursor === "string" && !signal.aborted) {
    const page = await entity.list({ filter, sort: "-updatedAt", limit: PAGE, cursor, count: false });
    yield* page.data;
    cursor = page.meta.nextCursor;
  }
}

function toXml(entries: readonly Entry[]): Response {
  const urls = entries.map(({ address, changedAt }) => `<url><loc>${escapeXml(address)}</loc><lastmod>${changedAt}</lastmod></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, { headers: { "content-type": "application/xml; charset=utf-8" } });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&apos;").replaceAll('"', "&quot;");
}
