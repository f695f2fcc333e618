import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { applyPatch } from "rfc6902";
import { newsroom } from "./support/newsroom.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;

beforeAll(async () => {
  service = await startService(newsroom);
  admin = service.as("admin", service.adminId);
});
afterAll(() => service?.stop());

const make = async (path: string, body: object) => (await admin.post(`/api/${path}`, body)).json.data;
const historyOf = async (path: string) => (await admin.get(`/api/${path}/versions?limit=100`)).json.data;
const numbered = async (path: string, number: number) =>
  (await historyOf(path)).find((version: { number: number }) => version.number === number);

/** A story with three versions: live "one", live "two", and a pending "three". */
async function threeVersions(): Promise<{ path: string; ids: string[] }> {
  const { id } = await make("story", { title: "one", rank: 1 });
  await admin.put(`/api/story/${id}`, { title: "two" });
  await admin.put(`/api/story/${id}?draft=true`, { title: "three", rank: null });
  const history = await historyOf(`story/${id}`);
  return { path: `story/${id}`, ids: history.map((version: { id: string }) => version.id).toReversed() };
}

test("the history contains each version's number, status, pin, time and author, newest first", async () => {
  const { path } = await threeVersions();

  const { json } = await admin.get(`/api/${path}/versions?limit=2&offset=1`);
  const all = await historyOf(path);

  expect(json.meta).toEqual({ total: 3, limit: 2, offset: 1 });
  expect(json.data.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  expect(all.map(({ status, pinned }: { status: string; pinned: boolean }) => [status, pinned])).toEqual([
    ["draft", true],
    ["published", true],
    ["published", false],
  ]);
  expect(Object.keys(all[0])).toEqual(["id", "number", "status", "pinned", "createdAt", "createdBy"]);
  expect(all[0].createdBy).toBe(service.adminId);
  expect((await admin.get(`/api/${path}/versions?filter[number]=1`)).status).toBe(400);
});

test("a version contains the fields of its time", async () => {
  const { path, ids } = await threeVersions();

  const { json } = await admin.get(`/api/${path}/versions/${ids[0]}`);

  expect(json.data).toMatchObject({ id: ids[0], number: 1, status: "published", data: { title: "one", rank: 1, related: [] } });
  expect((await admin.get(`/api/${path}/versions/${service.adminId}`)).status).toBe(404);
  expect((await admin.get(`/api/${path}/versions/nonsense`)).status).toBe(404);
});

test("a diff is a JSON Patch from the version to the other one", async () => {
  const { path, ids } = await threeVersions();
  const dataOf = async (id: string | undefined) => (await admin.get(`/api/${path}/versions/${id}`)).json.data.data;
  const [from, to] = [await dataOf(ids[0]), await dataOf(ids[2])];

  const patch = (await admin.get(`/api/${path}/versions/${ids[0]}?diff=${ids[2]}`)).json.data;
  applyPatch(from, patch);

  expect(patch).toContainEqual({ op: "replace", path: "/title", value: "three" });
  expect(from).toEqual(to);
  expect((await admin.get(`/api/${path}/versions/${ids[0]}?diff=${service.adminId}`)).status).toBe(404);
  expect((await admin.get(`/api/${path}/versions/${ids[0]}?diff=${ids[0]}&diff=${ids[1]}`)).status).toBe(400);
});

test("a restored version becomes the pending draft, and the live record is unchanged", async () => {
  const { path, ids } = await threeVersions();

  const restored = await admin.post(`/api/${path}/versions/${ids[0]}/restore`);

  expect([restored.status, restored.json.data.title, restored.json.data._status]).toEqual([200, "one", "modified"]);
  expect((await admin.get(`/api/${path}`)).json.data.title).toBe("two");
  expect(await historyOf(path)).toHaveLength(4);
  expect((await admin.post(`/api/${path}/publish`)).json.data.title).toBe("one");
  expect(await historyOf(path)).toHaveLength(4);
});

test("with publish=true, a restored version is live at once, as one new version, whatever the age of the draft", async () => {
  const { path, ids } = await threeVersions();
  await admin.put(`/api/${path}`, { rank: 9 });

  const restored = await admin.post(`/api/${path}/versions/${ids[0]}/restore?publish=true`);

  expect(restored.json.data).toMatchObject({ title: "one", rank: 1, _status: "published" });
  expect((await historyOf(path)).map(({ pinned }: { pinned: boolean }) => pinned)).toEqual([true, false, false, false, false]);
});

test("a restored draft is based on the current live record: publishing it needs no force", async () => {
  const { path, ids } = await threeVersions();
  await admin.put(`/api/${path}`, { rank: 9 });
  expect((await admin.post(`/api/${path}/publish`)).status).toBe(409);

  await admin.post(`/api/${path}/versions/${ids[0]}/restore`);

  expect((await admin.post(`/api/${path}/publish`)).status).toBe(200);
});

test("an incomplete version can be restored as a draft, not as live", async () => {
  const { id } = await make("story?draft=true", { rank: 4 });
  const version = await numbered(`story/${id}`, 1);
  await admin.put(`/api/story/${id}`, { title: "complete" });

  const refused = await admin.post(`/api/story/${id}/versions/${version.id}/restore?publish=true`);
  const restored = await admin.post(`/api/story/${id}/versions/${version.id}/restore`);

  expect([refused.status, refused.json.error.details]).toEqual([400, [{ field: "title", message: "is required" }]]);
  expect(restored.json.data).toMatchObject({ title: null, rank: 4, _status: "modified" });
  expect(await historyOf(`story/${id}`)).toHaveLength(3);
});

test("content that is no longer valid is shown unchanged, and can't be restored; the refusal names its fields", async () => {
  const { path, ids } = await threeVersions();
  const corrupt = `update cms.versions set data = data || '{"rank": "many", "title": 5}' where id = any($1)`;
  await service.database.run({ text: corrupt }, [[ids[0], ids[2]]]);

  const read = await admin.get(`/api/${path}/versions/${ids[0]}`);
  const restored = await admin.post(`/api/${path}/versions/${ids[0]}/restore`);

  expect(read.json.data).toMatchObject({ incompatible: true, data: { rank: "many", title: 5 } });
  expect([restored.status, restored.json.error.code]).toEqual([400, "VERSION_INCOMPATIBLE"]);
  expect(restored.json.error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual(["rank", "title"]);
  expect((await admin.get(`/api/${path}/versions/${ids[1]}`)).json.data.incompatible).toBeUndefined();
});

test("references to deleted records are left out of a restored version", async () => {
  const [kept, gone] = [await make("story", { title: "kept" }), await make("story", { title: "gone" })];
  const { id } = await make("story", { title: "refers", lead: gone.id, related: [gone.id, kept.id] });
  const version = await numbered(`story/${id}`, 1);
  await admin.delete(`/api/story/${gone.id}`);
  await admin.put(`/api/story/${id}`, { title: "changed" });

  const restored = await admin.post(`/api/story/${id}/versions/${version.id}/restore?publish=true`);

  expect(restored.json.data).toMatchObject({ title: "refers", lead: null, related: [kept.id] });
});

test("immutable fields keep their values when an older version is restored", async () => {
  const { id } = await make("story", { title: "unnumbered" });
  await admin.put(`/api/story/${id}`, { title: "numbered", serial: "N-1" });
  const version = await numbered(`story/${id}`, 1);

  const restored = await admin.post(`/api/story/${id}/versions/${version.id}/restore?publish=true`);

  expect(restored.json.data).toMatchObject({ title: "unnumbered", serial: "N-1" });
});

test("a role restores the fields that it may write, and sees those that it may read", async () => {
  const editor = service.as("editor");
  const { id } = await make("story", { title: "a", owner: "me", secret: "first" });
  await admin.put(`/api/story/${id}`, { title: "b", secret: "second" });
  const version = await numbered(`story/${id}`, 1);

  const restored = await editor.post(`/api/story/${id}/versions/${version.id}/restore?publish=true`);

  expect(restored.json.data).toMatchObject({ title: "a", secret: "second" });
  expect((await service.as("writer").get(`/api/story/${id}/versions`)).status).toBe(403);
});

test("a limit keeps that many versions, and all pinned ones", async () => {
  const { id } = await make("memo", { text: "0" });
  await admin.put(`/api/memo/${id}?draft=true`, { text: "draft" });
  for (const n of [1, 2, 3, 4, 5]) await admin.put(`/api/memo/${id}`, { text: String(n) });

  const numbers = (await historyOf(`memo/${id}`)).map(({ number, status }: { number: number; status: string }) => [number, status]);

  expect(numbers).toEqual([
    [7, "published"],
    [6, "published"],
    [2, "draft"],
  ]);
  expect((await admin.get(`/api/memo/${id}?draft=true`)).json.data.text).toBe("draft");
});

test("a version of a different record is not found", async () => {
  const [first, second] = [await threeVersions(), await threeVersions()];

  expect((await admin.get(`/api/${first.path}/versions/${second.ids[0]}`)).status).toBe(404);
  expect((await admin.post(`/api/${first.path}/versions/${second.ids[0]}/restore`)).status).toBe(404);
});

test("a global has a history of its own", async () => {
  await admin.put("/api/theme", { color: "red" });
  await admin.put("/api/theme", { color: "blue" });
  const first = (await historyOf("theme")).at(-1);

  const restored = await admin.post(`/api/theme/versions/${first.id}/restore?publish=true`);

  expect(restored.json.data).toMatchObject({ color: "red", _status: "published" });
  expect((await admin.get(`/api/theme/versions/${first.id}`)).json.data.data).toEqual({ color: "red" });
  expect((await admin.get("/api/story/versions")).status).toBe(404);
});

test("a draft from an older configuration breaks no list; it can be overwritten, but not published", async () => {
  const { path } = await threeVersions();
  const id = path.split("/")[1];
  await service.database.run({ text: `update cms.versions set data = data || '{"rank": "many"}' where record_id = $1 and pending` }, [id]);

  const list = await admin.get(`/api/story?draft=true&filter[id]=${id}`);
  const published = await admin.post(`/api/${path}/publish`);

  expect(list.json.data).toMatchObject([{ title: "three", rank: 1 }]);
  expect([published.status, published.json.error.code]).toEqual([400, "VERSION_INCOMPATIBLE"]);
  expect(published.json.error.details).toMatchObject([{ field: "rank" }]);
  expect((await admin.put(`/api/${path}?draft=true`, { rank: 8 })).status).toBe(200);
  expect((await admin.post(`/api/${path}/publish`)).json.data).toMatchObject({ title: "three", rank: 8 });
});

test("a draft with a reference to a deleted record is published without it", async () => {
  const gone = await make("story", { title: "soon gone" });
  const { id } = await make("story", { title: "refers" });
  await admin.put(`/api/story/${id}?draft=true`, { lead: gone.id, related: [gone.id] });
  await admin.delete(`/api/story/${gone.id}`);

  expect((await admin.post(`/api/story/${id}/publish`)).json.data).toMatchObject({ title: "refers", lead: null, related: [] });
});

test("an id inside a JSON value is null after its record was deleted: records with it are saved, published, translated and restored without it", async () => {
  const gone = await make("tag", { label: "soon gone" });
  const { id } = await make("page", { title: "refers", seo: { topic: gone.id } });
  await admin.delete(`/api/tag/${gone.id}`);
  const path = `/api/page/${id}`;
  const { json: read } = await admin.get(path);

  const draft = await admin.put(`${path}?draft=true`, { ...read.data, title: "draft" });
  const published = await admin.post(`${path}/publish`);
  const saved = await admin.put(path, published.json.data);
  const translated = await admin.post(`${path}/translate`, { locale: "de" });
  const first = await numbered(`page/${id}`, 1);
  await admin.put(path, { seo: null });
  const restored = await admin.post(`${path}/versions/${first.id}/restore?publish=true`);
  await admin.put(path, { seo: null });
  const anew = await admin.put(path, { seo: { topic: gone.id } });

  const answers = [draft, published, saved, translated, restored];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201, 200]);
  expect(answers.map(({ json }) => json.data.seo)).toEqual(answers.map(() => ({ topic: null })));
  expect([anew.status, anew.json.error.details]).toEqual([400, [{ field: "seo.topic", message: "there is no such record" }]]);
});
