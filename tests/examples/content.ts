import { STORIES } from "@colophon/scripts/seed/magazine.ts";
import { upload } from "../admin/support/upload.ts";
import { mp4 } from "../support/media/media-files.ts";
import { landscape } from "../pictures/landscape.ts";
import type { Client, Json } from "../support/http/client.ts";

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

  const film = await upload(admin, mp4({ width: 320, height: 180, seconds: 1 }), { name: "ride.mp4", type: "video/mp4" });
  const times = await upload(admin, Buffer.from("23:10 Harbour"), { name: "times.txt", type: "text/plain" });
  const shown = { image: cover.id, video: film.id, file: times.id };

  const articles: Json[] = [];
  for (const [index, { title, summary }] of STORIES.slice(0, ARTICLES).entries()) {
    const date = `2026-05-${String(28 - index).padStart(2, "0")}`;
    const body = bodyOf(shown, articles.at(-1)?.id);
    articles.push(await send("post", "article", { title, summary, body, date, author: author.id, tags: [tag.id], cover: cover.id }));
  }
  const [lead, changed] = articles;
  await send("put", `article/${lead.id}`, { body: bodyOf(shown, changed.id) });
  const german = { locale: "de", translationGroup: lead.translationGroup, cover: cover.id, date: lead.date };
  const translated = await send("post", "article", { title: "Der Nachtbus, der eine Bücherei wurde", ...german });
  const unpublished = await send("post", "article?draft=true", { title: "Not yet", date: "2026-06-01" });
  return { titles: articles.map(({ title }) => title), lead, translated, changed, unpublished };
}

/** A text with everything that the websites show in components of their own, on its top level and inside other nodes. */
function bodyOf({ image, video, file }: Readonly<Record<"image" | "video" | "file", string>>, article?: string): readonly object[] {
  const words = (text: string, ...marks: readonly object[]) => ({ type: "text", text, ...(marks.length > 0 && { marks }) });
  const line = (text: string, ...marks: readonly object[]) => ({ type: "paragraph", content: [words(text, ...marks)] });
  const cell = (type: string, ...content: readonly object[]) => ({ type, content });
  const card = article === undefined ? [] : [{ type: "record", attrs: { entity: "article", id: article } }];
  const other = article === undefined ? [] : [{ type: "link", attrs: { entity: "article", id: article } }];
  return [
    { _type: "heading", attrs: { level: 2 }, content: [words("The route")] },
    { _type: "paragraph", content: [words("It stops "), words("twice", { type: "bold" }), words(" on "), words("the way", ...other)] },
    { _type: "image", attrs: { image, alt: "The last stop", caption: "In May" } },
    {
      _type: "table",
      content: [
        { type: "tableRow", content: [cell("tableHeader", line("Stop")), cell("tableHeader", line("Time"))] },
        { type: "tableRow", content: [cell("tableCell", line("Harbour")), cell("tableCell", line("23:10"))] },
        {
          type: "tableRow",
          content: [{ ...cell("tableCell", { type: "image", attrs: { image, alt: "The seats" } }), attrs: { colspan: 2 } }],
        },
      ],
    },
    {
      _type: "orderedList",
      attrs: { start: 3 },
      content: [{ type: "listItem", content: [line("the next bus", ...other), { type: "image", attrs: { image, alt: "The shelves" } }] }],
    },
    { _type: "blockquote", content: [line("Read this, too"), ...card] },
    { _type: "video", attrs: { video, caption: "The ride" } },
    { _type: "file", attrs: { file, title: "All times" } },
    ...card.map(({ type, attrs }) => ({ _type: type, attrs })),
    { _type: "quote", attrs: { text: "It's <quiet> here.", by: "The driver" } },
  ];
}

/** Texts that occur in one article each. */
export const LEAD_SUMMARY = String(LEAD?.summary);
export const CHANGED_SUMMARY = String(CHANGED?.summary);
