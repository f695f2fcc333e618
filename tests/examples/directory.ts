import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { upload } from "../admin/support/upload.ts";
import { mp4 } from "../support/media/media-files.ts";
import { landscape } from "../pictures/landscape.ts";
import type { Client, Json } from "../support/http/client.ts";
import type { TestStack } from "../support/stack/stack.ts";
import { runColophon } from "./run-colophon.ts";

/** The project with the content of the event directory. */
export const PROJECT = join(ROOT, "examples/event-directory/content");
export const CONFIG = join(PROJECT, "cms.config.ts");

/** Imports a sample file of the project. @returns what the command prints */
export function importSample(stack: TestStack, entity: string, name: string, ...options: readonly string[]): Promise<string> {
  const site = { CMS_CONFIG: CONFIG, DATABASE_URL: stack.databaseUrl, REDIS_URL: stack.redisUrl };
  return runColophon(["records", "import", entity, join(PROJECT, "sample", name), ...options, "--url", stack.url], site);
}

/** Sends a body, and expects that it is accepted. */
export async function write(client: Client, method: "post" | "put", path: string, body: object): Promise<Json> {
  const answer = await client[method](`/api/${path}`, body);
  if (answer.status >= 400) throw new Error(`${method} /api/${path}: ${answer.text}`);
  return answer.data;
}

/** The only record of a list. */
export async function only(client: Client, path: string): Promise<Json> {
  const { data, text } = await client.get(`/api/${path}`);
  if (data?.length !== 1) throw new Error(`Not one record: ${path}: ${text}`);
  return data[0];
}

/** Some records of the directory; `german` is the translation of `lead`. */
export type Directory = Readonly<Record<"lead" | "german" | "venue" | "hall" | "mara" | "jonas" | "cover", Json>>;

/**
 * Fills the directory: English records from the sample files, German ones by bulk requests, and one event with everything that an event
 * can have.
 */
export async function fillDirectory(stack: TestStack): Promise<Directory> {
  await importSample(stack, "category", "categories.csv", "--key", "slug");
  await importSample(stack, "organiser", "organisers.csv", "--key", "name");
  await importSample(stack, "person", "people.csv", "--key", "slug");
  await importSample(stack, "venue", "venues.csv");
  const { admin } = stack;
  const [venue, music] = [await only(admin, "venue?filter[slug]=harbour-hall-bremen"), await only(admin, "category?filter[slug]=music")];
  await write(admin, "post", "category", { name: "Musik", locale: "de", translationGroup: music.translationGroup });
  const copy = await write(admin, "post", `venue/${venue.id}/translate`, { locale: "de" });
  const hall = await write(admin, "put", `venue/${copy.id}`, { name: "Hafenhalle", description: "Eine Halle aus Backstein am Wasser." });
  await importSample(stack, "event", "events.csv");

  const [mara, jonas] = await Promise.all(["mara-lindqvist", "jonas-weber"].map((slug) => only(admin, `person?filter[slug]=${slug}`)));
  const cover = await upload(admin, await landscape(1), { name: "harbour.jpg", type: "image/jpeg", alt: "The harbour at dusk" });
  await write(admin, "put", `_image/${cover.id}`, { focalX: 0.2, focalY: 0.7 });
  const { id } = await only(admin, "event?filter[title]=Songs for a Late Ferry");
  const series = await write(admin, "post", "series", { name: "Tides" });
  const lead = await write(admin, "put", `event/${id}`, { ...fullEvent({ mara, jonas, cover, venue }), series: series.id });
  const german = await translateEvents(admin);
  await fillPages(admin, { image: cover.id, venue: venue.id });
  await write(admin, "put", "home", { title: "By the Water", tagline: "Concerts, talks and films", featured: [id] });
  await write(admin, "put", "home?locale=de", { title: "Am Wasser", tagline: "Konzerte, Vorträge und Filme" });
  return { lead, german, venue, hall, mara, jonas, cover };
}

function fullEvent({ mara, jonas, cover, venue }: Pick<Directory, "mara" | "jonas" | "cover" | "venue">): object {
  return {
    cover: cover.id,
    lineUp: [
      { person: mara.id, role: "headliner" },
      { person: jonas.id, role: "support" },
    ],
    body: [
      { _type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "The route" }] },
      {
        _type: "paragraph",
        content: [
          { type: "text", text: "It stops " },
          { type: "text", text: "twice", marks: [{ type: "bold" }] },
        ],
      },
      {
        _type: "bulletList",
        content: [
          {
            type: "listItem",
            content: [
              linked("Who sings", "person", mara.id),
              { type: "image", attrs: { image: cover.id, alt: "The quay" } },
              { type: "record", attrs: { entity: "person", id: jonas.id } },
            ],
          },
        ],
      },
      { _type: "image", attrs: { image: cover.id, caption: "At dusk" } },
      { _type: "record", attrs: { entity: "venue", id: venue.id } },
      { _type: "notice", attrs: { text: "Bring a coat." } },
    ],
    extras: [
      { _type: "quote", text: "The river keeps the time.", by: jonas.id },
      { _type: "gallery", images: [cover.id] },
    ],
  };
}

/** A page with what only pages may have, and one that it links to. */
async function fillPages(admin: Client, { image, venue }: Readonly<Record<"image" | "venue", string>>): Promise<void> {
  const film = await upload(admin, mp4({ width: 320, height: 180, seconds: 1 }), { name: "tram.mp4", type: "video/mp4" });
  const map = await upload(admin, Buffer.from("North is up."), { name: "map.txt", type: "text/plain" });
  const { id } = await write(admin, "post", "page", { title: "Tickets", body: [top(linked("See the hall", "venue", venue))] });
  const cell = { type: "tableCell", content: [linked("Buy tickets", "page", id), { type: "image", attrs: { image, alt: "The tram" } }] };
  const body = [
    { _type: "paragraph", content: [{ type: "text", text: "By tram to the quay." }] },
    { _type: "table", content: [{ type: "tableRow", content: [cell] }] },
    { _type: "video", attrs: { video: film.id } },
    { _type: "file", attrs: { file: map.id } },
  ];
  await write(admin, "post", "page", { title: "Getting here", body });
}

/** A paragraph that is a link to a record. */
function linked(text: string, entity: string, id: string) {
  return { type: "paragraph", content: [{ type: "text", text, marks: [{ type: "link", attrs: { entity, id } }] }] };
}

function top({ type, ...node }: ReturnType<typeof linked>) {
  return { _type: type, ...node };
}

const TITLES = { "Songs for a Late Ferry": "Lieder für eine späte Fähre", "Brass at Noon": "Blech zum Mittag" };

/** @returns the translation of the first one */
async function translateEvents(admin: Client): Promise<Json> {
  const sources = await Promise.all(Object.keys(TITLES).map((title) => only(admin, `event?locale=en&filter[title]=${title}`)));
  const data = Object.values(TITLES).map((title, index) => ({ title, locale: "de", translationGroup: sources[index].translationGroup }));
  const { ids } = await write(admin, "post", "event/bulk", { action: "create", data });
  return (await admin.get(`/api/event/${ids[0]}`)).data;
}
