import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { startService, type Client, type TestService } from "./support/service.ts";
import { magazine } from "./support/magazine.ts";

let service: TestService;
let admin: Client;

beforeAll(async () => {
  service = await startService(magazine);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const create = async (entity: string, body: object) => (await admin.post(`/api/${entity}`, body)).json.data;

test("a created record has its automatic fields, defaults and a slug, and is read unchanged", async () => {
  const author = await create("author", { name: "Ada" });
  const tag = await create("tag", { label: "first" });

  const created = await admin.post("/api/article", { title: "Ein Größenvergleich", author: author.id, tags: [tag.id] });
  const read = await admin.get(`/api/article/${created.json.data.id}`);

  expect(created.status).toBe(201);
  expect(created.json.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    _type: "article",
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: created.json.data.createdAt,
    publishedAt: created.json.data.createdAt,
    _createdBy: { type: "user" },
    _updatedBy: { type: "user" },
    title: "Ein Größenvergleich",
    slug: "ein-grossenvergleich",
    status: "draft",
    rank: null,
    notes: null,
    author: author.id,
    tags: [tag.id],
  });
  expect(read.json).toEqual(created.json);
});

test("a list returns data and meta, filtered, sorted, paged", async () => {
  for (const rank of [101, 102, 103]) await create("article", { title: `Ranked ${rank}`, rank });

  const listed = await admin.get("/api/article?filter[rank][$gte]=101&sort=-rank&limit=2&offset=1");

  expect(listed.status).toBe(200);
  expect(listed.json.data.map((article: { rank: number }) => article.rank)).toEqual([102, 101]);
  expect(listed.json.meta).toEqual({ total: 3, limit: 2, offset: 1 });
});

test("totals stay exact while records are created and deleted", async () => {
  const total = async () => (await admin.get("/api/tag?limit=0")).json.meta.total;
  const before = await total();

  const { id } = await create("tag", { label: "counted" });
  const during = await total();
  await admin.delete(`/api/tag/${id}`);

  expect([during, await total(), await total()]).toEqual([before + 1, before, before]);
});

test("count=exact and limit=0 give the exact total, and a page on which the list ends needs no count", async () => {
  await create("tag", { label: "one more" });
  const metaOf = async (query: string) => (await admin.get(`/api/tag?${query}`)).json.meta;
  const { total } = await metaOf("limit=0");

  expect(await metaOf("count=exact&limit=1")).toEqual({ total, limit: 1, offset: 0 });
  expect(await metaOf("limit=100")).toEqual({ total, limit: 100, offset: 0 });
  expect(await metaOf(`limit=1&offset=${total + 5}`)).toEqual({ total, limit: 1, offset: total + 5 });
  expect(await metaOf("limit=100&cursor=")).toEqual({ total, limit: 100, offset: 0, nextCursor: null });
  expect(await metaOf("limit=0&count=false")).toEqual({ limit: 0, offset: 0 });
});

test("cursors return the whole list once, and a forged or foreign cursor is refused", async () => {
  for (let n = 0; n < 5; n++) await create("author", { name: `Walker ${n}` });
  const path = (cursor: string) => `/api/author?filter[name][$startsWith]=Walker&limit=2&cursor=${cursor}`;

  const names: string[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null && pages < 5; pages++) {
    const page = await admin.get(path(cursor));
    names.push(...page.json.data.map((author: { name: string }) => author.name));
    cursor = page.json.meta.nextCursor;
  }
  const first = (await admin.get(path(""))).json.meta.nextCursor;
  const forged = await admin.get(path(first.slice(0, -4) + "AAAA"));
  const foreign = await admin.get(`/api/tag?cursor=${first}`);

  expect(names).toEqual(["Walker 4", "Walker 3", "Walker 2", "Walker 1", "Walker 0"]);
  expect([forged.status, foreign.status]).toEqual([400, 400]);
  expect(forged.json.error.details).toEqual([{ field: "cursor", message: expect.any(String) }]);
});

test("PUT and PATCH change only the given fields, and DELETE returns the id", async () => {
  const { id } = await create("article", { title: "Before", notes: "kept" });

  const put = await admin.put(`/api/article/${id}`, { title: "After" });
  const patched = await admin.patch(`/api/article/${id}`, { rank: 7 });
  const deleted = await admin.delete(`/api/article/${id}`);
  const gone = await admin.get(`/api/article/${id}`);

  expect(put.json.data).toMatchObject({ title: "After", notes: "kept", slug: "before" });
  expect(patched.json.data).toMatchObject({ title: "After", rank: 7, notes: "kept" });
  expect(deleted.json).toEqual({ data: { id } });
  expect(gone.status).toBe(404);
});

test("fifty records with one title, created simultaneously, get fifty slugs", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => admin.post("/api/article", { title: "Same title" })));

  const slugs = new Set(answers.map((answer) => answer.json.data.slug));
  expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(201));
  expect(slugs.size).toBe(50);
  expect(slugs).toContain("same-title-50");
});

test("a duplicate slug or unique value is 409, an invalid body 400 with every field", async () => {
  await create("article", { title: "T", slug: "taken" });
  await create("tag", { label: "taken" });

  const slug = await admin.post("/api/article", { title: "T", slug: "taken" });
  const unique = await admin.post("/api/tag", { label: "taken" });
  const bad = await admin.post("/api/article", { slug: "Not a slug", rank: "x", nonsense: 1 });

  expect([slug.status, slug.json.error.code]).toEqual([409, "CONFLICT"]);
  expect(unique.json.error).toMatchObject({ code: "CONFLICT", details: [{ field: "label" }] });
  expect(bad.status).toBe(400);
  expect(bad.json.error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual(["nonsense", "rank", "slug", "title"]);
});

test("unknown entities, routes and ids are 404, missing methods 405 with Allow", async () => {
  const missing = await Promise.all(
    [
      "/api/nothing",
      "/api/nothing/1",
      "/api/article/not-an-id",
      "/api/article/00000000-0000-7000-8000-000000000000",
      "/api/article/",
      "/api/settings/1",
      "/other",
      "/api/Article",
    ].map((path) => admin.get(path)),
  );
  const wrong = await Promise.all([
    admin.delete("/api/article"),
    admin.post("/api/settings", {}),
    admin.post("/api/_image", {}),
    admin.send("POST", "/api/article/00000000-0000-7000-8000-000000000000", { body: {} }),
  ]);

  expect(missing.map(({ status, json }) => [status, json.error.code])).toEqual(Array.from({ length: 8 }, () => [404, "NOT_FOUND"]));
  expect(wrong.map(({ status, headers }) => [status, headers.get("allow")])).toEqual([
    [405, "GET, HEAD, POST"],
    [405, "GET, HEAD, PATCH, PUT"],
    [405, "GET, HEAD"],
    [405, "DELETE, GET, HEAD, PATCH, PUT"],
  ]);
});

test("a request is refused in order: permission, content type, body, row, version", async () => {
  const editor = service.as("editor");
  const nobody = "00000000-0000-7000-8000-000000000000";
  const text = { body: "x", headers: { "content-type": "text/plain" } };

  const forbidden = await editor.send("PUT", `/api/author/${nobody}`, text);
  const unsupported = await editor.send("PUT", `/api/article/${nobody}`, text);
  const invalid = await editor.put(`/api/article/${nobody}?x=1`, { title: 1 }, { "if-match": '"7.x"' });
  const missing = await editor.put(`/api/article/${nobody}`, { title: "x" }, { "if-match": '"7.x"' });

  expect([forbidden.status, unsupported.status, invalid.status, missing.status]).toEqual([403, 415, 400, 404]);
});

test("ETag: 304 for an unchanged record, and If-Match detects writes in between", async () => {
  const { id } = await create("article", { title: "Tagged" });
  const first = await admin.get(`/api/article/${id}`);
  const etag = first.headers.get("etag") ?? "";

  const unchanged = await admin.get(`/api/article/${id}`, { "if-none-match": etag });
  const resolved = await admin.get(`/api/article/${id}?fields=title`, { "if-none-match": etag });
  const written = await admin.put(`/api/article/${id}`, { title: "Once" }, { "if-match": etag });
  const stale = await admin.put(`/api/article/${id}`, { title: "Twice" }, { "if-match": etag });
  const staleDelete = await admin.delete(`/api/article/${id}`, { "if-match": etag });
  const any = await admin.put(`/api/article/${id}`, { title: "Any" }, { "if-match": "*" });

  expect(etag).toMatch(/^"1\.[\w-]+"$/);
  expect([unchanged.status, unchanged.text, resolved.status]).toEqual([304, "", 200]);
  expect([written.status, stale.status, staleDelete.status, any.status]).toEqual([200, 412, 412, 200]);
  expect(stale.json.error.code).toBe("PRECONDITION_FAILED");
});

test("HEAD answers as GET without a body", async () => {
  const { id } = await create("article", { title: "Head" });

  const head = await admin.send("HEAD", `/api/article/${id}`);
  const list = await admin.send("HEAD", "/api/article");

  expect([head.status, head.text, list.status, list.text]).toEqual([200, "", 200, ""]);
  expect(head.headers.get("etag")).toMatch(/^"1\./);
});

test("a list with two resolved relations is one SQL statement", async () => {
  const author = await create("author", { name: "Grace" });
  const tag = await create("tag", { label: "resolved" });
  await create("article", { title: "Resolved", author: author.id, tags: [tag.id] });
  const statements: string[] = [];
  const { pool } = service.database;
  const original = pool.connect.bind(pool);
  const spy = jest.spyOn(pool, "connect").mockImplementation((async () => {
    const client = await original();
    const query = client.query.bind(client);
    jest.spyOn(client, "query").mockImplementation(((config: { text: string }) => {
      statements.push(config.text);
      return query(config);
    }) as never);
    return client;
  }) as never);

  const listed = await admin.get("/api/article?filter[title]=Resolved&resolve[author]=name&resolve[tags]=label&limit=20");
  spy.mockRestore();

  expect(listed.json.data[0]).toMatchObject({ author: { id: author.id, name: "Grace" }, tags: [{ id: tag.id, label: "resolved" }] });
  expect(statements).toHaveLength(1);
});
