import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const seen: string[] = [];
const fields: EntityDefinition["fields"] = [
  { name: "title", type: "text" },
  { name: "price", type: "number", shared: true },
  { name: "twins", type: "relation", to: "product", many: true, shared: true },
];
const site: ConfigDefinition = {
  locales: ["en", "de", "fr"],
  entities: [
    { name: "product", translatable: true, trash: true, fields },
    { name: "room", translatable: true, versions: true, trash: true, fields },
    {
      name: "watched",
      translatable: true,
      trash: true,
      fields,
      hooks: { beforeUpdate: ({ data, locale, existing }) => void seen.push(`${locale} ${existing?.["price"]} ${data.price}`) },
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "cleaner", permissions: { product: { read: { fields: { exclude: ["price"] } }, delete: true } } },
  ],
};

let service: TestService;
let admin: Client;
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const get = async (path: string) => (await admin.get(`/api/${path}`)).json.data;
/** A record in English and German. */
async function pair(entity: string, data: object = { price: 1 }): Promise<[en: string, de: string]> {
  const en = (await admin.post(`/api/${entity}`, { title: "a", ...data })).json.data.id;
  const de = (await admin.post(`/api/${entity}/${en}/translate`, { locale: "de" })).json.data.id;
  return [en, de];
}

test("records in the trash don't take part in shared values, and get the group's values when they are restored", async () => {
  const [en, de] = await pair("product");
  const twin = (await admin.post("/api/product", {})).json.data.id;
  await admin.delete(`/api/product/${de}`);
  expect((await admin.put(`/api/product/${en}`, { price: 2, twins: [twin] })).status).toBe(200);
  expect(await get(`product/${de}?trashed=true`)).toMatchObject({ price: 1, twins: [] });

  const restored = await admin.post(`/api/product/${de}/restore`);

  expect([restored.status, restored.json.data]).toMatchObject([200, { title: "a", price: 2, twins: [twin] }]);
  const after = await admin.get(`/api/product/${de}`);
  expect([after.json.data.price, after.headers.get("etag")?.split(".")[0]]).toEqual([2, restored.headers.get("etag")?.split(".")[0]]);
  expect((await get(`product/${en}`)).price).toBe(2);
});

test("if the group has not changed, the record is restored with the same version", async () => {
  const [, de] = await pair("product");
  const before = (await admin.get(`/api/product/${de}`)).headers.get("etag");
  await admin.delete(`/api/product/${de}`);

  expect((await admin.post(`/api/product/${de}/restore`)).status).toBe(200);

  expect((await admin.get(`/api/product/${de}`)).headers.get("etag")).toBe(before);
});

test("if all translations are restored, the first keeps its value, and the others get it", async () => {
  const [en, de] = await pair("product");
  for (const id of [en, de]) await admin.delete(`/api/product/${id}`);

  await admin.post(`/api/product/${en}/restore`);
  await admin.put(`/api/product/${en}`, { price: 3 });
  expect((await admin.post("/api/product/bulk", { action: "restore", ids: [de] })).status).toBe(200);

  expect([(await get(`product/${en}`)).price, (await get(`product/${de}`)).price]).toEqual([3, 3]);
});

test("a role that may delete but not update can restore, and gets no field that it can't read", async () => {
  const [en, de] = await pair("product");
  await admin.delete(`/api/product/${de}`);
  await admin.put(`/api/product/${en}`, { price: 4 });

  const restored = await service.as("cleaner").post(`/api/product/${de}/restore`);

  expect([restored.status, restored.json.data.title]).toEqual([200, "a"]);
  expect(restored.json.data).not.toHaveProperty("price");
  expect((await get(`product/${de}`)).price).toBe(4);
});

test("with drafts, the group's values become a version of the record, and its pending draft is outdated", async () => {
  const [en, de] = await pair("room");
  await admin.post(`/api/room/${de}/publish`);
  await admin.put(`/api/room/${de}?draft=true`, { title: "b" });
  const versions = async () => (await get(`room/${de}/versions`)).length;
  const before = await versions();
  await admin.delete(`/api/room/${de}`);
  await admin.put(`/api/room/${en}`, { price: 2 });

  expect((await admin.post(`/api/room/${de}/restore`)).json.data).toMatchObject({ price: 2, _status: "modified" });

  expect([(await get(`room/${de}`)).price, await versions()]).toEqual([2, before + 1]);
  expect((await admin.post(`/api/room/${de}/publish`)).status).toBe(409);
});

test("a draft is restored with the group's values, and stays unpublished", async () => {
  const [en, de] = await pair("room");
  await admin.delete(`/api/room/${de}`);
  await admin.put(`/api/room/${en}`, { price: 2 });

  expect((await admin.post(`/api/room/${de}/restore`)).status).toBe(200);

  expect(await get(`room/${de}?draft=true`)).toMatchObject({ price: 2, publishedAt: null, _status: "draft" });
});

test("hooks run for the values that a restored record gets, and for nothing else", async () => {
  const [en, de] = await pair("watched");
  await admin.delete(`/api/watched/${de}`);
  await admin.put(`/api/watched/${en}`, { price: 2 });
  seen.length = 0;

  for (let round = 0; round < 2; round++) {
    expect((await admin.post(`/api/watched/${de}/restore`)).json.data.price).toBe(2);
    await admin.delete(`/api/watched/${de}`);
  }

  expect(seen).toEqual(["de 1 2"]);
});

test("a restoration during writes of the group's value results in one value", async () => {
  for (let round = 0; round < 10; round++) {
    const [en, de] = await pair("product");
    await admin.delete(`/api/product/${de}`);

    const answers = await Promise.all([
      admin.put(`/api/product/${en}`, { price: 10 + round }),
      admin.post(`/api/product/${de}/restore`),
      admin.put(`/api/product/${en}`, { price: 20 + round }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await get(`product/${de}`)).price).toBe((await get(`product/${en}`)).price);
  }
});
