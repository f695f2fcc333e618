import { STORIES } from "@colophon/scripts/seed/magazine.ts";
import { upload } from "../admin/support/upload.ts";
import { landscape } from "../pictures/landscape.ts";
import type { Client, Json } from "../support/client.ts";

/** More than one page of a list. */
const ARTICLES = 8;
const [LEAD, CHANGED] = STORIES;

/** The content of the template's magazine. */
export interface Content {
  /** The titles of the articles in English, newest first; one has a German translation. */
  readonly titles: readonly string[];
  /** The newest article, with a picture. */
  readonly lead: Json;
  readonly translated: Json;
  /** An article to write drafts of. */
  readonly changed: Json;
  /** A record that is only a draft. */
  readonly unpublished: Json;
}

export async function fillMagazine(admin: Client): Promise<Content> {
  const send = async (method: "post" | "put", path: string, body: object): Promise<Json> => {
    const answer = await admin[method](`/api/${path}`, body);
    if (answer.status >= 400) throw new Error(`${method} /api/${path}: ${answer.text}`);
    return answer.data;
  };
  await send("put", "settings", { title: "The Margin", tagline: "Written by people who live here" });
  const author = await send("post", "author", { name: "Ines Okafor" });
  const tag = await send("post", "tag", { name: "Cities" });
  const cover = await upload(admin, await landscape(1), { name: "hills.jpg", type: "image/jpeg", alt: "Hills behind the last stop" });
  await send("put", `_image/${cover.id}`, { focalX: 0.3, focalY: 0.6 });

  const articles: Json[] = [];
  for (const [index, { title, summary }] of STORIES.slice(0, ARTICLES).entries()) {
    const date = `2026-05-${String(28 - index).padStart(2, "0")}`;
    const body = "## The route\n\nIt stops **twice** on the way.";
    articles.push(await send("post", "article", { title, summary, body, date, author: author.id, tags: [tag.id], cover: cover.id }));
  }
  const [lead, changed] = articles;
  const german = { locale: "de", translationGroup: lead.translationGroup, cover: cover.id, date: lead.date };
  const translated = await send("post", "article", { title: "Der Nachtbus, der eine Bücherei wurde", ...german });
  const unpublished = await send("post", "article?draft=true", { title: "Not yet", date: "2026-06-01" });
  return { titles: articles.map(({ title }) => title), lead, translated, changed, unpublished };
}

/** Texts that occur in one article each. */
export const LEAD_SUMMARY = String(LEAD?.summary);
export const CHANGED_SUMMARY = String(CHANGED?.summary);
