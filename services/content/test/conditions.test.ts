import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";
import { startService, type Client, type Reply, type TestService } from "./support/service.ts";

const BUYER = "01900000-0000-7000-8000-00000000a001";
const offer: readonly FieldDefinition[] = [
  { name: "title", type: "text", required: true },
  { name: "sold", type: "boolean" },
  { name: "price", type: "number", required: true, admin: { condition: { sold: true } } },
  { name: "buyers", type: "relation", to: "buyer", many: true, required: true, admin: { condition: { price: { $gt: 100 } } } },
  { name: "secret", type: "text" },
  { name: "reason", type: "text", required: true, admin: { condition: { secret: { $startsWith: "x" } } } },
];
const link: readonly FieldDefinition[] = [
  { name: "kind", type: "select", options: ["page", "url"] },
  { name: "url", type: "url", required: true, admin: { condition: { kind: "url" } } },
];
const asked: readonly FieldDefinition[] = [
  { name: "text", type: "text" },
  { name: "rank", type: "number" },
  { name: "flag", type: "boolean" },
  { name: "day", type: "date" },
  { name: "time", type: "datetime" },
  { name: "kind", type: "select", options: ["a", "B", "ä"] },
  { name: "mail", type: "email" },
  { name: "labels", type: "select", options: ["x", "y"], multiple: true },
  { name: "buyers", type: "relation", to: "buyer", many: true },
  {
    name: "part",
    type: "object",
    fields: [
      { name: "text", type: "text" },
      { name: "buyers", type: "relation", to: "buyer", many: true },
    ],
  },
];
const CONDITIONS: readonly NonNullable<FieldDefinition["admin"]>["condition"][] = [
  { text: "Straße" },
  { text: { $ne: "b" } },
  { text: { $gt: "b" } },
  { text: { $between: ["a", "Z"] } },
  { text: { $contains: "STRASSE" } },
  { text: { $startsWith: "é", $endsWith: "%" } },
  { text: { $in: ["a", "b"] }, flag: true },
  { text: { $notIn: ["a", "b"] } },
  { text: { $null: false } },
  { rank: 5 },
  { rank: { $gte: 5, $lt: 10.5 } },
  { rank: { $ne: 5 } },
  { flag: { $ne: true } },
  { day: { $lte: "2026-01-31" } },
  { time: { $gt: "2026-01-31T12:00:00+01:00" } },
  { kind: { $in: ["a", "ä"] } },
  { kind: { $gt: "a" } },
  { mail: "A@Example.com" },
  { "part.text": { $null: true } },
  { "part.text": "x" },
  { labels: { $hasAny: ["x", "y"] } },
  { labels: { $null: true } },
  { buyers: { $has: BUYER } },
  { buyers: { $hasAll: [BUYER, BUYER] } },
  { buyers: { $null: true } },
  { "part.buyers": { $has: BUYER } },
  { "part.buyers": { $null: false } },
];
const demanding = CONDITIONS.map((condition, at): FieldDefinition => ({
  name: `f${at}`,
  type: "text",
  required: true,
  admin: { ...(condition && { condition }) },
}));
const site: ConfigDefinition = {
  entities: [
    { name: "offer", fields: offer },
    { name: "lot", fields: offer, versions: true },
    {
      name: "told",
      versions: true,
      fields: [...offer.slice(0, 1), ...offer.slice(4), { name: "inner", type: "object", fields: offer.slice(4) }],
    },
    { name: "buyer", fields: [{ name: "name", type: "text" }] },
    {
      name: "menu",
      versions: true,
      fields: [
        { name: "one", type: "object", fields: link },
        { name: "more", type: "array", of: { type: "object", fields: link } },
        { name: "parts", type: "blocks", blocks: [{ name: "link", fields: link }] },
      ],
    },
    { name: "shop", global: true, fields: offer.slice(1, 3) },
    { name: "flat", fields: [...asked, ...demanding] },
    { name: "deep", fields: [{ name: "inner", type: "object", fields: [...asked, ...demanding] }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "seller",
      permissions: {
        offer: {
          create: true,
          read: { fields: { exclude: ["secret"] } },
          update: { fields: { exclude: ["secret", "reason"] } },
        },
        told: { create: true, read: { fields: { exclude: ["secret", "inner"] } }, update: true },
        lot: { read: { fields: { exclude: ["price"] } }, update: { fields: { exclude: ["price"] } } },
      },
    },
  ],
};

let service: TestService;
let admin: Client;
let buyer: string;

beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin");
  buyer = (await admin.post("/api/buyer", { name: "Ines" })).json.data.id;
  await service.database.run(
    { text: "insert into content.buyer (id, created_at, updated_at, published_at) values ($1, now(), now(), now())" },
    [BUYER],
  );
});

afterAll(() => service.stop());

const lacks = ({ status, json }: Reply) => [status, json?.error?.details?.map(({ field, message }: Detail) => `${field} ${message}`)];
interface Detail {
  readonly field: string;
  readonly message: string;
}
const MISSING = [400, ["price is required"]];

async function made(path: string, body: object): Promise<string> {
  const { status, json } = await admin.post(path, body);
  expect(status).toBe(201);
  return json.data.id;
}

test("if a condition is false, the field isn't required by the API", async () => {
  const reply = await admin.post("/api/offer", { title: "A", sold: false });

  expect([reply.status, reply.json.data.price]).toEqual([201, null]);
  expect((await admin.post("/api/offer", { title: "A" })).status).toBe(201);
});

test("if a condition is true, the field is required, for every type of the field", async () => {
  expect(lacks(await admin.post("/api/offer", { title: "A", sold: true }))).toEqual(MISSING);
  expect(lacks(await admin.post("/api/offer", { title: "A", price: 101 }))).toEqual([400, ["buyers is required"]]);
  expect((await admin.post("/api/offer", { title: "A", sold: true, price: 101, buyers: [buyer] })).status).toBe(201);
});

test("if a condition is no longer true, the value is kept and returned", async () => {
  const id = await made("/api/offer", { title: "A", sold: true, price: 5 });

  const reply = await admin.put(`/api/offer/${id}`, { sold: false });

  expect([reply.status, reply.json.data.price]).toEqual([200, 5]);
});

test("required is checked on the merged record when the field changes, or one that its condition names", async () => {
  const id = await made("/api/offer", { title: "A" });

  expect(lacks(await admin.put(`/api/offer/${id}`, { sold: true }))).toEqual(MISSING);
  expect((await admin.put(`/api/offer/${id}`, { sold: true, price: 7 })).status).toBe(200);
  expect(lacks(await admin.put(`/api/offer/${id}`, { price: null }))).toEqual(MISSING);
  expect(lacks(await admin.put(`/api/offer/${id}`, { price: 200 }))).toEqual([400, ["buyers is required"]]);
  expect((await admin.put(`/api/offer/${id}`, { price: 200, buyers: [buyer] })).status).toBe(200);
  expect(lacks(await admin.put(`/api/offer/${id}`, { buyers: [] }))).toEqual([400, ["buyers is required"]]);
});

test("a change of other fields, or one with the same values, isn't refused because of a field that was empty before", async () => {
  const id = await made("/api/offer", { title: "A", sold: true, price: 5 });
  await service.database.pool.query("update content.offer set price = null where id = $1", [id]);

  expect((await admin.put(`/api/offer/${id}`, { title: "B" })).status).toBe(200);
  expect((await admin.put(`/api/offer/${id}`, { title: "C", sold: true, price: null })).status).toBe(200);
  expect((await admin.put(`/api/offer/${id}`, { sold: false })).status).toBe(200);
  expect(lacks(await admin.put(`/api/offer/${id}`, { sold: true }))).toEqual(MISSING);
});

test("a condition is checked at every publish, never for drafts", async () => {
  const id = await made("/api/lot?draft=true", { title: "A", sold: true });

  expect(lacks(await admin.post(`/api/lot/${id}/publish`))).toEqual(MISSING);
  expect(lacks(await admin.put(`/api/lot/${id}`, { title: "B" }))).toEqual(MISSING); // publishes the draft with it
  expect((await admin.put(`/api/lot/${id}?draft=true`, { price: 3 })).status).toBe(200);
  expect((await admin.post(`/api/lot/${id}/publish`)).status).toBe(200);
  expect((await admin.put(`/api/lot/${id}?draft=true`, { price: null })).status).toBe(200);
  expect(lacks(await admin.post(`/api/lot/${id}/publish`))).toEqual(MISSING);
});

test("a publish is also refused for a field that was empty before", async () => {
  const id = await made("/api/lot", { title: "A", sold: true, price: 5 });
  await service.database.pool.query("update content.lot set price = null where id = $1", [id]);
  await admin.put(`/api/lot/${id}?draft=true`, { title: "B" });

  expect(lacks(await admin.post(`/api/lot/${id}/publish`))).toEqual(MISSING);
});

test("a global is checked at its first save and later", async () => {
  expect(lacks(await admin.put("/api/shop", { sold: true }))).toEqual(MISSING);
  expect((await admin.put("/api/shop", { sold: false })).status).toBe(200);
  expect(lacks(await admin.put("/api/shop", { sold: true }))).toEqual(MISSING);
  expect((await admin.put("/api/shop", { sold: true, price: 1 })).status).toBe(200);
});

test("in objects, arrays and blocks, a condition uses the fields of the same level", async () => {
  const wrong = { kind: "url" };
  const right = { kind: "url", url: "https://example.com" };
  const body = { one: wrong, more: [right, wrong, { kind: "page" }], parts: [{ _type: "link", ...wrong }] };

  const refused = await admin.post("/api/menu", body);
  const draft = await admin.post("/api/menu?draft=true", body);
  const publish = await admin.post(`/api/menu/${draft.json.data.id}/publish`);

  const named = [400, ["one.url is required", "more.1.url is required", "parts.0.url is required"]];
  expect([lacks(refused), draft.status, lacks(publish)]).toEqual([named, 201, named]);
  expect((await admin.post("/api/menu", { one: { kind: "page" }, more: [right], parts: [] })).status).toBe(201);
});

test.each([
  {},
  { text: "Straße", rank: 5, flag: true, day: "2026-01-31", time: "2026-01-31T11:00:00.001Z", kind: "a", mail: "a@example.com" },
  { text: "strasse", rank: 10.5, flag: false, day: "2026-02-01", time: "2026-01-31T11:00:00.000Z", kind: "ä", part: { text: "x" } },
  { text: "Éa%", rank: 4.9, kind: "B", part: {} },
  { text: "a", flag: true, rank: 7 },
  { text: "B", flag: true, mail: "b@example.com", part: { text: "y", buyers: [BUYER] }, labels: ["x"], buyers: [BUYER] },
  { labels: [], buyers: [], part: { buyers: [] } },
  { text: "zebra", rank: -1 },
])("a condition means the same for fields of the record and for members of an object: %j", async (values) => {
  const flat = lacks(await admin.post("/api/flat", values));
  const deep = lacks(await admin.post("/api/deep", { inner: values }));

  expect(flat[0]).toBe(400);
  expect(deep).toEqual([400, (flat[1] as string[]).map((sentence) => `inner.${sentence}`)]);
});

test("a field with a condition has no NOT NULL", async () => {
  const { rows } = await service.database.pool.query(
    "select is_nullable from information_schema.columns where table_schema = 'content' and table_name = 'offer' and column_name in ('price', 'reason')",
  );

  expect(rows.map(({ is_nullable }: { is_nullable: string }) => is_nullable)).toEqual(["YES", "YES"]);
});

test("a condition on a field that the caller can't read makes nothing required for that caller", async () => {
  const seller = service.as("seller");
  const ids = await Promise.all([{ secret: "x", reason: "r" }, { secret: "y" }].map((body) => made("/api/told", { title: "A", ...body })));

  const cleared = await Promise.all(ids.map((id) => seller.put(`/api/told/${id}`, { reason: null })));
  const inside = await Promise.all(["x", "y"].map((secret) => admin.post("/api/told", { title: "A", inner: { secret } })));
  const sent = await Promise.all(["x", "y"].map((secret) => seller.post("/api/told", { title: "A", inner: { secret } })));

  expect(cleared.map(({ status, json }) => [status, json.error])).toEqual(ids.map(() => [200, undefined]));
  expect(lacks(await admin.put(`/api/told/${ids[0]}`, { reason: "r" }))).toEqual([200, undefined]);
  expect(lacks(await admin.put(`/api/told/${ids[0]}`, { reason: null }))).toEqual([400, ["reason is required"]]);
  expect(inside.map(lacks)).toEqual([
    [400, ["inner.reason is required"]],
    [201, undefined],
  ]);
  expect(sent.map(lacks)).toEqual(ids.map(() => [201, undefined]));
});

test("a publish requires nothing under a condition that the caller can't read", async () => {
  const ids = await Promise.all(["x", "y"].map((secret) => made("/api/told?draft=true", { title: "A", secret, inner: { secret } })));

  const published = await Promise.all(ids.map((id) => service.as("seller").post(`/api/told/${id}/publish`)));
  const byAdmin = await admin.post(`/api/told/${ids[0]}/publish`);

  expect(published.map(({ status }) => status)).toEqual([200, 200]);
  expect(lacks(byAdmin)).toEqual([400, ["inner.reason is required"]]);
});

test("a refusal names no field that the caller can't read", async () => {
  const id = await made("/api/lot?draft=true", { title: "A", sold: false });
  const seller = service.as("seller");

  const { status, text, json } = await seller.put(`/api/lot/${id}`, { sold: true });

  expect(status).toBe(400);
  expect(json.error.details).toEqual([{ field: "", message: "A field that your role can't read prevents this change" }]);
  expect(text).not.toMatch(/price/);
});
