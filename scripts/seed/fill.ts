import { AUTHORS, bodyOf, PAGES, STORIES, TAGS } from "./magazine.ts";

type Body = Readonly<Record<string, unknown>>;
interface Made {
  readonly id: string;
  readonly translationGroup?: string;
}
/** Sends a body to `/api/<path>`, and returns the created record. */
export type Send = (method: string, path: string, body: Body) => Promise<Made>;

const DAY_MS = 86_400_000;

/** Fills the example site with the magazine. @returns the articles, in the order of their stories */
export async function fill(send: Send): Promise<readonly Made[]> {
  const authors = await inOrder(AUTHORS, (author) => send("POST", "author", author));
  const tags = await inOrder(TAGS, (tag) => send("POST", "tag", tag));
  const articles = await inOrder(STORIES, (story, place) =>
    send("POST", "article", {
      ...story,
      body: bodyOf(story),
      date: new Date(Date.now() - (place * 3 + 1) * DAY_MS).toISOString().slice(0, 10),
      featured: place % 5 === 0,
      author: authors[place % authors.length]?.id,
      tags: [tags[place % tags.length]?.id, tags[(place + 2) % tags.length]?.id],
      seo: { headline: story.title.slice(0, 70) },
    }),
  );
  for (const { en, de } of PAGES) {
    const { translationGroup } = await send("POST", "page", { ...en, locale: "en" });
    await send("POST", "page", { ...de, locale: "de", translationGroup });
  }
  const navigation = PAGES.map(({ en }) => ({ label: en.title, href: `/${en.title.toLowerCase().replaceAll(" ", "-")}` }));
  await send("PUT", "settings", { siteTitle: "The Margin", launch: "2024-09-01T08:00:00.000Z", navigation });
  return articles;
}

async function inOrder<T, R>(items: readonly T[], work: (item: T, place: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const [place, item] of items.entries()) results.push(await work(item, place));
  return results;
}
