/** examples/event-directory/website, built and started, with the content of a real stack. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ROOT } from "colophon/stack/settings.ts";
import type { Browser } from "playwright-core";
import { brokenRules } from "../admin/support/axe.ts";
import { describeInBrowser } from "../admin/support/browser.ts";
import { startBrowser } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/servers/free-port.ts";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";
import { CONFIG, fillDirectory, write, type Directory } from "./directory.ts";
import { runColophon } from "./run-colophon.ts";
import { packClient, startWebsite, type Website } from "./website.ts";

const NAME = "event-directory/website";
/** npm downloads packages and the framework builds the site: one minute on an idle machine. */
const TIMEOUT_MS = 1_800_000;

const folder = mkdtempSync(join(tmpdir(), "colophon-events-"));
let stack: TestStack;
let directory: Directory;
let site: Website;
beforeAll(async () => {
  const port = await freePort();
  const shared = { WEBSITE_WEBHOOK_SECRET: randomBytes(32).toString("base64") };
  const variables = { ...shared, WEBSITE_URL: `http://127.0.0.1:${port}` };
  const [started, client] = await Promise.all([startTestStack({ configFile: CONFIG, variables }), packClient(folder)]);
  stack = started;
  directory = await fillDirectory(stack);
  site = await startWebsite(join(folder, "site"), { name: NAME, client, port, variables: { ...shared, COLOPHON_URL: stack.url } });
}, TIMEOUT_MS);
afterAll(async () => {
  await site?.stop();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function get(path: string) {
  const answer = await fetch(site.url + path, { redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: (await answer.text()).replaceAll("&amp;", "&").replaceAll("&#38;", "&") };
}
/** The titles of the list on a page. */
const titlesOn = async (path: string) => Array.from((await get(path)).text.matchAll(/<h2[^>]*><a [^>]*>([^<]+)/g), ([, title]) => title);

test("its types are those of the configuration", async () => {
  const printed = await runColophon(["types"], { CMS_CONFIG: CONFIG });

  expect(readFileSync(join(ROOT, "examples", NAME, "src/site.ts"), "utf8")).toBe(printed);
});

test("the list has the coming events in the language of the page, by category, month and price", async () => {
  const { headers } = await get("/");

  expect(headers.get("location")).toBe("/en");
  expect(await titlesOn("/en")).toEqual(["Songs for a Late Ferry", "Brass at Noon", "What Whales Hear", "Silent Stars", "Harbour Choir"]);
  expect(await titlesOn("/de")).toEqual(["Lieder für eine späte Fähre", "Blech zum Mittag"]);
  expect(await titlesOn("/en?category=music&month=2027-05")).toEqual(["Songs for a Late Ferry", "Brass at Noon"]);
  expect(await titlesOn("/de?category=musik&price=10")).toEqual(["Blech zum Mittag"]);
  expect(await titlesOn("/en?month=2027-06&price=20")).toEqual(["What Whales Hear"]);
  expect((await get("/en?month=2027-13&price=x")).status).toBe(200);
  expect([(await get("/fr")).status, (await get("/en/events/none")).status, (await get("/en/people/none")).status]).toEqual([
    404, 404, 404,
  ]);
});

test("the front page begins with chosen events in its language, and links to the pages", async () => {
  const [english, german, page] = await Promise.all([get("/en"), get("/de"), get("/en/pages/getting-here")]);

  expect(english.text).toMatch(/Don(?:'|&#39;|&#x27;)t miss<\/h2>[^]*Songs for a Late Ferry[^]*href="\/en\/pages\/getting-here"/);
  expect(german.text).toMatch(/Nicht verpassen<\/h2>[^]*Lieder für eine späte Fähre/);
  expect(page.text).toMatch(/<h1[^>]*>Getting here[^]*<p>By tram to the quay\./);
});

test("an event has its venue in the language, line-up, tickets and text, and leads to its translations", async () => {
  const { lead, german } = directory;
  const [english, other] = [await get(`/en/events/${lead.slug}`), await get(`/de/events/${german.slug}`)];

  expect(english.text).toMatch(
    /<html lang="en"[^]*class="series"[^>]*>Tides<[^]*>Harbour Hall<\/a>, Bremen[^]*<h2>The route<\/h2>[^]*<strong>twice<\/strong>/,
  );
  expect(english.text).toMatch(/class="card"[^]*href="\/en\/venues\/harbour-hall-bremen"[^]*role="note"[^>]*>Bring a coat\./);
  expect(english.text).toMatch(/href="\/en\/people\/mara-lindqvist"[^]*>Mara Lindqvist<\/a>, Headliner[^]*Floor: €32\.00/);
  expect(english.text).toMatch(/<blockquote[^]*The river keeps the time\.[^]*Jonas Weber/);
  expect(english.text).toContain(`href="/de/events/${german.slug}"`);
  expect(other.text).toMatch(/<html lang="de"[^]*<h1[^>]*>Lieder für eine späte Fähre[^]*>Hafenhalle<\/a>, Bremen[^]*, Hauptprogramm/);
  expect(other.text).toContain(`href="/en/events/${lead.slug}"`);
});

test("links to records lead to their pages, and pictures and cards inside lists and tables are like those outside them", async () => {
  const [event, page, other] = [
    await get(`/en/events/${directory.lead.slug}`),
    await get("/en/pages/getting-here"),
    await get("/en/pages/tickets"),
  ];
  const [list = ""] = /<ul>\s*<li>\s*<p>[^]*?<\/ul>/.exec(event.text) ?? [];
  const [table = ""] = /<table>[^]*<\/table>/.exec(page.text) ?? [];

  expect(list).toContain('<a href="/en/people/mara-lindqvist">Who sings</a>');
  expect(list).toMatch(/<p class="card"[^>]*><a href="\/en\/people\/jonas-weber"[^>]*>Jonas Weber<\/a>/);
  expect(table).toContain('<a href="/en/pages/tickets">Buy tickets</a>');
  expect(other.text).toContain('<a href="/en/venues/harbour-hall-bremen">See the hall</a>');
  for (const [part, alt] of [
    [list, "The quay"],
    [table, "The tram"],
  ])
    expect(part).toMatch(new RegExp(`<img[^>]*class="picture"[^>]* srcset="[^"]*w=480&[^"]*w=1440&[^>]* alt="${alt}"`));
});

test("videos and files of a page are loaded from Colophon", async () => {
  const { text } = await get("/en/pages/getting-here");
  const addresses = [/<video[^>]* src="([^"]+)"/, /<a href="([^"]+)"[^>]*>map[^<]*\.txt</].map((pattern) => pattern.exec(text)?.[1] ?? "");

  const answers = await Promise.all(addresses.map((address) => fetch(address)));

  expect(answers.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
    [200, "video/mp4"],
    [200, expect.stringContaining("text/plain")],
  ]);
});

test("pictures have the sizes that were made after the upload, cropped around the focal point", async () => {
  const { text } = await get(`/en/events/${directory.lead.slug}`);
  const sources = (/srcset="([^"]+)"/.exec(text)?.[1] ?? "").split(", ").map((item) => String(item.split(" ")[0]));

  const pictures = await Promise.all(
    sources.map((url) => eventually(() => fetch(url), { accepts: ({ status }) => status === 200, what: `${url} is made` })),
  );
  const centred = await (await fetch(`${sources[0]}&fp=0.5,0.5`)).arrayBuffer();
  const stored = (await stack.admin.get(`/api/_image/${directory.cover.id}`)).data;

  expect(text).toContain('alt="The harbour at dusk"');
  expect(pictures.map(({ headers }) => headers.get("content-type"))).toEqual(Array(3).fill("image/webp"));
  expect([stored.focalX, stored.focalY]).toEqual([0.2, 0.7]);
  expect(Buffer.from(await (pictures[0] as Response).arrayBuffer()).equals(Buffer.from(centred))).toBe(false);
});

test("venues have their events, and people those in which they appear, once in the language of the page", async () => {
  const [venue, person] = [await get(`/de/venues/${directory.hall.slug}`), await get("/de/people/mara-lindqvist")];

  expect(venue.text).toMatch(/<h1[^>]*>Hafenhalle[^]*Blech zum Mittag/);
  expect(venue.text).not.toContain("Brass at Noon");
  expect(person.text).toContain("Lieder für eine späte Fähre");
  expect(person.text).not.toContain("Songs for a Late Ferry");
});

test("the search finds words in the texts of the language", async () => {
  expect(await titlesOn("/en/search?q=TIDES")).toEqual(["Songs for a Late Ferry"]);
  expect((await get("/de/search?q=tides")).text).toMatch(/role="status"[^>]*>0 Veranstaltungen/);
});

test("a draft is shown only with the token of its preview link", async () => {
  const { id, slug } = directory.german;
  await write(stack.admin, "put", `event/${id}?draft=true`, { summary: "Noch ein Entwurf." });
  const { url, token } = await write(stack.admin, "post", `event/${id}/preview`, {});

  const [live, draft] = [await get(`/de/events/${slug}`), await get(`/de/events/${slug}?preview=${token}`)];
  await stack.admin.delete(`/api/event/${id}/preview`);
  const ended = await get(`/de/events/${slug}?preview=${token}`);

  expect(url).toBe(`${site.url}/de/events/${slug}?preview=${token}`);
  expect([live, draft].map(({ text }) => text.includes("Noch ein Entwurf."))).toEqual([false, true]);
  expect(draft.headers.get("cache-control")).toContain("no-store");
  expect(ended.headers.get("location")).toBe(`/de/events/${slug}`);
});

test("a change is shown when Colophon's webhook arrives, before the page would be out of date", async () => {
  const json = { "content-type": "application/json" };
  const unsigned = await fetch(`${site.url}/api/changed`, { method: "POST", body: "{}", headers: json });
  const { starts, ends, category, venue, organiser } = directory.lead;
  await write(stack.admin, "post", "_webhooks/website/enable", {}); // messages failed before the website was there
  expect(await titlesOn("/en")).not.toContain("Night Swim"); // the page is stored from now on

  const { id } = await write(stack.admin, "post", "event", { title: "Night Swim", starts, ends, category, venue, organiser });
  const delivered = async () => {
    const { data } = await stack.admin.get("/api/_webhooks/website/deliveries?limit=100");
    return data.find(({ recordId, status }: { recordId: string; status: number }) => recordId === id && status === 204);
  };
  const delivery = await eventually(delivered, { what: "the webhook has arrived" });

  expect(unsigned.status).toBe(401);
  expect(delivery).toMatchObject({ event: "event.published" });
  expect(await titlesOn("/en")).toContain("Night Swim");
});

test("the sitemap has the events in their languages", async () => {
  const { text } = await get("/sitemap.xml");

  for (const { locale, slug } of [directory.lead, directory.german])
    expect(text).toContain(`<loc>${site.url}/${locale}/events/${slug}</loc>`);
});

describeInBrowser("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test.each(["light", "dark"] as const)("no page violates an accessibility rule or is wider than a phone, in %s", async (colorScheme) => {
    const context = await browser.newContext({ baseURL: site.url, colorScheme, viewport: { width: 360, height: 780 } });
    const page = await context.newPage();
    const { lead, hall } = directory;
    for (const path of [
      "/en",
      "/pt",
      `/en/events/${lead.slug}`,
      `/de/venues/${hall.slug}`,
      "/de/people/mara-lindqvist",
      "/en/pages/getting-here",
      "/en/search?q=tides",
    ]) {
      await page.goto(path);
      expect({ path, broken: await brokenRules(page) }).toEqual({ path, broken: [] });
      expect({ path, width: await page.evaluate("document.documentElement.scrollWidth") }).toEqual({ path, width: 360 });
    }
    await context.close();
  });
});
