/** What the pages read about events. */
import { cms, IMAGE, IN_BODY, nullIfExpired } from "./cms.ts";

const PAGE_SIZE = 12;
const TEASER = ["title", "slug", "summary", "starts", "state", "priceFrom", "locale"] as const;
/** Each reference leads to the translation in the language of the event. */
const SHOWN = { cover: IMAGE, venue: ["name", "slug"], category: ["name", "slug", "color"] } as const;

/** What visitors choose in the form above the list. */
export interface Choice {
  readonly category?: string;
  /** 2027-05 */
  readonly month?: string;
  /** Events with a ticket for at most this price. */
  readonly price?: number;
}

export type Teaser = Awaited<ReturnType<typeof listEvents>>["data"][number];
export type Event = NonNullable<Awaited<ReturnType<typeof findEvent>>>;

/** The coming events in a language, the next one first. */
export function listEvents(locale: string, { category, month, price }: Choice = {}) {
  return cms.entity("event").list({
    locale,
    filter: {
      ends: { $gte: new Date().toISOString() },
      ...(category !== undefined && { category: { slug: category } }),
      ...(month !== undefined && { starts: { $between: daysOf(month) } }),
      ...(price !== undefined && { "tickets.price": { $lte: price } }),
    },
    sort: "starts",
    limit: PAGE_SIZE,
    fields: TEASER,
    resolve: SHOWN,
  });
}

/** The events in a language that contain a text, past ones too. */
export function searchEvents(locale: string, q: string) {
  return cms.entity("event").list({ locale, q, sort: "-starts", limit: PAGE_SIZE, fields: TEASER, resolve: SHOWN });
}

/** An event; with the token of a preview link, its draft. Null if it does not exist or the link has expired. */
export function findEvent(locale: string, slug: string, preview?: string) {
  return nullIfExpired(preview, async () => {
    const { data } = await cms.entity("event").list({ locale, filter: { slug }, fields: ["id"], limit: 1, preview });
    const [found] = data;
    if (!found) return null;
    return cms.entity("event").one(found.id, {
      preview,
      resolve: {
        ...SHOWN,
        ...IN_BODY,
        venue: ["name", "slug", "address", "access"],
        organiser: ["name", "website"],
        series: ["name"],
        "lineUp.person": ["name", "slug"],
        "extras.quote.by": ["name", "slug"],
        "extras.gallery.images": IMAGE,
      },
    });
  });
}

/** The translations of an event, with the slug of each. */
export async function listTranslations({ _translations = {} }: Event) {
  const ids = Object.values(_translations).map(({ id }) => id);
  if (ids.length === 0) return [];
  return (await cms.entity("event").list({ filter: { id: { $in: ids } }, fields: ["locale", "slug"] })).data;
}

/** The categories in a language; those without a translation in the default language. */
export async function listCategories(locale: string) {
  return (await cms.entity("category").list({ locale, fallback: true, sort: "name", fields: ["name", "slug"], limit: 100 })).data;
}

/** The first and the last moment of a month such as 2027-05. */
function daysOf(month: string): readonly [string, string] {
  const next = new Date(`${month}-01T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return [`${month}-01T00:00:00.000Z`, new Date(next.getTime() - 1).toISOString()];
}
