import { beforeAll, expect, test } from "@jest/globals";
import type { Client, Json } from "../support/http/client.ts";
import { make, NOBODY, refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client, editor: Client, writer: Client, poster: Client, eraser: Client, visitor: Client;
let live: Json, draft: Json, active: Json, inactive: Json, writerId: string;

beforeAll(async () => {
  ({ admin, visitor } = site.stack);
  [editor, writer, poster, eraser] = (await Promise.all(["editor", "writer", "poster", "eraser"].map(site.stack.signInAs))) as [
    Client,
    Client,
    Client,
    Client,
  ];
  writerId = (await writer.get("/api/auth/me")).data.user.id;
  active = await make(admin, "author", { name: "Active", salary: 100 });
  inactive = await make(admin, "author", { name: "Inactive canary", active: false });
  const secret = await make(admin, "secret", { word: "canary" });
  live = await make(admin, "article", { title: "Live", status: "live", notes: "canary", author: active.id, secret: secret.id });
  draft = await make(admin, "article", { title: "Draft", status: "draft", author: inactive.id });
});

test("an admin may do everything, and an editor what the permissions allow", async () => {
  expect((await admin.get("/api/_user")).status).toBe(200);
  expect((await editor.get("/api/_user")).status).toBe(403);
  expect((await editor.post("/api/journal", { event: "x" })).status).toBe(403);
  expect((await editor.get("/api/journal")).status).toBe(200);
});

test.each([
  ["GET", "/api/secret"],
  ["GET", `/api/secret/${NOBODY}`],
  ["POST", "/api/article"],
  ["PUT", `/api/article/${NOBODY}`],
  ["DELETE", `/api/article/${NOBODY}`],
  ["GET", "/api/_user"],
  ["PUT", "/api/settings"],
  ["GET", "/api/legal"],
])("the public role has no %s %s: 403, also for missing records", async (method, path) => {
  const body = method === "POST" || method === "PUT" ? { body: "{}", headers: { "content-type": "application/json" } } : {};

  expect(refusal(await visitor.send(method, path, body))).toMatchObject({ status: 403, code: "FORBIDDEN" });
});

test("an anonymous caller gets the rows of the role's filter, with any query", async () => {
  const all = await visitor.get("/api/article");
  const asked = await visitor.get("/api/article?filter[status]=draft");
  const cunning = await visitor.get("/api/article?filter[$or][0][status]=draft&filter[$or][1][status]=live");

  expect(all.data.map((row: Json) => row.title)).toEqual(["Live"]);
  expect(all.body.meta.total).toBe(1);
  expect(asked.body).toMatchObject({ data: [], meta: { total: 0 } });
  expect(cunning.body.meta.total).toBe(1);
});

test("a row outside the read filter is 404, exactly like a missing one", async () => {
  const hidden = await visitor.get(`/api/article/${draft.id}`);
  const missing = await visitor.get(`/api/article/${NOBODY}`);

  expect(hidden.status).toBe(404);
  expect(hidden.text).toBe(missing.text);
});

test("an excluded field is in no answer, and is answered like an unknown one everywhere", async () => {
  const record = (await visitor.get(`/api/article/${live.id}`)).data;

  expect(record).not.toHaveProperty("notes");
  expect(record).not.toHaveProperty("owner");
  for (const query of ["filter[X]=a", "sort=X", "fields=X", "filter[X][$null]=true", "resolve[X]=name", "filter[author.X]=1"]) {
    const excluded = await visitor.get(
      `/api/article?${query.replace("author.X", "author.salary").replace("X", query.startsWith("resolve") ? "owner" : "notes")}`,
    );
    const unknown = await visitor.get(`/api/article?${query.replace("author.X", "author.nowhere").replace("X", "nowhere")}`);

    expect(excluded.status).toBe(400);
    expect(excluded.text.replace(/salary|owner|notes/g, "nowhere")).toBe(unknown.text);
  }
});

test("resolve and filters through relations apply the target's own permissions", async () => {
  const resolved = await visitor.get(`/api/article/${live.id}?resolve[author]=*`);
  const editorsView = await editor.get(`/api/article?resolve[author]=name,salary&filter[id]=${live.id}`);
  const writersView = await writer.get(`/api/article/${draft.id}?resolve[author]=name`);
  const probe = await writer.get("/api/article?filter[author.name][$contains]=canary");

  expect(resolved.data.author).toMatchObject({ name: "Active" });
  expect(resolved.data.author).not.toHaveProperty("salary");
  expect(editorsView.data[0].author).toEqual({ id: active.id, name: "Active", salary: 100 });
  expect(writersView.data.author).toBeNull();
  expect(probe.body.meta.total).toBe(0);
});

test("the id of a target that the caller may not read at all is not shown", async () => {
  expect((await visitor.get(`/api/article/${live.id}`)).data.secret).toBeNull();
  expect((await editor.get(`/api/article/${live.id}`)).data.secret).toEqual(expect.any(String));
});

test("resolving an entity that the caller may not read reveals nothing", async () => {
  const answer = await visitor.get(`/api/article/${live.id}?resolve[secret]=word`);

  expect(answer.text).not.toContain("canary");
  expect([200, 400, 403]).toContain(answer.status);
});

test("a create inside the role's filter is accepted, one outside is 403 and nothing is written", async () => {
  const total = async () => (await admin.get("/api/article?limit=0")).body.meta.total;
  const before = await total();

  const mine = await writer.post("/api/article", { title: "Mine", owner: writerId });
  const foreign = await writer.post("/api/article", { title: "Foreign" });

  expect(mine.status).toBe(201);
  expect(refusal(foreign)).toMatchObject({ status: 403, code: "FORBIDDEN" });
  expect(await total()).toBe(before + 1);
});

test("an update applies to the filter's rows only: readable but outside is 403", async () => {
  const mine = await make(writer, "article", { title: "Mine", owner: writerId });

  expect((await writer.put(`/api/article/${mine.id}`, { title: "Still mine" })).status).toBe(200);
  expect(refusal(await writer.put(`/api/article/${live.id}`, { title: "Stolen" }))).toMatchObject({ status: 403, code: "FORBIDDEN" });
  expect((await admin.get(`/api/article/${live.id}`)).data.title).toBe("Live");
});

test("an update that moves a row out of the filter is 403, and nothing is written", async () => {
  const mine = await make(writer, "article", { title: "Mine", owner: writerId });

  expect((await writer.put(`/api/article/${mine.id}`, { status: "live" })).status).toBe(403);
  expect((await writer.put(`/api/article/${mine.id}`, { owner: null, title: "Given away" })).status).toBe(403);
  expect((await admin.get(`/api/article/${mine.id}`)).data).toMatchObject({ status: "draft", owner: writerId, title: "Mine" });
});

test("writing a field that is excluded but readable is 403 with details; one that is not readable is unknown", async () => {
  const mine = await make(writer, "article", { title: "Mine", owner: writerId });

  expect(refusal(await writer.put(`/api/article/${mine.id}`, { featured: true }))).toEqual({
    status: 403,
    code: "FORBIDDEN",
    fields: ["featured"],
  });
  const unreadable = await writer.put(`/api/article/${mine.id}`, { notes: "x" });
  const unknown = await writer.put(`/api/article/${mine.id}`, { nowhere: "x" });
  expect(refusal(unreadable)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["notes"] });
  expect(unreadable.text.replaceAll("notes", "nowhere")).toBe(unknown.text);
});

test("create needs no read: the answer then contains the id and the automatic fields only", async () => {
  const answer = await poster.post("/api/article", { title: "Posted" });

  expect(answer.status).toBe(201);
  expect(Object.keys(answer.data).toSorted()).toEqual(["_type", "createdAt", "id", "publishedAt", "updatedAt"]);
  expect((await poster.get("/api/article")).status).toBe(403);
});

test("update and delete without read apply to rows of their own filter, and the answer contains no field", async () => {
  const own = await make(admin, "article", { title: "Erase", status: "draft" });

  const updated = await eraser.put(`/api/article/${own.id}`, { title: "Changed" });
  const outside = await eraser.delete(`/api/article/${live.id}`);
  const inside = await eraser.delete(`/api/article/${own.id}`);

  expect(updated.status).toBe(200);
  expect(updated.data).not.toHaveProperty("title");
  expect([403, 404]).toContain(outside.status);
  expect(inside.status).toBe(200);
});

test("for a global, create and delete permissions have no effect and update is enough", async () => {
  const answer = await poster.put("/api/settings", { theme: "dark" });

  expect(answer.status).toBe(200);
  expect(answer.data).not.toHaveProperty("theme");
  expect((await admin.get("/api/settings")).data.theme).toBe("dark");
});

test("no role inherits from the public one", async () => {
  expect((await visitor.get("/api/tag")).status).toBe(200);
  expect((await writer.get("/api/tag")).status).toBe(403);
});

test("a filter value can't bypass permissions through a relation: unknown operators and arrays never extend a list", async () => {
  for (const query of ["filter[status][not]=live", "filter[status][]=draft", "filter[__proto__][x]=1", "filter[status][$ne][x]=live"]) {
    expect((await visitor.get(`/api/article?${query}`)).status).toBe(400);
  }
});
