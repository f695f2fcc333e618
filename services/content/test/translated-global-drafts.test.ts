import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { eventually } from "../../../tests/support/eventually.ts";
import { makeDue } from "./support/schedules.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const published: string[] = [];
const global = { global: true, translatable: true, versions: true } as const;
const fields = [
  { name: "text", type: "text", required: true },
  { name: "phone", type: "text", shared: true },
] as const;
const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    ...["notice", "ticker", "bell", "flag", "page"].map((name) => ({
      name,
      ...global,
      fields,
      admin: { preview: ({ locale }: { readonly locale: string | null }) => `https://site.test/${locale}` },
      hooks: {
        beforePublish: ({ locale, data }: { readonly locale: string | null; readonly data?: object }) => {
          published.push(`${name} ${locale}`);
          return data;
        },
      },
    })),
    { name: "menu", global: true, translatable: true, fields: [{ name: "label", type: "text", required: true }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "guest", public: true, permissions: { page: { read: true } } },
  ],
  customRoutes: [
    {
      name: "label",
      method: "POST",
      handler: async ({ db }) => {
        const handle = db.entity("menu");
        await handle.update({ label: "Menu" });
        await handle.update({ label: "Karte" }, { locale: "de" });
        return { de: await handle.find({ locale: "de" }), en: await handle.find() };
      },
    },
  ],
};

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin", service.adminId);
});
afterAll(() => service?.stop());

const get = async (path: string) => (await admin.get(`/api/${path}`)).json.data;
const live = async (path: string) => (await get(path))?.text ?? null;

test("each locale has its own draft, which is published, unpublished and discarded separately", async () => {
  await admin.put("/api/notice", { text: "en" });
  await admin.put("/api/notice?draft=true&locale=de", { text: "de" });

  expect([await live("notice"), await live("notice?locale=de")]).toEqual(["en", "en"]);
  expect(await get("notice?locale=de&draft=true")).toMatchObject({ locale: "de", text: "de", _status: "draft" });
  expect((await admin.post("/api/notice/publish?locale=de")).json.data).toMatchObject({ locale: "de", _status: "published" });
  expect([await live("notice"), await live("notice?locale=de")]).toEqual(["en", "de"]);

  await admin.put("/api/notice?locale=de&draft=true", { text: "de 2" });
  await admin.put("/api/notice?draft=true", { text: "en 2" });
  await admin.delete("/api/notice?draft=true&locale=de");
  expect(await get("notice?locale=de&draft=true")).toMatchObject({ text: "de", _status: "published" });
  expect(await get("notice?draft=true")).toMatchObject({ text: "en 2", _status: "modified" });

  expect((await admin.post("/api/notice/unpublish?locale=de")).status).toBe(200);
  expect(await get("notice?locale=de")).toMatchObject({ locale: "en", text: "en" });
  expect(published).toContain("notice de");
});

test("the first draft of a locale gets the shared values, and is deleted when it is discarded", async () => {
  await admin.put("/api/flag", { text: "en", phone: "1" });
  await admin.put("/api/flag?draft=true&locale=de", { text: "de" });
  expect((await get("flag?draft=true&locale=de")).phone).toBe("1");
  await admin.put("/api/flag", { phone: "2" });
  expect((await get("flag?draft=true&locale=de")).phone).toBe("2");

  await admin.delete("/api/flag?draft=true&locale=de");

  expect(await get("flag?draft=true&locale=de")).toMatchObject({ locale: "en", phone: "2" });
});

test("each locale has its own history, and versions are restored to their own locale", async () => {
  await admin.put("/api/ticker", { text: "en" });
  for (const text of ["a", "b"]) await admin.put("/api/ticker?locale=de", { text });
  const { data, meta } = (await admin.get("/api/ticker/versions?locale=de&limit=5")).json;
  const [newest, oldest] = data;

  expect([meta.total, (await admin.get("/api/ticker/versions")).json.meta.total]).toEqual([2, 1]);
  expect((await admin.get(`/api/ticker/versions/${oldest.id}`)).status).toBe(404);
  const patch = (await admin.get(`/api/ticker/versions/${oldest.id}?locale=de&diff=${newest.id}`)).json.data;
  expect(patch).toEqual([{ op: "replace", path: "/text", value: "b" }]);
  expect((await admin.post(`/api/ticker/versions/${oldest.id}/restore?publish=true&locale=de`)).status).toBe(200);
  expect([await live("ticker"), await live("ticker?locale=de")]).toEqual(["en", "a"]);
});

test("each locale has its own schedule", async () => {
  await admin.put("/api/bell?draft=true", { text: "en" });
  const { id } = (await admin.put("/api/bell?draft=true&locale=de", { text: "de" })).json.data;
  const at = new Date(Date.now() + 3_600_000).toISOString();

  const { json } = await admin.post("/api/bell/schedule?locale=de", { publishAt: at });
  expect(json.data).toMatchObject({ id, publishAt: at });
  expect((await admin.get("/api/bell/schedule")).json.data.publishAt).toBeNull();
  await makeDue(service.database, [id]);
  const scheduler = service.startScheduler();
  await eventually(async () => (await live("bell?locale=de")) === "de", { what: "the German text is live" });
  await scheduler.close();

  expect(await live("bell")).toBeNull();
  expect((await admin.delete("/api/bell/schedule?locale=de")).status).toBe(200);
});

test("a preview shows the draft of its locale, and no other", async () => {
  await admin.put("/api/page", { text: "en" });
  await admin.put("/api/page?draft=true", { text: "en 2" });
  await admin.put("/api/page?draft=true&locale=de", { text: "de" });
  const { token, url } = (await admin.post("/api/page/preview?locale=de")).json.data;
  const read = async (locale: string) => (await service.as("guest").get(`/api/page?locale=${locale}&preview=${token}`)).json.data;

  expect(url).toBe(`https://site.test/de?preview=${token}`);
  expect([await read("de"), await read("en")]).toMatchObject([
    { locale: "de", text: "de" },
    { locale: "en", text: "en" },
  ]);
  await admin.delete("/api/page/preview?locale=de");
  expect((await service.as("guest").get(`/api/page?locale=de&preview=${token}`)).status).toBe(401);
});

test.each(["publish", "unpublish", "schedule", "preview"])(
  "an unknown locale is 400 for %s, and a locale without a row 404",
  async (action) => {
    await service.database.run({ text: "delete from content.notice where locale = 'de'" });
    const body = action === "schedule" ? { publishAt: "2050-01-01T00:00:00Z" } : undefined;

    expect((await admin.post(`/api/notice/${action}?locale=it`, body)).status).toBe(400);
    expect((await admin.post(`/api/notice/${action}?locale=de`, body)).status).toBe(404);
  },
);

test("a publish that is repeated with its Idempotency-Key has the same answer", async () => {
  await admin.put("/api/notice?locale=de", { text: "de" });
  const send = () => admin.post("/api/notice/publish?locale=de", undefined, { "idempotency-key": "once" });

  const [first, again] = [await send(), await send()];

  expect([first.status, again.text]).toEqual([200, first.text]);
  expect(again.json.data).toMatchObject({ locale: "de", text: "de" });
});

test("project code reads and saves a global by its locale", async () => {
  const { json } = await admin.post("/api/custom/label");

  expect(json).toMatchObject({ de: { locale: "de", label: "Karte" }, en: { locale: "en", label: "Menu" } });
});
