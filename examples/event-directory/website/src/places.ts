/** What the pages read about venues, people and the whole site. */
import { cms, IMAGE, IN_BODY } from "./cms.ts";

/** A venue with its events, one of each translation group. */
export async function findVenue(locale: string, slug: string) {
  const { data } = await cms.entity("venue").list({
    locale,
    filter: { slug },
    limit: 1,
    resolve: { picture: IMAGE, events: ["title", "slug", "starts", "locale"] },
  });
  return data[0] ?? null;
}

export async function findPerson(slug: string) {
  const { data } = await cms.entity("person").list({ filter: { slug }, limit: 1, resolve: { portrait: IMAGE } });
  return data[0] ?? null;
}

/**
 * The events with this person in the line-up: each once, in the language or in the default one. The reverse field `appearances` of the
 * person has a record for each language instead, because the person has none.
 */
export async function listAppearances(locale: string, id: string) {
  const fields = ["title", "slug", "starts", "locale"] as const;
  return (await cms.entity("event").list({ locale, fallback: true, filter: { "lineUp.person": id }, sort: "-starts", fields })).data;
}

/** The title of the site, and the events that the front page begins with, in its language. */
export async function readHome(locale: string) {
  const home = await cms.global("home").get({ locale, resolve: { featured: ["title", "slug", "starts", "locale"] } });
  return { title: home?.title ?? "What's on", tagline: home?.tagline ?? "", featured: home?.featured ?? [] };
}

/** A page such as "Getting here". */
export async function findPage(locale: string, slug: string) {
  const { data } = await cms.entity("page").list({
    locale,
    filter: { slug },
    limit: 1,
    resolve: {
      ...IN_BODY,
      "body.video": ["url"],
      "body.file": ["url", "filename"],
      "body.record.page": ["title", "slug"],
      "body.link.page": ["slug"],
    },
  });
  return data[0] ?? null;
}

/** The pages in a language, for the navigation. */
export async function listPages(locale: string) {
  return (await cms.entity("page").list({ locale, filter: { parent: { $null: true } }, sort: "title", fields: ["title", "slug"] })).data;
}
