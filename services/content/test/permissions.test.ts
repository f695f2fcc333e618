import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startService, type Client, type TestService } from "./support/service.ts";
import { magazine } from "./support/magazine.ts";

let service: TestService;
let admin: Client;
let editor: Client;
let writer: Client;
let visitor: Client;

beforeAll(async () => {
  service = await startService(magazine);
  [admin, editor, writer, visitor] = [service.as("admin"), service.as("editor"), service.as("writer"), service.anonymous()];
});
afterAll(() => service?.stop());

const make = async (entity: string, body: object) => (await admin.post(`/api/${entity}`, body)).json.data;

test("without the gateway's token every route is 401, known or not", async () => {
  const stranger = service.withoutToken();

  const answers = await Promise.all(
    ["/api/article", "/api/nothing", "/api/custom/x", "/api/admin/config", "/"].map((path) => stranger.get(path)),
  );

  expect(answers.map(({ status, json }) => [status, json.error.code])).toEqual(Array.from({ length: 5 }, () => [401, "UNAUTHORIZED"]));
});

test.each([
  ["admin", { read: 200, create: 400, update: 404, remove: 404 }],
  ["editor", { read: 200, create: 400, update: 404, remove: 404 }],
  ["writer", { read: 403, create: 400, update: 403, remove: 403 }],
  ["visitor", { read: 200, create: 403, update: 403, remove: 403 }],
  ["unknown-role", { read: 403, create: 403, update: 403, remove: 403 }],
])("the operations of %s on articles", async (role, expected) => {
  const client = role === "visitor" ? visitor : service.as(role);
  const path = "/api/article/00000000-0000-7000-8000-000000000000";

  const [read, create, update, remove] = await Promise.all([
    client.get("/api/article"),
    client.post("/api/article", {}),
    client.put(path, {}),
    client.delete(path),
  ]);

  expect({ read: read.status, create: create.status, update: update.status, remove: remove.status }).toEqual(expected);
});

test("rows outside the read filter are like missing ones, in lists, totals and single reads", async () => {
  const hidden = await make("article", { title: "Hidden row", status: "draft" });
  const live = await make("article", { title: "Live row", status: "live" });

  const list = await visitor.get("/api/article?filter[title][$endsWith]=row");
  const [hiddenRead, missing] = await Promise.all([
    visitor.get(`/api/article/${hidden.id}`),
    visitor.get("/api/article/00000000-0000-7000-8000-000000000000"),
  ]);

  expect([list.json.data.map(({ id }: { id: string }) => id), list.json.meta.total]).toEqual([[live.id], 1]);
  expect([hiddenRead.status, hiddenRead.text]).toEqual([404, missing.text]);
});

test("an excluded field is absent, and is answered exactly like an unknown one in filter, sort, fields and resolve", async () => {
  const live = await make("article", { title: "Excluded", status: "live", notes: "canary" });
  const read = await visitor.get(`/api/article/${live.id}`);
  const queries = ["filter[NAME]=x", "filter[NAME][$startsWith]=c", "sort=NAME", "fields=NAME", "resolve[NAME]=x"];

  for (const query of queries) {
    const [excluded, unknown] = await Promise.all(
      ["notes", "nosuch"].map((name) => visitor.get(`/api/article?${query.replace("NAME", name)}`)),
    );
    expect([query, excluded?.status, excluded?.text.replaceAll("notes", "nosuch")]).toEqual([query, 400, unknown?.text]);
  }
  expect(read.json.data).not.toHaveProperty("notes");
  expect(read.text).not.toContain("canary");
});

test("readable but outside the operation's filter is 403, and nothing is written", async () => {
  const live = await make("article", { title: "Live", status: "live" });
  const draft = await make("article", { title: "Draft", status: "draft" });

  const [refused, done] = [await editor.delete(`/api/article/${live.id}`), await editor.delete(`/api/article/${draft.id}`)];

  expect([refused.status, done.status, (await admin.get(`/api/article/${live.id}`)).status]).toEqual([403, 200, 200]);
});

test("a create outside the filter is 403; one inside, without read, returns the automatic fields only", async () => {
  const outside = await writer.post("/api/article", { title: "Too bold", status: "live" });
  const inside = await writer.post("/api/article", { title: "Fine", status: "draft" });

  expect([outside.status, inside.status]).toEqual([403, 201]);
  expect(outside.json.error.message).toMatch(/the current record or for the result/);
  expect(Object.keys(inside.json.data)).toEqual(["id", "_type", "createdAt", "updatedAt", "publishedAt"]);
});

test("a field excluded for writing is 403 if it may be read, otherwise 400 like an unknown one", async () => {
  const { id } = await make("article", { title: "x" });

  const readable = await editor.put(`/api/article/${id}`, { rank: 1, title: "y" });
  const unknown = await editor.put(`/api/article/${id}`, { nosuch: 1 });

  expect([readable.status, readable.json.error.details]).toEqual([403, [{ field: "rank", message: expect.any(String) }]]);
  expect([unknown.status, unknown.json.error.details]).toEqual([400, [{ field: "nosuch", message: expect.any(String) }]]);
});

test("a conflict names no field that its caller can't see", async () => {
  await make("article", { title: "x", slug: "occupied" });

  const conflict = await writer.post("/api/article", { title: "x", slug: "occupied" });

  expect([conflict.status, conflict.json]).toEqual([409, { error: { code: "CONFLICT", message: expect.not.stringContaining("slug") } }]);
});

test("the automatic fields and _keys of a body are ignored", async () => {
  const { id } = await make("article", { title: "x" });

  const written = await admin.put(`/api/article/${id}`, {
    id: "other",
    _type: "author",
    createdAt: "1970-01-01T00:00:00.000Z",
    publishedAt: null,
    _own: 1,
    title: "y",
  });

  expect(written.json.data).toMatchObject({ id, _type: "article", title: "y" });
  expect(written.json.data.createdAt).not.toMatch(/^1970/);
});

test("the compiled statements of one role are never used for another", async () => {
  const path = "/api/article?filter[title]=Shared";
  await make("article", { title: "Shared", status: "draft" });

  const [asAdmin, asVisitor, again] = [await admin.get(path), await visitor.get(path), await admin.get(path)];

  expect([asAdmin, asVisitor, again].map(({ json }) => json.meta.total)).toEqual([1, 0, 1]);
});

test("admin config: entities cut to what the role reads, no functions, storage or hidden names", async () => {
  const full = await admin.get("/api/admin/config");
  const cut = await editor.get("/api/admin/config");
  const anonymous = await visitor.get("/api/admin/config");
  const names = (list: { name: string }[]) => list.map(({ name }) => name);

  expect(Object.keys(full.json.data)).toEqual([
    "title",
    "logo",
    "locales",
    "defaultLocale",
    "entities",
    "builtIns",
    "roles",
    "permissions",
    "images",
    "admin",
    "openapi",
    "events",
    "webhooks",
    "jobs",
    "audit",
    "caller",
  ]);
  expect(names(full.json.data.entities)).toEqual(["author", "tag", "article", "page", "theme", "settings"]);
  expect(names(full.json.data.builtIns)).toEqual(["_user", "_image", "_video", "_file"]);
  expect(names(cut.json.data.entities)).toEqual(["author", "tag", "article", "settings"]);
  expect(names(cut.json.data.builtIns)).toEqual(["_user"]);
  expect(names(cut.json.data.entities[0].fields)).toEqual(["name"]);
  expect(cut.json.data.permissions.article).toEqual({ create: true, read: true, update: { fields: { exclude: ["rank"] } }, delete: true });
  expect(cut.json.data.roles).toContainEqual({ name: "visitor", isAdmin: false, public: true });
  expect(cut.text).not.toMatch(/secret|storage/);
  expect(anonymous.status).toBe(401);
  const byKey = (await service.asKey("editor").get("/api/admin/config")).json.data;
  expect(byKey).toEqual({ ...cut.json.data, caller: { user: null, role: "editor", isAdmin: false } });
});

test("admin config: a pattern keeps the flags of its regular expression", async () => {
  const { json } = await admin.get("/api/admin/config");
  const settings = json.data.entities.find(({ name }: { name: string }) => name === "settings");

  expect(settings.fields[1].pattern).toEqual({ source: "^[a-z ]*$", flags: "i" });
});
