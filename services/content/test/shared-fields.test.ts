import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const seen: string[] = [];
let stamps = 0;
const all = { create: true, read: true, update: true, delete: true };
const fields: EntityDefinition["fields"] = [
  { name: "title", type: "text" },
  { name: "price", type: "number", shared: true },
  { name: "opens", type: "datetime", shared: true },
  { name: "twins", type: "relation", to: "product", many: true, shared: true },
];
const english = { filter: { locale: "en" } };
const site: ConfigDefinition = {
  locales: ["en", "de", "fr"],
  entities: [
    { name: "product", translatable: true, fields },
    { name: "room", translatable: true, versions: true, fields: fields.slice(0, 3) },
    {
      name: "watched",
      translatable: true,
      fields: fields.slice(0, 2),
      hooks: {
        beforeUpdate: ({ data, existing, locale }) => {
          seen.push(`before ${locale} ${existing?.["price"]} ${data.price}`);
          return data;
        },
        afterUpdate: ({ record }) => void seen.push(`after ${record.locale} ${record.price}`),
      },
    },
    {
      name: "stamped",
      translatable: true,
      fields: [
        { name: "title", type: "text" },
        { name: "price", type: "number", shared: true },
        { name: "stamp", type: "number", shared: true },
      ],
      hooks: { beforeValidate: ({ data }) => ({ ...data, stamp: ++stamps }) },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "english", permissions: { product: { ...all, update: english }, room: { ...all, update: english } } },
    { name: "blind", permissions: { product: { create: true, read: english, update: true } } },
    { name: "priceless", permissions: { product: { ...all, create: { fields: { exclude: ["price"] } } } } },
    { name: "writer", permissions: { product: { ...all, read: { fields: { exclude: ["price"] } } } } },
  ],
};

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const get = async (entity: string, id: string, query = "") => (await admin.get(`/api/${entity}/${id}${query}`)).json.data;
async function made(entity: string, data: object, query = ""): Promise<string> {
  const { status, json } = await admin.post(`/api/${entity}${query}`, data);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
}
/** A record in English and German. */
async function pair(entity = "product", data: object = { price: 1 }): Promise<[en: string, de: string]> {
  const en = await made(entity, { title: "a", ...data });
  const { json } = await admin.post(`/api/${entity}/${en}/translate`, { locale: "de" });
  if (entity === "room") await admin.post(`/api/room/${json.data.id}/publish`);
  return [en, json.data.id];
}

test("a shared field has one value for all translations, for writes of any of them", async () => {
  const twin = await made("product", {});
  const [en, de] = await pair();

  await admin.put(`/api/product/${en}`, { title: "b", price: 2, opens: "2026-01-01T00:00:00.000Z", twins: [twin] });
  expect(await get("product", de)).toMatchObject({ title: "a", price: 2, opens: "2026-01-01T00:00:00.000Z", twins: [twin] });
  await admin.put(`/api/product/${de}`, { title: "c", price: 3, twins: [] });
  expect(await get("product", en)).toMatchObject({ title: "b", price: 3, twins: [] });
});

test("a write that doesn't change it changes no translation", async () => {
  const [en, de] = await pair();
  const before = await admin.get(`/api/product/${de}`);

  await admin.put(`/api/product/${en}`, { title: "b", price: 1 });

  expect((await admin.get(`/api/product/${de}`)).headers.get("etag")).toBe(before.headers.get("etag"));
});

describe("a create into a group", () => {
  test("gets the group's value; a different one is 400", async () => {
    const en = await made("product", { price: 5, twins: [] });
    const { translationGroup } = await get("product", en);

    const other = await admin.post("/api/product", { locale: "de", translationGroup, price: 6 });
    expect([other.status, other.json.error.details]).toEqual([400, [{ field: "price", message: "must be the same in all translations" }]]);
    const de = await made("product", { locale: "de", translationGroup });
    const fr = await made("product", { locale: "fr", translationGroup, price: 5 });

    expect([(await get("product", de)).price, (await get("product", fr)).price]).toEqual([5, 5]);
  });

  test("also if the role may not write the field", async () => {
    const en = await made("product", { price: 5 });
    const { translationGroup } = await get("product", en);

    const { status, json } = await service.as("priceless").post("/api/product", { locale: "de", translationGroup });

    expect([status, json.data.price]).toEqual([201, 5]);
  });

  test("reveals nothing about a group that the caller can't read", async () => {
    const de = await made("product", { locale: "de", price: 5 });
    const { translationGroup } = await get("product", de);

    for (const price of [5, 6]) {
      const { status, json } = await service.as("blind").post("/api/product", { locale: "en", translationGroup, price });
      expect([status, json.error.details]).toEqual([400, [{ field: "translationGroup", message: expect.any(String) }]]);
    }
  });

  test("reveals nothing about a value that the caller can't read", async () => {
    const en = await made("product", { price: 5 });
    const { translationGroup } = await get("product", en);
    const join = (body: object) => service.as("writer").post("/api/product", { locale: "de", translationGroup, ...body });

    const refused = [await join({ price: 5 }), await join({ price: 6 }), await join({ price: null })];
    const { status, json } = await join({ title: "b" });

    for (const { status: no, json: why } of refused)
      expect([no, why.error.details]).toEqual([
        400,
        [{ field: "price", message: "has the value of the other translations: leave it out" }],
      ]);
    expect([status, (await get("product", json.data.id)).price]).toEqual([201, 5]);
  });

  test("a translation has it, with unchanged relations", async () => {
    const [twin] = await pair();
    const en = await made("product", { price: 1, twins: [twin] });

    const { json } = await admin.post(`/api/product/${en}/translate`, { locale: "de" });

    expect(json.data).toMatchObject({ price: 1, twins: [twin] });
  });
});

describe("a write that changes it requires update permission and the row filter for every translation", () => {
  test("otherwise it is 403, and nothing is written", async () => {
    const [en, de] = await pair();
    const editor = service.as("english");

    expect((await editor.put(`/api/product/${en}`, { title: "b", price: 2 })).status).toBe(403);
    expect([await get("product", en), await get("product", de)]).toMatchObject([{ title: "a", price: 1 }, { price: 1 }]);
    expect((await editor.put(`/api/product/${en}`, { title: "b" })).status).toBe(200);
    const alone = await made("product", { price: 1 });
    expect((await editor.put(`/api/product/${alone}`, { price: 2 })).status).toBe(200);
  });

  test("also for a translation that the caller can't read", async () => {
    const [en] = await pair();

    expect((await service.as("blind").put(`/api/product/${en}`, { price: 2 })).status).toBe(403);
    expect((await get("product", en)).price).toBe(1);
  });

  test("also for a publish", async () => {
    const [en, de] = await pair("room");
    const editor = service.as("english");
    expect((await editor.put(`/api/room/${en}?draft=true`, { price: 2 })).status).toBe(200);

    expect((await editor.post(`/api/room/${en}/publish`)).status).toBe(403);
    expect([(await get("room", en)).price, (await get("room", de)).price]).toEqual([1, 1]);
  });
});

describe("with drafts", () => {
  const versions = async (id: string) => (await admin.get(`/api/room/${id}/versions`)).json.meta.total;

  test("a draft has its own value until it is published: then each translation gets it, with a new version", async () => {
    const [en, de] = await pair("room");
    const before = await versions(de);
    await admin.put(`/api/room/${en}?draft=true`, { price: 2 });
    expect([(await get("room", de)).price, await versions(de)]).toEqual([1, before]);

    await admin.post(`/api/room/${en}/publish`);

    expect([(await get("room", de)).price, await versions(de)]).toEqual([2, before + 1]);
  });

  test("a translation that isn't live gets it in its draft, and stays unpublished", async () => {
    const en = await made("room", { title: "a", price: 1 });
    const { json } = await admin.post(`/api/room/${en}/translate`, { locale: "de" });

    await admin.put(`/api/room/${en}`, { price: 2 });

    expect(await get("room", json.data.id, "?draft=true")).toMatchObject({ _status: "draft", price: 2, publishedAt: null });
  });

  test("an existing draft of a translation is outdated afterwards", async () => {
    const [en, de] = await pair("room");
    await admin.put(`/api/room/${de}?draft=true`, { title: "b" });
    await admin.put(`/api/room/${en}`, { price: 2 });

    expect((await admin.post(`/api/room/${de}/publish`)).status).toBe(409);
    expect((await get("room", de)).price).toBe(2);
  });

  test("a version that is restored and published sets its value in the others", async () => {
    const [en, de] = await pair("room");
    const [{ id: version }] = (await admin.get(`/api/room/${en}/versions`)).json.data;
    await admin.put(`/api/room/${en}`, { price: 2 });

    expect((await admin.post(`/api/room/${en}/versions/${version}/restore?publish=true`)).status).toBe(200);

    expect([(await get("room", en)).price, (await get("room", de)).price]).toEqual([1, 1]);
  });
});

test("hooks run for each translation", async () => {
  const [en] = await pair("watched");
  seen.length = 0;

  expect((await admin.put(`/api/watched/${en}`, { price: 2 })).status).toBe(200);
  await service.content.hooks.settle();

  expect(seen.toSorted()).toEqual(["after de 2", "after en 2", "before de 1 2", "before en 1 2"]);
});

test("simultaneous writes of all translations result in one value", async () => {
  const [en, de] = await pair();
  const { translationGroup } = await get("product", en);
  const fr = await made("product", { locale: "fr", translationGroup });

  const answers = await Promise.all([en, de, fr, en, de, fr].map((id, at) => admin.put(`/api/product/${id}`, { price: at })));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const prices = await Promise.all([en, de, fr].map(async (id) => (await get("product", id)).price));
  expect(new Set(prices).size).toBe(1);
});

test("a shared value that a hook makes anew in each translation is that of the record that was written", async () => {
  const [en, de] = await pair("stamped");
  const { translationGroup } = await get("stamped", en);
  const joined = [en, de, await made("stamped", { locale: "fr", translationGroup, price: 1 })];
  const stampsOf = () => Promise.all(joined.map(async (id) => (await get("stamped", id)).stamp));
  const before = await stampsOf();

  const { json } = await admin.patch(`/api/stamped/${de}`, { price: 2 });

  expect(new Set(before).size).toBe(1);
  expect(json.data.stamp).toBeGreaterThan(before[0]);
  expect(await stampsOf()).toEqual(joined.map(() => json.data.stamp));
});
