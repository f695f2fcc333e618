/** Slugs that are generated from several fields, from objects, and from records that a record refers to. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { toSlug, type ConfigDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  locales: ["en", "de", "fr"],
  entities: [
    {
      name: "venue",
      versions: true,
      fields: [
        { name: "name", type: "text" },
        { name: "kind", type: "text" },
      ],
    },
    {
      name: "event",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        { name: "place", type: "object", fields: [{ name: "city", type: "text" }] },
        { name: "venue", type: "relation", to: "venue" },
        { name: "slug", type: "slug", from: ["title", "place.city", "venue.name"], required: true },
        { name: "at", type: "slug", from: "venue.name" },
      ],
    },
    {
      name: "page",
      translatable: true,
      fields: [
        { name: "title", type: "text" },
        { name: "section", type: "text" },
        { name: "slug", type: "slug", from: ["section", "title"] },
      ],
    },
    { name: "hall", translatable: true, fields: [{ name: "name", type: "text" }] },
    {
      name: "concert",
      translatable: true,
      fields: [
        { name: "title", type: "text" },
        { name: "hall", type: "relation", to: "hall", shared: true },
        { name: "slug", type: "slug", from: ["title", "hall.name"] },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "writer", permissions: { event: { read: true, create: true, update: true }, venue: { read: { filter: { kind: "open" } } } } },
    { name: "blind", permissions: { event: { read: true, create: true } } },
  ],
};

let service: TestService;
let admin: Client;
let venues: Record<"open" | "closed", string>;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
  const make = async (kind: string) => (await admin.post("/api/venue", { name: `Café ${kind}`, kind })).json.data.id;
  venues = { open: await make("open"), closed: await make("closed") };
});
afterAll(() => service?.stop());

const slugs = async (answer: Promise<{ status: number; json: any }>) => {
  const { json } = await answer;
  return [json.data?.slug, json.data?.at];
};

test("a new record's slug is made of all sources that have a text, in their order", async () => {
  const create = (body: object, client = admin) => slugs(client.post("/api/event", body));

  expect(await create({ title: "Größe", place: { city: "Łódź" }, venue: venues.open })).toEqual(["grosse-lodz-cafe-open", "cafe-open"]);
  expect(await create({ title: "Größe", place: { city: "Łódź" }, venue: venues.open })).toEqual(["grosse-lodz-cafe-open-2", "cafe-open-2"]);
  expect(await create({ title: "Größe" })).toEqual(["grosse", null]);
  expect(await create({ place: { city: "Ulm" } })).toEqual(["ulm", null]);
  expect(await create({ title: "x", slug: "mine", venue: venues.open })).toEqual(["mine", "cafe-open-3"]);
  expect((await admin.post("/api/event", { place: {} })).json.error.details).toEqual([{ field: "slug", message: "is required" }]);
});

test("a reference to a record that doesn't exist is refused as before", async () => {
  const { status, json } = await admin.post("/api/event", { title: "x", venue: "01900000-0000-7000-8000-000000000001" });

  expect([status, json.error.details[0].field]).toEqual([400, "venue"]);
});

test("a text that the writer may not read is left out, because the slug would tell it", async () => {
  const [writer, blind] = [service.as("writer"), service.as("blind")];

  expect((await slugs(writer.post("/api/event", { title: "Seen", venue: venues.open })))[0]).toBe("seen-cafe-open");
  expect((await slugs(writer.post("/api/event", { title: "Seen", venue: venues.closed })))[0]).toBe("seen");
  expect((await slugs(blind.post("/api/event", { title: "Blind", venue: venues.open })))[0]).toBe("blind");
});

test("a slug that is emptied is made again of the sources in the body and those that are stored; a stored one stays otherwise", async () => {
  const { id } = (await admin.post("/api/event", { title: "One", place: { city: "Ulm" }, venue: venues.open })).json.data;
  const change = async (body: object, draft = "") => (await slugs(admin.patch(`/api/event/${id}${draft}`, body)))[0];

  expect(await change({ title: "Two" })).toBe("one-ulm-cafe-open");
  expect(await change({ title: "Three", slug: null })).toBe("three-ulm-cafe-open");
  expect(await change({ venue: venues.closed, slug: null })).toBe("three-ulm-cafe-closed");
  expect(await change({ title: "Four", slug: null }, "?draft=true")).toBe("four-ulm-cafe-closed");
  expect(await change({ place: { city: "Bern" }, slug: null }, "?draft=true")).toBe("four-bern-cafe-closed");
});

test("a draft gets its slug with its first source, and the first change of a copied translation makes its own", async () => {
  const { id } = (await admin.post("/api/event?draft=true", {})).json.data;
  const saved = await admin.patch(`/api/event/${id}?draft=true`, { venue: venues.open });
  const page = (await admin.post("/api/page", { title: "About", section: "Us" })).json.data;
  const copy = (await admin.post(`/api/page/${page.id}/translate`, { locale: "de" })).json.data;
  const changed = await admin.patch(`/api/page/${copy.id}`, { title: "Über" });

  expect(saved.json.data.slug).toMatch(/^cafe-open/);
  expect([page.slug, copy.slug, changed.json.data.slug]).toEqual(["us-about", "us-about", "us-uber"]);
});

test("a text of a translated record is that of the language of the record with the slug, else of the default language", async () => {
  const create = async (path: string, body: object) => (await admin.post(`/api/${path}`, body)).json.data;
  const hall = await create("hall", { name: "Harbour" });
  const hallInGerman = await create("hall", { name: "Hafen", locale: "de", translationGroup: hall.translationGroup });
  const other = await create("hall", { name: "Halle", locale: "de" });
  const concert = await create("concert", { title: "Brass", hall: hall.id });

  const german = await create("concert", { title: "Blech", locale: "de", translationGroup: concert.translationGroup });
  const changed = await admin.patch(`/api/concert/${german.id}`, { title: "Holz", hall: hall.id, slug: null });
  const english = await create("concert", { title: "Wood", hall: other.id });
  const french = await create("concert", { title: "Bois", hall: hallInGerman.id, locale: "fr" });

  expect([concert, german, changed.json.data, english, french].map(({ slug }) => slug)).toEqual([
    "brass-harbour",
    "blech-hafen",
    "holz-hafen",
    "wood-halle",
    "bois-harbour",
  ]);
});

test("the function that makes slugs is exported with the functions of a configuration", () => {
  expect(toSlug("Łódź & Größe")).toBe("lodz-grosse");
});
