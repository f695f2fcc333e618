/** examples/event-directory/content: what its configuration uses works together on a real stack. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import type { Client, Json } from "../support/http/client.ts";
import { eventually } from "../support/eventually.ts";
import { startTestStack, type TestStack } from "../support/stack/stack.ts";
import { CONFIG, fillDirectory, importSample, only, PROJECT, write, type Directory } from "./directory.ts";
import { problemsIn } from "./project-types.ts";
import { runColophon } from "./run-colophon.ts";

const TIMEOUT_MS = 1_800_000;
const DAY_MS = 86_400_000;

let stack: TestStack;
let admin: Client;
let visitor: Client;
let directory: Directory;
beforeAll(async () => {
  stack = await startTestStack({ configFile: CONFIG });
  ({ admin, visitor } = stack);
  directory = await fillDirectory(stack);
}, TIMEOUT_MS);
afterAll(() => stack?.stop());

const list = async (path: string): Promise<Json[]> => (await visitor.get(`/api/${path}`)).data;
const titles = async (query: string): Promise<string[]> =>
  (await list(`event?sort=starts&fields=title&${query}`)).map(({ title }) => title);

describe("types", () => {
  test("the committed module is that of the configuration", async () => {
    const printed = await runColophon(["types", "--hooks"], { CMS_CONFIG: CONFIG });

    expect(readFileSync(join(PROJECT, "site.types.ts"), "utf8")).toBe(printed);
  });

  test(
    "the project compiles, and wrong names of entities and fields in hooks, routes and jobs don't",
    async () => {
      const wrong = {
        "calendar.ts": 'entity("event")→entity("evnt")',
        "entities/event.ts": "record.starts→record.start",
        "jobs.ts": "ends: { $lt→end: { $lt",
      };

      expect(await problemsIn(PROJECT)).toEqual([]);
      expect(new Set((await problemsIn(PROJECT, wrong)).map((line) => line.split("(")[0]))).toEqual(new Set(Object.keys(wrong)));
    },
    TIMEOUT_MS,
  );
});

describe("references follow the language", () => {
  test("an event leads to the venue and the category in its language, or in the default one", async () => {
    const query = `event?filter[translationGroup]=${directory.lead.id}&sort=locale&fields=locale&resolve[venue]=name&resolve[category]=name`;
    await write(admin, "post", "event", { title: "Canções", locale: "pt", translationGroup: directory.lead.id });

    const names = (await list(query)).map(({ locale, venue, category }) => [locale, venue.name, category.name]);

    expect(names).toEqual([
      ["de", "Hafenhalle", "Musik"],
      ["en", "Harbour Hall", "Music"],
      ["pt", "Harbour Hall", "Music"],
    ]);
  });

  test("filters, sorts and reverse fields do, too", async () => {
    const { venue, hall } = directory;
    const coming = `locale=de&filter[ends][$gte]=2027-01-01T00:00:00Z`;
    const [german, english] = await Promise.all(
      [hall, venue].map(({ id }) => only(visitor, `venue?filter[id]=${id}&resolve[events]=title&resolve[events.$count]=true`)),
    );

    expect(await titles(`${coming}&filter[venue]=${venue.id}`)).toEqual(["Lieder für eine späte Fähre", "Blech zum Mittag"]);
    expect(await titles(`${coming}&filter[venue.name]=Hafenhalle`)).toEqual(["Lieder für eine späte Fähre", "Blech zum Mittag"]);
    expect(await titles(`${coming}&filter[venue.name]=Harbour Hall`)).toEqual([]);
    expect((await list("event?locale=en&sort=-venue.name,starts&limit=1&fields=title"))[0].title).toBe("What Whales Hear");
    expect(german._count.events).toBe(english._count.events);
    expect(german.events.map(({ title }: Json) => title)).toContain("Blech zum Mittag");
    expect(english.events.map(({ title }: Json) => title)).toContain("Brass at Noon");
  });
});

describe("fields", () => {
  test("a slug is made of the title and the name of the venue in the language of the event", () => {
    const { lead, german, venue } = directory;

    expect([lead.slug, german.slug, venue.slug]).toEqual([
      "songs-for-a-late-ferry-harbour-hall",
      "lieder-fur-eine-spate-fahre-hafenhalle",
      "harbour-hall-bremen",
    ]);
  });

  test("events are found by the price of any of their tickets, or of none", async () => {
    const coming = "locale=en&filter[ends][$gte]=2027-01-01T00:00:00Z";

    expect(await titles(`${coming}&filter[tickets.price][$gte]=45`)).toEqual(["Songs for a Late Ferry", "Silent Stars"]);
    expect(await titles(`${coming}&filter[tickets.price][$between]=5,10`)).toEqual(["Brass at Noon", "What Whales Hear"]);
    expect(await titles(`${coming}&filter[$not][tickets.price][$gte]=10`)).toEqual(["Brass at Noon", "Harbour Choir"]);
    expect(await titles(`${coming}&filter[tickets.label]=Gallery`)).toEqual(["Songs for a Late Ferry"]);
  });

  test("a person has the events with them in the line-up, and those with a quotation of theirs", async () => {
    const query = "resolve[appearances]=translationGroup&resolve[quotes]=title";
    const [mara, jonas] = await Promise.all(
      [directory.mara, directory.jonas].map(({ id }) => only(visitor, `person?filter[id]=${id}&${query}`)),
    );
    const found = await list("person?filter[appearances.title]=Songs for a Late Ferry&sort=name&fields=name");

    for (const { appearances } of [mara, jonas])
      expect(new Set(appearances.map(({ translationGroup }: Json) => translationGroup))).toEqual(new Set([directory.lead.id]));
    expect([mara.quotes, jonas.quotes].map((quotes) => quotes.length)).toEqual([0, 1]);
    expect(found.map(({ name }) => name)).toEqual(["Jonas Weber", "Mara Lindqvist"]);
    expect((await admin.delete(`/api/person/${directory.mara.id}`)).status).toBe(409);
  });

  test("an import can be repeated, and names mistakes before it creates anything", async () => {
    expect(await importSample(stack, "category", "categories.csv", "--key", "slug")).toBe("category: 0 created, 3 existing, kept\n");
    await expect(importSample(stack, "person", "venues.csv")).rejects.toThrow("person has no field capacity");
  });
});

describe("hooks", () => {
  test("an event can't end before it starts, also if only one of the times is sent", async () => {
    const answers = await Promise.all(
      [{ ends: "2027-05-07T18:00:00Z" }, { starts: "2028-01-01T00:00:00Z" }].map((body) =>
        admin.put(`/api/event/${directory.lead.id}`, body),
      ),
    );

    for (const { status, error } of answers) expect([status, error.details?.[0]?.field]).toEqual([400, "ends"]);
  });

  test("the lowest price and the time of a cancellation are set, with one value in all languages", async () => {
    const { id } = await only(admin, "event?locale=en&filter[title]=Brass at Noon");
    const stamps = async () =>
      new Set((await list(`event?filter[translationGroup]=${id}&fields=cancelledAt`)).map(({ cancelledAt }) => cancelledAt));
    const tickets = [
      { label: "Floor", price: 9 },
      { label: "Balcony", price: 7 },
    ];

    const changed = await write(admin, "put", `event/${id}`, { tickets, state: "cancelled" });
    const during = await stamps();
    await write(admin, "put", `event/${id}`, { state: "confirmed" });

    expect([changed.priceFrom, during]).toEqual([7, new Set([changed.cancelledAt])]);
    expect(Date.parse(changed.cancelledAt)).not.toBeNaN();
    expect(await stamps()).toEqual(new Set([null]));
  });
});

describe("work at other times", () => {
  test("past events are archived by the nightly job, once, in all languages", async () => {
    const job = async (): Promise<Json> => (await admin.get("/api/_jobs")).data.find(({ name }: Json) => name === "archive-past-events");
    const past = await only(admin, "event?locale=en&filter[title]=The Last Timetable");
    await write(admin, "post", "event", { title: "Der letzte Fahrplan", locale: "de", translationGroup: past.id });

    await makeDue("archive-past-events");
    const seen = await eventually(job, { what: "the job has run", accepts: ({ runs }) => runs[0]?.state === "done" });
    const states = (await list(`event?filter[translationGroup]=${past.id}&fields=state`)).map(({ state }) => state);

    expect(states).toEqual(["over", "over"]);
    expect([seen.runs.length, seen.failures]).toEqual([1, 0]);
    expect(Date.parse(seen.nextAt)).toBeGreaterThan(Date.now());
    expect(await titles("locale=en&filter[state]=over")).toEqual(["The Last Timetable"]);
  });

  test("an event is unpublished at its time, and stays as a draft", async () => {
    const { id } = await only(admin, "event?locale=en&filter[title]=Harbour Choir");

    await write(admin, "post", `event/${id}/schedule`, { unpublishAt: new Date(Date.now() + 500).toISOString() });
    await eventually(async () => (await visitor.get(`/api/event/${id}`)).status === 404, { what: "the event is unpublished" });
    const draft = (await admin.get(`/api/event/${id}?draft=true`)).data;
    await write(admin, "post", `event/${id}/publish`, {});

    expect([draft.title, draft._status]).toEqual(["Harbour Choir", "draft"]);
  });
});

/** The time of the job was a day ago. */
async function makeDue(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query("update cms.jobs set next_at = $2 where name = $1", [name, new Date(Date.now() - DAY_MS)]);
  } finally {
    await client.end();
  }
}

test("the calendar has the coming events in the language, and the search finds words in texts", async () => {
  const { text, headers } = await visitor.get("/api/custom/calendar?locale=de");
  const found = (await visitor.get("/api/search?q=DOME")).body.results.map(({ document }: Json) => document.title ?? document.name);

  expect(headers.get("content-type")).toMatch(/^text\/calendar/);
  expect(text).toMatch(/BEGIN:VEVENT\r\n[^]*SUMMARY:Lieder für eine späte Fähre\r\nLOCATION:Hafenhalle\\, Bremen\r\n/);
  expect(text).not.toContain("Fahrplan");
  expect(found.toSorted()).toEqual(["Old Planetarium", "Silent Stars"]);
});

test("a change of a slug leaves a redirect from the page's former path", async () => {
  const { id, slug } = await only(admin, "event?locale=en&filter[title]=What Whales Hear");

  await write(admin, "put", `event/${id}`, { slug: "whales" });
  const redirect = await eventually(() => only(admin, `redirect?filter[from]=/en/events/${slug}`), { what: "there is a redirect" });

  expect(redirect.to).toBe("/en/events/whales");
});
