import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const seen: string[] = [];
const global = { global: true, translatable: true } as const;
const menu: EntityDefinition = {
  name: "menu",
  ...global,
  fields: [
    { name: "label", type: "text", required: true, searchable: true },
    { name: "phone", type: "text", shared: true },
    { name: "friends", type: "relation", to: "friend", many: true, shared: true },
  ],
};
const watched: EntityDefinition = {
  name: "watched",
  ...global,
  fields: [
    { name: "label", type: "text" },
    { name: "price", type: "number", shared: true },
  ],
  hooks: {
    beforeUpdate: ({ data, locale, existing }) => {
      seen.push(`before ${locale} ${existing?.["label"]}`);
      return data;
    },
    afterUpdate: ({ record, locale }) => void seen.push(`after ${locale} ${record.locale} ${record.label}`),
    afterRead: ({ record }) => ({ ...record, shouted: String(record["label"]).toUpperCase() }),
  },
};
const english = { filter: { locale: "en" } };
const site: ConfigDefinition = {
  locales: ["en", "de", "fr"],
  entities: [
    menu,
    watched,
    { name: "imprint", ...global, fields: [{ name: "text", type: "text", default: "hello" }] },
    { name: "theme", global: true, fields: [{ name: "color", type: "text" }] },
    { name: "friend", translatable: true, fields: [{ name: "name", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "english", permissions: { menu: { read: true, update: english } } },
    { name: "reader", permissions: { menu: { read: english } } },
    { name: "mute", permissions: { menu: { read: true, update: { fields: { exclude: ["phone"] } } } } },
  ],
};

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
});
afterAll(() => service?.stop());
beforeEach(async () => {
  await service.database.run({ text: "delete from content.menu" });
});

const get = async (path: string) => (await admin.get(`/api/${path}`)).json.data;

describe("GET and PUT accept a locale", () => {
  test("each locale has its own row, and the default locale is used if none is given", async () => {
    const en = await admin.put("/api/menu", { label: "Menu" });
    const de = await admin.put("/api/menu?locale=de", { label: "Speisekarte" });

    expect([en.status, de.status]).toEqual([200, 200]);
    expect(en.json.data).toMatchObject({ locale: "en", label: "Menu" });
    expect(await get("menu?locale=en")).toMatchObject({ id: en.json.data.id, label: "Menu" });
    expect(await get("menu?locale=de")).toMatchObject({ id: de.json.data.id, locale: "de", label: "Speisekarte" });
    expect((await get("menu"))._translations).toEqual({ de: { id: de.json.data.id } });
    expect(de.json.data.translationGroup).toBe(en.json.data.translationGroup);
  });

  test("a GET falls back to the default locale if the translation is missing, and returns its locale", async () => {
    await admin.put("/api/menu", { label: "Menu" });

    expect(await get("menu?locale=de")).toMatchObject({ locale: "en", label: "Menu" });
    expect(await get("menu?locale=de&fields=label,locale")).toEqual({ id: expect.any(String), locale: "en", label: "Menu" });
  });

  test("if both are missing, it is null", async () => {
    await admin.put("/api/menu?locale=fr", { label: "Carte" });

    expect([await get("menu?locale=de"), await get("menu")]).toEqual([null, null]);
  });

  test.each(["it", "EN", ""])("%j is not a locale: 400", async (locale) => {
    const answers = [await admin.get(`/api/menu?locale=${locale}`), await admin.put(`/api/menu?locale=${locale}`, { label: "x" })];

    for (const { status, json } of answers)
      expect([status, json.error.details]).toEqual([400, [{ field: "locale", message: "must be one of en, de, fr" }]]);
  });

  test("a locale that is given twice, or for a global without translations, is 400", async () => {
    const paths = ["/api/menu?locale=de&locale=fr", "/api/theme?locale=en"];

    const answers = await Promise.all(paths.flatMap((path) => [admin.get(path), admin.put(path, {})]));

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });

  test("an answer can be sent back, also after a fallback to another locale", async () => {
    await admin.put("/api/menu", { label: "Menu" });
    const read = await get("menu?locale=de");

    const saved = await admin.put("/api/menu?locale=de", read);

    expect(saved.json.data).toMatchObject({ locale: "de", label: "Menu" });
    expect(saved.json.data.id).not.toBe(read.id);
  });

  test("a first save in a locale must contain the required fields; later ones only the changes", async () => {
    await admin.put("/api/menu", { label: "Menu" });

    expect((await admin.put("/api/menu?locale=de", { phone: "1" })).status).toBe(400);
    await admin.put("/api/menu?locale=de", { label: "Karte" });
    expect((await admin.patch("/api/menu?locale=de", {})).json.data.label).toBe("Karte");
  });

  test("a global with optional fields only exists from the start, in the default locale", async () => {
    expect(await get("imprint?locale=fr")).toMatchObject({ locale: "en", text: "hello" });
  });

  test("there is no route to translate, and none for a row's id", async () => {
    const { id } = await get("imprint");

    expect((await admin.post(`/api/imprint/${id}/translate`, { locale: "de" })).status).toBe(404);
    expect((await admin.get(`/api/imprint/${id}`)).status).toBe(404);
  });
});

test("two simultaneous requests for the same missing locale create one row", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => admin.put("/api/menu?locale=de", { label: `Karte ${n}` })));
  const rows = await service.database.run({ text: "select id, version, locale from content.menu" });

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(rows).toEqual([{ id: answers[0]?.json.data.id, version: 30, locale: "de" }]);
});

describe("conditional requests apply to one locale", () => {
  const etagOf = async (path: string) => (await admin.get(path)).headers.get("etag") ?? "";

  test("If-Match applies to the locale's own row, independent of writes of another one", async () => {
    await admin.put("/api/menu", { label: "Menu" });
    await admin.put("/api/menu?locale=de", { label: "Karte" });
    const etag = await etagOf("/api/menu?locale=de");
    await admin.put("/api/menu", { label: "Menus" });

    expect((await admin.put("/api/menu?locale=de", { label: "Karten" }, { "if-match": etag })).status).toBe(200);
    expect((await admin.put("/api/menu?locale=de", { label: "x" }, { "if-match": etag })).status).toBe(412);
  });

  test("the ETag of a fallback is valid for the first write of the locale, and for no other", async () => {
    await admin.put("/api/menu", { label: "Menu" });
    const etag = await etagOf("/api/menu?locale=de");

    expect((await admin.put("/api/menu", { label: "x" }, { "if-match": etag })).status).toBe(412);
    expect((await admin.put("/api/menu?locale=de", { label: "Karte" }, { "if-match": etag })).status).toBe(200);
    expect((await admin.put("/api/menu?locale=de", { label: "x" }, { "if-match": etag })).status).toBe(412);
  });

  test("the ETag of the default locale's row is not valid for a missing one", async () => {
    await admin.put("/api/menu", { label: "Menu" });

    expect((await admin.put("/api/menu?locale=de", { label: "x" }, { "if-match": await etagOf("/api/menu") })).status).toBe(412);
  });

  test("If-None-Match: * accepts only a locale without a row; an ETag that still matches is 304", async () => {
    await admin.put("/api/menu", { label: "Menu" });
    const once = { "if-none-match": "*" };

    expect((await admin.put("/api/menu?locale=de", { label: "Karte" }, once)).status).toBe(200);
    expect((await admin.put("/api/menu?locale=de", { label: "x" }, once)).status).toBe(412);
    expect((await admin.get("/api/menu?locale=de", { "if-none-match": await etagOf("/api/menu?locale=de") })).status).toBe(304);
    expect((await admin.get("/api/menu?locale=de", { "if-none-match": await etagOf("/api/menu") })).status).toBe(200);
  });
});

describe("a shared field", () => {
  test("has one value for all locales, for writes of any of them", async () => {
    await admin.put("/api/menu", { label: "Menu", phone: "1" });
    await admin.put("/api/menu?locale=de", { label: "Karte" });
    await admin.put("/api/menu?locale=de", { phone: "2" });

    expect(await get("menu")).toMatchObject({ label: "Menu", phone: "2" });
    expect(await get("menu?locale=de")).toMatchObject({ label: "Karte", phone: "2" });
  });

  test("a PUT that creates a locale's row gets the group's value; a different one is 400", async () => {
    const { id } = (await admin.post("/api/friend", { name: "Ann" })).json.data;
    await admin.put("/api/menu", { label: "Menu", phone: "1", friends: [id] });

    const other = await admin.put("/api/menu?locale=de", { label: "Karte", phone: "2" });
    expect([other.status, other.json.error.details]).toEqual([400, [{ field: "phone", message: "must be the same in all translations" }]]);
    expect((await admin.put("/api/menu?locale=de", { label: "Karte" })).json.data).toMatchObject({ phone: "1", friends: [id] });
    expect((await service.as("mute").put("/api/menu?locale=fr", { label: "Carte" })).json.data.phone).toBe("1");
  });

  test("a write that changes it requires update permission for every locale, otherwise 403", async () => {
    const editor = service.as("english");
    await admin.put("/api/menu", { label: "Menu", phone: "1" });
    expect((await editor.put("/api/menu", { phone: "2" })).status).toBe(200);
    await admin.put("/api/menu?locale=de", { label: "Karte" });

    expect((await editor.put("/api/menu", { phone: "3" })).status).toBe(403);
    expect([(await get("menu")).phone, (await get("menu?locale=de")).phone]).toEqual(["2", "2"]);
    expect((await editor.put("/api/menu", { label: "M" })).status).toBe(200);
  });

  test("simultaneous first saves of all locales result in one value", async () => {
    const answers = await Promise.all(
      ["en", "de", "fr", "en", "de", "fr"].map((locale, at) => admin.put(`/api/menu?locale=${locale}`, { label: locale, phone: `${at}` })),
    );

    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    const rows = await service.database.run<{ phone: string }>({ text: "select distinct phone from content.menu" });
    expect(rows).toHaveLength(1);
  });
});

describe("permissions", () => {
  test("a row filter on the locale refuses a first save, and a write, in another one", async () => {
    await admin.put("/api/menu", { label: "Menu" });

    expect((await service.as("english").put("/api/menu?locale=de", { label: "x" })).status).toBe(403);
    await admin.put("/api/menu?locale=de", { label: "Karte" });
    expect((await service.as("english").put("/api/menu?locale=de", { label: "x" })).status).toBe(403);
    expect((await service.as("english").put("/api/menu", { label: "ok" })).status).toBe(200);
  });

  test("a locale that the caller may not read is answered like a missing one", async () => {
    await admin.put("/api/menu", { label: "Menu" });
    const before = await service.as("reader").get("/api/menu?locale=de");
    await admin.put("/api/menu?locale=de", { label: "Karte" });
    const after = await service.as("reader").get("/api/menu?locale=de");

    expect(after.json.data).toMatchObject({ locale: "en", label: "Menu", _translations: {} });
    expect([after.text, after.headers.get("etag")]).toEqual([before.text, before.headers.get("etag")]);
  });
});

test("hooks get the locale, and members that they add can be sent back", async () => {
  await admin.put("/api/watched", { label: "a", price: 1 });
  await admin.put("/api/watched?locale=de", { ...(await get("watched?locale=de")), label: "b" });
  seen.length = 0;

  await admin.put("/api/watched?locale=de", { ...(await get("watched?locale=de")), label: "c", price: 2 });
  await service.content.hooks.settle();

  expect(seen.toSorted()).toEqual(["after de de c", "after en en a", "before de b", "before en a"]);
});
