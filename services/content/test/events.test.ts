import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createRemovals } from "@colophon/database";
import { MANY_REFERRERS } from "@colophon/engine";
import { makeDue } from "./support/schedules.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const SECRET = Buffer.alloc(24, 7).toString("base64");
const webhook = { name: "all", url: "https://site.example.com/events", events: ["*"], secret: SECRET, role: "admin" };
const title = { name: "title", type: "text", required: true } as const;
let site: TestService;
let admin: Client;

beforeAll(async () => {
  site = await startService({
    locales: ["en", "de"],
    webhooks: [webhook],
    entities: [
      {
        name: "article",
        versions: true,
        trash: true,
        translatable: true,
        fields: [title, { name: "parent", type: "relation", to: "tag" }],
      },
      { name: "tag", fields: [title] },
      { name: "home", global: true, versions: true, fields: [{ name: "line", type: "text" }] },
    ],
    roles: [{ name: "admin", isAdmin: true }],
  });
  admin = site.as("admin", site.adminId);
});
afterAll(() => site.stop());
beforeEach(() => site.database.run({ text: "delete from cms.events" }));

/** The events so far, as `article.published`, with the versions. */
async function events(): Promise<string[]> {
  const rows = await site.database.run<{ line: string }>({
    text: "select entity || '.' || event || ' ' || version || coalesce(' ' || locale, '') as line from cms.events order by id",
  });
  return rows.map(({ line }) => line);
}

async function make(path: string, body: object): Promise<string> {
  const { json, status } = await admin.post(path, body);
  expect(status).toBe(201);
  return json.data.id;
}

test("a record without drafts is published by its creation, then updated, then deleted", async () => {
  const id = await make("/api/tag", { title: "one" });
  await admin.put(`/api/tag/${id}`, { title: "two" });
  await admin.delete(`/api/tag/${id}`);

  expect(await events()).toEqual(["tag.published 1", "tag.updated 2", "tag.deleted 2"]);
});

test("a draft is a draft until its publication; then drafts, updates and the end of publication are told apart", async () => {
  const id = await make("/api/article?draft=true", { title: "one", locale: "de" });
  await admin.put(`/api/article/${id}?draft=true`, { title: "two" });
  await admin.post(`/api/article/${id}/publish`);
  await admin.put(`/api/article/${id}?draft=true`, { title: "three" });
  await admin.post(`/api/article/${id}/publish`);
  await admin.put(`/api/article/${id}?draft=true`, { title: "four" });
  await admin.delete(`/api/article/${id}?draft=true`);
  await admin.post(`/api/article/${id}/unpublish`);
  await admin.post(`/api/article/${id}/publish`);

  expect(await events()).toEqual(
    ["draft 1", "draft 2", "published 3", "draft 4", "updated 5", "draft 6", "draft 6", "unpublished 7", "published 8"].map(
      (event) => `article.${event} de`,
    ),
  );
});

test("automatic saves of one version are one event", async () => {
  const id = await make("/api/article", { title: "one" });
  for (const at of ["two", "three"]) await admin.put(`/api/article/${id}?draft=true&autosave=true`, { title: at });

  expect((await events()).map((event) => event.split(" ")[0])).toEqual(["article.published", "article.draft"]);
});

test("a record is deleted by the trash, published when it comes back, and deleted only once", async () => {
  const id = await make("/api/article", { title: "one" });
  await admin.delete(`/api/article/${id}`);
  await admin.post(`/api/article/${id}/restore`);
  await admin.delete(`/api/article/${id}`);

  expect((await events()).map((event) => event.split(" ")[0])).toEqual([
    "article.published",
    "article.deleted",
    "article.published",
    "article.deleted",
  ]);
});

test("bulk actions, translations and globals are events; a refused write is none", async () => {
  const id = await make("/api/article", { title: "one" });
  await admin.post(`/api/article/${id}/translate`, { locale: "de" });
  const tags = [await make("/api/tag", { title: "two" }), await make("/api/tag", { title: "three" })];
  await admin.post("/api/tag/bulk", { action: "update", ids: tags, data: { title: "four" } });
  await admin.post("/api/tag/bulk", { action: "update", ids: [tags[0], id], data: { title: "five" } });
  await admin.put("/api/home", { line: "hello" });
  await admin.post("/api/tag", {});

  expect(await events()).toEqual([
    "article.published 1 en",
    "article.draft 1 de",
    "tag.published 1",
    "tag.published 1",
    "tag.updated 2",
    "tag.updated 2",
    "home.updated 2",
  ]);
});

test("a record that is removed in the background is deleted once, when readers no longer see it", async () => {
  const id = await make("/api/tag", { title: "much used" });
  await site.database.run(
    {
      text: `insert into content.article (id, created_at, updated_at, published_at, locale, translation_group, title, "parent")
        select gen_random_uuid(), now(), now(), now(), 'en', gen_random_uuid(), 'uses it', $1 from generate_series(1, ${MANY_REFERRERS + 1})`,
    },
    [id],
  );
  await site.database.run({ text: "delete from cms.events" });

  await admin.delete(`/api/tag/${id}`);
  const atOnce = await events();
  await createRemovals(site).finish();

  expect(atOnce).toEqual(["tag.deleted 1"]);
  expect(await events()).toEqual(["tag.deleted 1"]);
});

test("a schedule's step is an event", async () => {
  const id = await make("/api/article?draft=true", { title: "one" });
  await admin.post(`/api/article/${id}/schedule`, { publishAt: "2099-01-01T00:00:00Z" });
  await makeDue(site.database, [id]);

  await site.content.scheduleRunner.carryOut({ entity: "article", recordId: id });

  expect((await events()).map((event) => event.split(" ")[0])).toEqual(["article.draft", "article.published"]);
});

test("a transaction that is rolled back leaves no event", async () => {
  await site.database
    .transaction(async () => {
      await site.database.run({ text: `update content.tag set version = version + 1` });
      throw new Error("rolled back");
    })
    .catch(() => undefined);

  expect(await events()).toEqual([]);
});
