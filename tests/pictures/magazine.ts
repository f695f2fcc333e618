import { fill } from "@colophon/scripts/seed/fill.ts";
import { STORIES } from "@colophon/scripts/seed/magazine.ts";
import type { Client, Json } from "../support/http/client.ts";
import { upload } from "../admin/support/upload.ts";
import { eventually } from "../support/eventually.ts";
import { landscape } from "./landscape.ts";

const FURTHER = ["harbour", "allotments", "tram-depot", "old-quarry", "north-bridge", "reading-room", "market-hall", "lighthouse"];

export interface Magazine {
  /** The id of the article with several versions. */
  readonly article: string;
  /** The id of the article's image. */
  readonly image: string;
}

/** Adds images to the seeded example, and changes one article several times. */
export async function fillMagazine(admin: Client): Promise<Magazine> {
  const send = async (method: string, path: string, body: object): Promise<Json> => {
    const answer = await (method === "PUT" ? admin.put : admin.post)(`/api/${path}`, body);
    if (answer.status >= 400) throw new Error(`${method} /api/${path}: ${answer.text}`);
    return answer.data;
  };
  const articles = await fill((method, path, body) => send(method, path, body));
  const names = [...FURTHER, ...STORIES.map(({ title }) => title.toLowerCase().replaceAll(/[^a-z]+/g, "-"))];
  const images: Json[] = [];
  for (const [at, name] of names.entries())
    images.push(await upload(admin, await landscape(at), { name: `${name}.jpg`, type: "image/jpeg" }));
  for (const [at, { id }] of articles.entries()) await send("PUT", `article/${id}`, { cover: images[FURTHER.length + at].id });

  const [first] = articles;
  const image = images[FURTHER.length];
  if (!first) throw new Error("The magazine has no articles");
  await send("PUT", `_image/${image.id}`, { alt: "Hills behind the last stop of the night bus", focalX: 0.43, focalY: 0.44 });
  const [story] = STORIES;
  await send("PUT", `article/${first.id}`, { summary: "A driver lends novels between stops, and ridership is up by a third." });
  await send("PUT", `article/${first.id}`, {
    title: "The night bus that became a lending library",
    summary: "A driver in Malmö lends novels between two stops, and ridership is up by half.",
    section: "culture",
  });
  await send("PUT", `article/${first.id}?draft=true`, { title: story?.title, featured: false });
  await makeThumbnails(admin, images);
  return { article: first.id, image: image.id };
}

/** Requests the thumbnails in advance, so that pages load them at once. */
async function makeThumbnails(admin: Client, images: readonly Json[]): Promise<void> {
  const { data } = await admin.get("/api/admin/config");
  const thumbnail = new URLSearchParams(
    Object.entries(data.images.thumbnail).map(([name, value]): [string, string] => [name, String(value)]),
  );
  for (const { url } of images) {
    await eventually(async () => (await admin.withoutRetries().get(`${url}?${thumbnail}`)).status === 200, { limitMs: 300_000 });
  }
}
