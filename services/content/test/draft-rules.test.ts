import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ConfigDefinition, EntityDefinition } from "@colophon/config";
import { startService, type Client, type Reply, type TestService } from "./support/service.ts";

const fields: EntityDefinition["fields"] = [
  { name: "title", type: "text", required: true },
  { name: "price", type: "number" },
  { name: "margin", type: "number" },
  { name: "related", type: "relation", to: "item", many: true },
  { name: "run", type: "text" },
];
const update = { fields: { exclude: ["price", "margin", "related"] } };
const readable = { fields: { exclude: ["margin"] } };
const site: ConfigDefinition = {
  entities: [
    { name: "item", versions: true, fields },
    { name: "hooked", versions: true, fields, hooks: { beforePublish: ({ data }) => ({ ...data, price: 99 }) } },
    { name: "home", global: true, versions: true, fields },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { item: { create: true, read: readable, update }, hooked: { create: true, read: readable, update } } },
    {
      name: "proofreader",
      permissions: { item: { read: { drafts: true, filter: { price: { $null: true } } } }, home: { read: { drafts: true } } },
    },
    { name: "reader", permissions: { item: { read: true } } },
  ],
};

let service: TestService;
let admin: Client;
let editor: Client;

beforeAll(async () => {
  service = await startService(site);
  [admin, editor] = [service.as("admin"), service.as("editor")];
});
afterAll(() => service?.stop());

const make = async (body: object, search = "") => `/api/item/${(await admin.post(`/api/item${search}`, body)).json.data.id}`;
const versionOf = (answer: Reply) => Number(/^"(\d+)\./.exec(answer.headers.get("etag") ?? "")?.[1]);
const etagOf = (answer: Reply) => answer.headers.get("etag") ?? "";
const PRICE = { field: "price", message: "may not be written by your role" };

describe("publishing what a role may not update", () => {
  test("is 403 if the draft changes such a field, and names those that the role may read", async () => {
    const path = await make({ title: "a", price: 1, margin: 1 });
    await admin.put(`${path}?draft=true`, { title: "b", price: 2, margin: 2 });

    const refused = [await editor.post(`${path}/publish`), await editor.post(`${path}/schedule`, { publishAt: "2031-01-01T00:00:00Z" })];
    await admin.put(`${path}?draft=true`, { price: 1 });
    const hidden = await editor.post(`${path}/publish`);
    await admin.put(`${path}?draft=true`, { margin: 1 });
    const published = await editor.post(`${path}/publish`);

    expect(refused.map(({ status, json }) => [status, json.error.code, json.error.details])).toEqual(
      refused.map(() => [403, "FORBIDDEN", [PRICE]]),
    );
    expect([hidden.status, hidden.json.error.details]).toEqual([403, undefined]);
    expect(hidden.text).not.toContain("margin");
    expect([published.status, published.json.data.title]).toEqual([200, "b"]);
  });

  test("includes lists of relations, and values that a restored version would bring back", async () => {
    const other = (await make({ title: "other" })).split("/").at(-1);
    const path = await make({ title: "a" });
    await admin.put(`${path}?draft=true`, { related: [other] });
    const [newest] = (await admin.get(`${path}/versions`)).json.data;

    const publish = await editor.post(`${path}/publish`);
    const restore = await editor.post(`${path}/versions/${newest.id}/restore?publish=true`);

    expect([publish.status, publish.json.error.details]).toEqual([403, [{ ...PRICE, field: "related" }]]);
    expect(restore.status).toBe(403);
    expect((await admin.get(path)).json.data.related).toEqual([]);
  });

  test("at a first publication nothing counts as changed; after unpublishing, the previous live content is compared", async () => {
    const path = await make({ title: "a", price: 1 }, "?draft=true");
    expect((await editor.post(`${path}/publish`)).status).toBe(200);
    await admin.put(`${path}?draft=true`, { price: 2 });

    const unpublished = await editor.post(`${path}/unpublish`);
    const again = [await editor.post(`${path}/publish`), await editor.put(path, { title: "b" })];
    await admin.put(`${path}?draft=true`, { price: 1 });
    const published = await editor.post(`${path}/publish`);

    expect(unpublished.status).toBe(200);
    expect(again.map(({ status, json }) => [status, json.error?.details])).toEqual(again.map(() => [403, [PRICE]]));
    expect([published.status, published.json.data.price]).toEqual([200, 1]);
  });

  test("ignores changes of hooks", async () => {
    const { id } = (await admin.post("/api/hooked", { title: "a", price: 99 })).json.data;
    const path = `/api/hooked/${id}`;
    await editor.put(`${path}?draft=true`, { title: "b" });

    const published = await editor.post(`${path}/publish`);
    await admin.put(`${path}?draft=true`, { price: 5 });
    const refused = await editor.post(`${path}/publish`);

    expect([published.status, published.json.data]).toMatchObject([200, { title: "b", price: 99 }]);
    expect(refused.status).toBe(403);
  });
});

describe("a role with read: { drafts: true }", () => {
  test("reads drafts inside its read filter, and may do nothing else with them", async () => {
    const run = "proof";
    const path = await make({ title: "live", run });
    await admin.put(`${path}?draft=true`, { title: "pending" });
    const priced = await make({ title: "priced", run });
    await admin.put(`${priced}?draft=true`, { price: 5 });
    const proofreader = service.as("proofreader");

    const reply = await proofreader.get(`${path}?draft=true`);
    const list = await proofreader.get(`/api/item?draft=true&filter[run]=${run}`);
    const others = [
      await proofreader.put(`${path}?draft=true`, { title: "x" }),
      await proofreader.get(`${path}/versions`),
      await proofreader.post(`${path}/publish`),
      await proofreader.delete(`${path}?draft=true`),
      await service.as("reader").get(`${path}?draft=true`),
    ];

    expect([reply.status, reply.json.data]).toMatchObject([200, { title: "pending", _status: "modified" }]);
    expect(list.json.data.map(({ title }: { title: string }) => title)).toEqual(["pending"]);
    expect((await proofreader.get(`${priced}?draft=true`)).status).toBe(404);
    expect((await proofreader.get(priced)).status).toBe(200);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 403));
    expect((await proofreader.get("/api/admin/config")).json.data.permissions.item.read).toEqual({ drafts: true });
  });

  test("reads a global's draft", async () => {
    await admin.put("/api/home", { title: "live" });
    await admin.put("/api/home?draft=true", { title: "pending" });

    expect((await service.as("proofreader").get("/api/home?draft=true")).json.data.title).toBe("pending");
  });
});

describe("the version of a draft", () => {
  test("is its own: a draft save leaves the live record's version, ETag and updatedAt unchanged", async () => {
    const path = await make({ title: "live" });
    const before = await admin.get(path);

    const saved = await admin.put(`${path}?draft=true`, { title: "pending" });
    const [live, draft] = [await admin.get(path), await admin.get(`${path}?draft=true`)];

    expect(versionOf(live)).toBe(versionOf(before));
    expect(live.json.data.updatedAt).toBe(before.json.data.updatedAt);
    expect(versionOf(draft)).toBe(versionOf(saved));
    expect(versionOf(draft)).not.toBe(versionOf(live));
    expect(draft.json.data.updatedAt).toBe(saved.json.data.updatedAt);
    expect(Date.parse(draft.json.data.updatedAt)).toBeGreaterThan(Date.parse(live.json.data.updatedAt));
    expect((await admin.put(path, { run: "x" }, { "if-match": etagOf(before) })).status).toBe(200);
  });

  test("is used by If-Match on every draft route, and is never repeated", async () => {
    const path = await make({ title: "live" });
    const live = etagOf(await admin.get(path));
    const first = etagOf(await admin.put(`${path}?draft=true`, { title: "one" }, { "if-match": live }));
    const [version] = (await admin.get(`${path}/versions`)).json.data;
    const tries = async (tag: string) => {
      const headers = { "if-match": tag };
      return [
        await admin.put(`${path}?draft=true`, { title: "lost" }, headers),
        await admin.post(`${path}/publish`, undefined, headers),
        await admin.post(`${path}/unpublish`, undefined, headers),
        await admin.post(`${path}/versions/${version.id}/restore`, undefined, headers),
        await admin.post(`${path}/versions/${version.id}/restore?publish=true`, undefined, headers),
        await admin.delete(`${path}?draft=true`, headers),
      ].map(({ status }) => status);
    };

    expect(await tries(live)).toEqual(Array.from({ length: 6 }, () => 412));
    expect((await admin.delete(`${path}?draft=true`, { "if-match": first })).status).toBe(200);
    const second = etagOf(await admin.put(`${path}?draft=true`, { title: "two" }, { "if-match": live }));
    expect(await tries(first)).toEqual(Array.from({ length: 6 }, () => 412));
    await admin.put(path, { run: "live goes on" }, { "if-match": live });
    const restored = await admin.post(`${path}/versions/${version.id}/restore`, undefined, { "if-match": second });
    const published = await admin.post(`${path}/publish`, undefined, { "if-match": etagOf(restored) });

    expect([restored.status, published.status]).toEqual([200, 200]);
    expect(versionOf(published)).toBe(versionOf(await admin.get(path)));
    expect(versionOf(published)).toBe(versionOf(await admin.get(`${path}?draft=true`)));
  });

  test("has the time of its last save, and drafts are sorted and filtered by it", async () => {
    const run = "sorted";
    const [a, b] = [await make({ title: "a", run }), await make({ title: "b", run })];
    await admin.put(`${b}?draft=true`, { title: "b drafted" });
    const between = (await admin.put(`${a}?draft=true`, { title: "a drafted" })).json.data.updatedAt;
    await admin.put(b, { price: 3 });
    const titles = async (search: string) =>
      (await admin.get(`/api/item?filter[run]=${run}&${search}`)).json.data.map(({ title }: { title: string }) => title);

    expect(await titles("draft=true&sort=-updatedAt")).toEqual(["a drafted", "b drafted"]);
    expect(await titles("sort=-updatedAt")).toEqual(["b", "a"]);
    expect(await titles(`draft=true&filter[updatedAt][$gte]=${between}`)).toEqual(["a drafted"]);
    expect(await titles(`filter[updatedAt][$gte]=${between}`)).toEqual(["b"]);
  });

  test("of a global works the same", async () => {
    await admin.put("/api/home", { title: "live" });
    await admin.post("/api/home/publish?force=true");
    const before = await admin.get("/api/home");
    const saved = await admin.put("/api/home?draft=true", { title: "pending" });

    expect(etagOf(await admin.get("/api/home"))).not.toBe(etagOf(saved));
    expect(versionOf(await admin.get("/api/home"))).toBe(versionOf(before));
    expect((await admin.post("/api/home/publish", undefined, { "if-match": etagOf(before) })).status).toBe(412);
    expect((await admin.post("/api/home/publish", undefined, { "if-match": etagOf(saved) })).status).toBe(200);
  });
});
