import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createRemovals } from "@colophon/database";
import { MANY_REFERRERS } from "@colophon/engine";
import { makeDue } from "./support/schedules.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const title = { name: "title", type: "text", required: true } as const;
let site: TestService;
let admin: Client;

beforeAll(async () => {
  site = await startService({
    locales: ["en", "de"],
    entities: [
      {
        name: "article",
        versions: true,
        trash: true,
        translatable: true,
        fields: [title, { name: "note", type: "text", hidden: true }, { name: "tags", type: "relation", to: "tag", many: true }],
      },
      {
        name: "tag",
        fields: [title, { name: "code", type: "text", unique: true }, { name: "tags", type: "relation", to: "tag", many: true }],
      },
      {
        name: "child",
        fields: [title, { name: "parent", type: "relation", to: "tag", onDelete: "cascade" }],
      },
      { name: "note", fields: [title, { name: "about", type: "relation", to: "tag" }] },
      {
        name: "place",
        translatable: true,
        fields: [title, { name: "code", type: "text", shared: true }],
      },
      { name: "visit", fields: [title, { name: "place", type: "relation", to: "place" }] },
      { name: "home", global: true, fields: [{ name: "line", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "editor", permissions: { article: { create: true, read: true, update: true } } },
    ],
  });
  admin = site.as("admin", site.adminId);
});
afterAll(() => site.stop());
beforeEach(() => site.database.run({ text: "truncate cms.audit, cms.audit_seals" }));

/** The rows so far, oldest first, as `article.update title`. */
async function actions(): Promise<string[]> {
  const { json } = await admin.get("/api/_audit?sort=number&limit=100");
  return json.data.map((row: { entity: string; action: string; changes: string[] }) =>
    [`${row.entity}.${row.action}`, ...row.changes].join(" "),
  );
}

async function make(path: string, body: object): Promise<string> {
  const { json, status } = await admin.post(path, body);
  expect(status).toBe(201);
  return json.data.id;
}

test("a record's creation, change and deletion are a row each, with the names of the changed fields", async () => {
  const id = await make("/api/tag", { title: "one" });
  await admin.put(`/api/tag/${id}`, { title: "two", tags: [id] });
  await admin.put(`/api/tag/${id}`, { title: "two", tags: [id] });
  await admin.delete(`/api/tag/${id}`);

  expect(await actions()).toEqual(["tag.create title", "tag.update title tags", "tag.update", "tag.delete"]);
});

test("each operation on drafts is one row; automatic saves of one version are one", async () => {
  const id = await make("/api/article?draft=true", { title: "one" });
  await admin.put(`/api/article/${id}?draft=true`, { title: "two" });
  await admin.post(`/api/article/${id}/publish`);
  await admin.put(`/api/article/${id}?draft=true&autosave=true`, { title: "three" });
  await admin.put(`/api/article/${id}?draft=true&autosave=true`, { title: "four" });
  await admin.put(`/api/article/${id}?draft=true`, { note: "five" });
  await admin.delete(`/api/article/${id}?draft=true`);
  await admin.post(`/api/article/${id}/unpublish`);
  const { json } = await admin.get(`/api/article/${id}/versions`);
  await admin.post(`/api/article/${id}/versions/${json.data.at(-1).id}/restore`);

  expect(await actions()).toEqual([
    "article.create title",
    "article.draft title",
    "article.publish",
    "article.draft title",
    "article.draft note",
    "article.discard",
    "article.unpublish",
    "article.restore title",
  ]);
});

test("trash, translations, copies, assignments, bulk actions and globals are rows of their own names", async () => {
  const tag = await make("/api/tag", { title: "tag" });
  const id = await make("/api/article", { title: "one", tags: [tag] });
  await admin.delete(`/api/article/${id}`);
  await admin.post(`/api/article/${id}/restore`);
  await admin.post(`/api/article/${id}/translate`, { locale: "de" });
  await admin.post(`/api/article/${id}/duplicate`);
  const editorId = await make("/api/_user", { email: "editor@example.com", role: "editor" });
  await admin.post("/api/article/bulk", { action: "assign", ids: [id], userId: editorId });
  await admin.post("/api/article/bulk", { action: "update", ids: [id], data: { title: "two" } });
  await admin.delete(`/api/article/${id}?permanent=true`);
  await admin.put("/api/home", { line: "hello" });

  expect(await actions()).toEqual([
    "tag.create title",
    "article.create title tags",
    "article.trash",
    "article.restore",
    "article.translate title tags",
    "article.duplicate title tags",
    "_user.create email name role",
    "article.assign _createdBy",
    "article.update title",
    "article.delete",
    "home.update line",
  ]);
});

test("a row names the actor, the address and the request; a refused write leaves none", async () => {
  const sent = { "x-cms-client": "203.0.113.9", "x-request-id": "a-request" };
  const { json: made } = await admin.post("/api/tag", { title: "one" }, sent);
  await admin.post("/api/tag", {});

  const { json } = await admin.get("/api/_audit");

  expect(json).toEqual({
    data: [
      {
        id: expect.any(String),
        number: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        actor: { type: "user", id: site.adminId, name: expect.anything() },
        action: "create",
        entity: "tag",
        recordId: made.data.id,
        changes: ["title"],
        values: null,
        address: "203.0.113.9",
        requestId: "a-request",
        route: null,
        previousHash: "",
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ],
    meta: { total: 1, limit: 25, offset: 0 },
  });
});

test("the log has the language of all lists", async () => {
  const tag = await make("/api/tag", { title: "one" });
  await make("/api/tag", { title: "two" });
  await admin.put(`/api/tag/${tag}`, { title: "three" });
  const asked = async (query: string) => {
    const { json, status } = await admin.get(`/api/_audit?${query}`);
    return status === 200
      ? json.data.map((row: { action: string; recordId: string }) => `${row.action} ${row.recordId === tag}`)
      : json.error;
  };

  expect(await asked("")).toEqual(["update true", "create false", "create true"]);
  expect(await asked(`filter[recordId]=${tag}&sort=number`)).toEqual(["create true", "update true"]);
  expect(await asked(`filter[actor]=${site.adminId}&filter[action]=update`)).toEqual(["update true"]);
  expect(await asked("filter[actor.type]=key")).toEqual([]);
  expect(await asked("filter[at][$lt]=2000-01-01T00:00:00.000Z")).toEqual([]);
  expect(await asked("filter[$or][0][action]=update&filter[$or][1][action]=delete&limit=1")).toEqual(["update true"]);
  expect((await asked("filter[nonsense]=1")).details).toEqual([{ field: "filter[nonsense]", message: "there is no field nonsense" }]);
  const short = await admin.get("/api/_audit?fields=action&limit=1");
  expect(short.json.data).toEqual([{ id: expect.any(String), action: "update" }]);
  const first = await admin.get("/api/_audit?cursor=&limit=2");
  const second = await admin.get(`/api/_audit?cursor=${first.json.meta.nextCursor}&limit=2`);
  expect(second.json.data.map((row: { number: number }) => row.number)).toEqual([1]);
});

test("only admins who are signed in read the log", async () => {
  const statuses = [site.as("editor"), site.asKey("admin"), site.anonymous()].map(async (item) => (await item.get("/api/_audit")).status);

  expect(await Promise.all(statuses)).toEqual([403, 403, 401]);
});

test("a history is for those who may update the record, with the fields and people that they may read", async () => {
  const editorId = await make("/api/_user", { email: "second@example.com", role: "editor" });
  const editor = site.as("editor", editorId);
  const id = await make("/api/article", { title: "one", note: "secret" });
  await editor.put(`/api/article/${id}?draft=true`, { title: "two" }, { "x-cms-client": "203.0.113.9" });

  const { json } = await editor.get(`/api/article/${id}/history`);
  const byAdmin = await admin.get(`/api/article/${id}/history?limit=1`);

  expect(json).toEqual({
    data: [
      expect.objectContaining({ action: "draft", changes: ["title"], actor: { type: "user" } }),
      expect.objectContaining({ action: "create", changes: ["title"], actor: { type: "user" } }),
    ],
    meta: { total: 2, limit: 25, offset: 0 },
  });
  expect(json.data[0]).not.toHaveProperty("address");
  expect(byAdmin.json.data).toEqual([expect.objectContaining({ actor: { type: "user", id: editorId, name: "second" } })]);
  expect(byAdmin.json.meta.total).toBe(2);
});

test("records without versions, and globals, have a history; others have none for those who may not update them", async () => {
  const id = await make("/api/tag", { title: "one" });
  await admin.put("/api/home", { line: "another" });

  expect((await admin.get(`/api/tag/${id}/history`)).json.data).toHaveLength(1);
  expect((await admin.get("/api/home/history")).json.data).toEqual([expect.objectContaining({ action: "update", changes: ["line"] })]);
  expect((await site.as("editor").get(`/api/tag/${id}/history`)).status).toBe(403);
  expect((await admin.get(`/api/tag/${site.adminId}/history`)).status).toBe(404);
  expect((await admin.get(`/api/home/${id}/history`)).status).toBe(404);
});

test("a signed-in caller without the permission is one row for each actor and route in a minute", async () => {
  const editor = site.as("editor");
  for (let times = 0; times < 3; times++) expect((await editor.post("/api/tag", { title: "no" })).status).toBe(403);
  expect((await site.anonymous().get("/api/tag")).status).toBe(403);

  const { json } = await admin.get("/api/_audit?filter[action]=refuse");
  expect(json.data.length).toBeLessThanOrEqual(2); // a minute may end meanwhile
  expect(json.data[0]).toMatchObject({ actor: { type: "user" }, entity: "tag", recordId: null, route: "POST /api/tag" });
});

test("what a deletion does to other records is logged, in the background too; what is removed is logged once", async () => {
  const [first, second] = [await make("/api/tag", { title: "one", code: "1" }), await make("/api/tag", { title: "other", code: "2" })];
  await admin.put(`/api/tag/${second}`, { tags: [first] });
  const refer = (entity: string, field: string) => ({
    text: `insert into content.${entity} (id, created_at, updated_at, published_at, title, ${field})
      select gen_random_uuid(), now(), now(), now(), '${entity}', $1::uuid from generate_series(1, $2)`,
  });
  for (const [tag, times] of [
    [first, 2],
    [second, 2 * MANY_REFERRERS],
  ] as const) {
    await site.database.run(refer("child", "parent"), [tag, times]);
    await site.database.run(refer("note", "about"), [tag, times]);
  }
  await site.database.run({ text: "truncate cms.audit, cms.audit_seals" });
  await admin.delete(`/api/tag/${first}`);
  await admin.delete(`/api/tag/${second}`);
  const removals = createRemovals({ schema: site.schema, database: site.database });
  while (await removals.next());

  const logged = async (query: string) => (await admin.get(`/api/_audit?limit=0&${query}`)).json.meta.total;
  expect(await logged("filter[entity]=child&filter[action]=delete")).toBe(2 + 2 * MANY_REFERRERS);
  expect(await logged("filter[entity]=note&filter[action]=update")).toBe(2 + 2 * MANY_REFERRERS);
  expect(await logged("")).toBe(2 * (2 + 2 * MANY_REFERRERS) + 2);
  expect((await actions()).filter((action) => action.startsWith("tag."))).toEqual(["tag.delete", "tag.delete"]);
});

test("a shared value is a change of each translation, and a reference that moves to another translation one of its record", async () => {
  const english = await make("/api/place", { title: "Vienna", code: "1" });
  const german = await make(`/api/place/${english}/translate`, { locale: "de" });
  const visit = await make("/api/visit", { title: "one", place: english });
  await site.database.run({ text: "truncate cms.audit, cms.audit_seals" });
  await admin.put(`/api/place/${german}`, { code: "2" });
  await admin.delete(`/api/place/${english}`);

  const { json } = await admin.get("/api/_audit?sort=number");
  const lines = json.data.map((row: { entity: string; action: string; recordId: string; changes: string[]; actor: { id: string } }) => [
    `${row.entity}.${row.action} ${row.changes.join()}`,
    row.recordId,
    row.actor.id,
  ]);
  expect(lines).toEqual([
    ["place.update code", german, site.adminId],
    ["place.update code", english, site.adminId],
    ["visit.update place", visit, site.adminId],
    ["place.delete ", english, site.adminId],
  ]);
});

test("a schedule that is performed is a row of its author's", async () => {
  const id = await make("/api/article?draft=true", { title: "one" });
  await admin.post(`/api/article/${id}/schedule`, { publishAt: "2100-01-01T00:00:00.000Z" });
  await makeDue(site.database, [id]);
  await site.content.scheduleRunner.carryOut({ entity: "article", recordId: id });

  const { json } = await admin.get("/api/_audit?filter[action]=publish");
  expect(json.data).toEqual([expect.objectContaining({ actor: expect.objectContaining({ id: site.adminId }), address: null })]);
});
