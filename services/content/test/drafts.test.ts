import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newsroom } from "./support/newsroom.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let visitor: Client;

beforeAll(async () => {
  service = await startService(newsroom);
  admin = service.as("admin");
  visitor = service.anonymous();
});
afterAll(() => service?.stop());

const make = async (path: string, body: object) => {
  const answer = await admin.post(`/api/${path}`, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data;
};
const times = <T>(length: number, work: (n: number) => Promise<T>) => Promise.all(Array.from({ length }, (_, n) => work(n)));
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

test("a draft may lack required fields, and is not visible until it is published", async () => {
  const draft = await admin.post("/api/story?draft=true", { rank: 7 });
  const { id } = draft.json.data;
  const path = `/api/story/${id}`;

  expect([draft.status, draft.json.data.publishedAt, draft.json.data._status]).toEqual([201, null, "draft"]);
  expect((await visitor.get(path)).status).toBe(404);
  expect((await admin.get(path)).status).toBe(404);
  expect((await admin.get("/api/story?filter[rank]=7")).json.meta.total).toBe(0);
  expect((await visitor.get(`${path}?draft=true`)).status).toBe(403);
  expect((await admin.get(`${path}?draft=true`)).json.data).toMatchObject({ rank: 7, title: null, _status: "draft" });
  expect((await admin.get("/api/story?filter[rank]=7&draft=true")).json.meta.total).toBe(1);

  const refused = await admin.post(`${path}/publish`);
  expect([refused.status, refused.json.error.details]).toEqual([400, [{ field: "title", message: "is required" }]]);

  await admin.put(`${path}?draft=true`, { title: "Found at last" });
  const published = await admin.post(`${path}/publish`);
  expect(published.status).toBe(200);
  expect(published.json.data).toMatchObject({ title: "Found at last", slug: "found-at-last", rank: 7, _status: "published" });
  expect((await visitor.get(path)).json.data.publishedAt).toBe(published.json.data.publishedAt);
});

test("changes to a draft don't affect the live record, in reads, filters, sorting and relations", async () => {
  const a = await make("story", { title: "Alpha", rank: 10, owner: "relations" });
  const b = await make("story", { title: "Beta", rank: 20, owner: "relations", related: [a.id] });

  const saved = await admin.put(`/api/story/${b.id}?draft=true`, { title: "Gamma", rank: 5, related: [] });
  const live = (await visitor.get(`/api/story/${b.id}`)).json.data;

  expect(saved.json.data).toMatchObject({ title: "Gamma", rank: 5, related: [], _status: "modified" });
  expect(live).toMatchObject({ title: "Beta", rank: 20, related: [a.id], _status: "modified", updatedAt: b.updatedAt });
  const ranks = async (search: string) =>
    (await admin.get(`/api/story?filter[owner]=relations&sort=rank${search}`)).json.data.map(({ rank }: { rank: number }) => rank);
  expect(await ranks("")).toEqual([10, 20]);
  expect(await ranks("&draft=true")).toEqual([5, 10]);
  expect((await admin.get("/api/story?filter[title]=Gamma")).json.meta.total).toBe(0);
  expect((await admin.get("/api/story?filter[title]=Gamma&draft=true")).json.meta.total).toBe(1);
});

test("a plain PUT changes the live record and keeps the draft, which is then outdated: publishing needs force", async () => {
  const { id } = await make("story", { title: "one" });
  await admin.put(`/api/story/${id}?draft=true`, { title: "pending" });

  const put = await admin.put(`/api/story/${id}`, { rank: 3 });
  const stale = await admin.post(`/api/story/${id}/publish`);
  const forced = await admin.post(`/api/story/${id}/publish?force=true`);

  expect(put.json.data).toMatchObject({ title: "one", rank: 3, _status: "modified" });
  expect([stale.status, stale.json.error.code]).toEqual([409, "CONFLICT"]);
  expect(forced.json.data).toMatchObject({ title: "pending", _status: "published" });
});

test("If-Match applies to saving, publishing and discarding", async () => {
  const { id } = await make("story", { title: "guarded" });
  const etag = (await admin.get(`/api/story/${id}`)).headers.get("etag") ?? "";
  await admin.put(`/api/story/${id}`, { rank: 1 });
  const headers = { "if-match": etag };

  const answers = [
    await admin.put(`/api/story/${id}?draft=true`, { rank: 2 }, headers),
    await admin.post(`/api/story/${id}/publish`, undefined, headers),
    await admin.delete(`/api/story/${id}?draft=true`, headers),
  ];

  expect(answers.map(({ status }) => status)).toEqual([412, 412, 412]);
});

test("If-Match applies to the draft: of many callers with the same draft one saves, and others can't publish or discard the result unread", async () => {
  const { id } = await make("story", { title: "edited by many" });
  const read = await admin.get(`/api/story/${id}?draft=true`);
  const headers = { "if-match": read.headers.get("etag") ?? "" };

  const saves = await times(10, (n) => admin.put(`/api/story/${id}?draft=true`, { rank: n }, headers));
  const unseen = [
    await admin.post(`/api/story/${id}/publish`, undefined, headers),
    await admin.delete(`/api/story/${id}?draft=true`, headers),
  ];
  const saved = saves.find(({ status }) => status === 200);
  const seen = { "if-match": saved?.headers.get("etag") ?? "" };
  const discarded = await admin.delete(`/api/story/${id}?draft=true`, seen);
  const afterwards = await admin.put(`/api/story/${id}?draft=true`, { rank: 99 }, seen);

  expect(statuses(saves)).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  expect(statuses(unseen)).toEqual([412, 412]);
  expect([discarded.status, afterwards.status]).toEqual([200, 412]);
});

test("repeated saves don't make a draft outdated", async () => {
  const { id } = await make("story", { title: "one" });
  for (const title of ["two", "three"]) await admin.put(`/api/story/${id}?draft=true`, { title });

  const published = await admin.post(`/api/story/${id}/publish`);

  expect([published.status, published.json.data]).toEqual([200, expect.objectContaining({ title: "three", _status: "published" })]);
});

test("an outdated draft stays outdated after further saves", async () => {
  const { id } = await make("story", { title: "one" });
  await admin.put(`/api/story/${id}?draft=true`, { title: "pending" });
  await admin.put(`/api/story/${id}`, { rank: 3 });
  await admin.put(`/api/story/${id}?draft=true`, { title: "pending still" });

  const stale = await admin.post(`/api/story/${id}/publish`);

  expect([stale.status, stale.json.error.code]).toEqual([409, "CONFLICT"]);
});

test("unpublishing keeps the newest content as the draft", async () => {
  const { id } = await make("story", { title: "up", code: "keep-me" });
  await admin.put(`/api/story/${id}?draft=true`, { title: "newer" });

  const answer = await admin.post(`/api/story/${id}/unpublish`);

  expect(answer.json.data).toMatchObject({ title: "newer", publishedAt: null, _status: "draft" });
  expect((await visitor.get(`/api/story/${id}`)).status).toBe(404);
  expect((await admin.post("/api/story", { title: "x", code: "keep-me" })).status).toBe(409);
  expect((await admin.post(`/api/story/${id}/publish`)).json.data).toMatchObject({ title: "newer", _status: "published" });
});

test("discarding removes the draft; a record that was never published is deleted", async () => {
  const { id } = await make("story", { title: "live" });
  await admin.put(`/api/story/${id}?draft=true`, { title: "pending" });
  const fresh = await make("story?draft=true", { title: "never" });

  const discarded = await admin.delete(`/api/story/${id}?draft=true`);
  const gone = await admin.delete(`/api/story/${fresh.id}?draft=true`);

  expect(discarded.json.data).toMatchObject({ title: "live", _status: "published" });
  expect([gone.status, gone.json]).toEqual([200, { data: { id: fresh.id } }]);
  expect((await admin.get(`/api/story/${fresh.id}?draft=true`)).status).toBe(404);
});

test("unique values of drafts are reserved: of many saves one gets the value", async () => {
  const ids = await times(20, async (n) => (await make("story", { title: `claimer ${n}` })).id as string);

  const saves = await Promise.all(ids.map((id) => admin.put(`/api/story/${id}?draft=true`, { code: "claimed" })));
  const create = await admin.post("/api/story", { title: "late", code: "claimed" });

  expect(statuses(saves)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect([create.status, create.json.error.details]).toEqual([409, [{ field: "code", message: "is already taken" }]]);

  const winner = ids[saves.findIndex(({ status }) => status === 200)];
  await admin.delete(`/api/story/${winner}?draft=true`);
  expect((await admin.post("/api/story", { title: "later", code: "claimed" })).status).toBe(201);
});

test("fifty simultaneous publishes result in one published version and no 5xx", async () => {
  const { id } = await make("story", { title: "race" });
  await admin.put(`/api/story/${id}?draft=true`, { title: "raced" });

  const answers = await times(50, () => admin.post(`/api/story/${id}/publish`));
  const { data } = (await admin.get(`/api/story/${id}/versions?limit=100`)).json;

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(data.filter((version: { pinned: boolean }) => version.pinned)).toHaveLength(1);
  expect((await visitor.get(`/api/story/${id}`)).json.data.title).toBe("raced");
});

test("simultaneous saves, publishes and discards never mix two drafts and never fail", async () => {
  const { id } = await make("story", { title: "0", rank: 0 });

  const answers = await times(60, (n) => {
    if (n % 3 === 0) return admin.post(`/api/story/${id}/publish?force=true`);
    if (n % 7 === 0) return admin.delete(`/api/story/${id}?draft=true`);
    return admin.put(`/api/story/${id}?draft=true`, { title: String(n), rank: n });
  });
  const live = (await admin.get(`/api/story/${id}`)).json.data;

  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(live.title).toBe(String(live.rank));
});

test("the update filter and the excluded fields apply to drafts too", async () => {
  const editor = service.as("editor");
  const { id } = await make("story", { title: "theirs", owner: "them" });
  const mine = await make("story", { title: "mine", owner: "me" });

  expect((await editor.put(`/api/story/${id}?draft=true`, { title: "x" })).status).toBe(403);
  expect((await editor.post(`/api/story/${id}/publish`)).status).toBe(403);
  expect((await editor.get(`/api/story/${id}?draft=true`)).status).toBe(403);
  expect((await editor.get(`/api/story/${id}/versions`)).status).toBe(403);
  expect((await editor.put(`/api/story/${mine.id}?draft=true`, { owner: "them" })).status).toBe(403);
  expect((await editor.put(`/api/story/${mine.id}?draft=true`, { secret: "x" })).status).toBe(403);
  expect((await editor.put(`/api/story/${mine.id}?draft=true`, { owner: "us" })).status).toBe(200);
  expect((await service.as("writer").put(`/api/story/${mine.id}?draft=true`, {})).status).toBe(403);
});

test("entities without versions have no drafts", async () => {
  const { id } = await make("plain", { title: "x" });

  const missing = [
    await admin.post(`/api/plain/${id}/publish`),
    await admin.post(`/api/plain/${id}/unpublish`),
    await admin.get(`/api/plain/${id}/versions`),
    await admin.post(`/api/story/nonsense/publish`),
    await admin.post("/api/story/publish"),
    await admin.post("/api/nothing/publish"),
    await admin.post("/api/theme/0199c0de-0000-7000-8000-000000000000/publish"),
  ];
  const refused = [
    await admin.post("/api/plain?draft=true", { title: "x" }),
    await admin.put(`/api/plain/${id}?draft=true`, { title: "x" }),
    await admin.delete(`/api/plain/${id}?draft=true`),
    await admin.get(`/api/plain/${id}?draft=true`),
    await admin.get("/api/plain?draft=true"),
    await admin.post("/api/story?draft=yes", { title: "x" }),
    await admin.delete(`/api/plain/${id}?draft=maybe`),
  ];

  expect(missing.map(({ status }) => status)).toEqual(missing.map(() => 404));
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
  expect((await admin.get(`/api/story/${id}/publish`)).status).toBe(405);
  expect((await admin.get(`/api/plain/${id}`)).status).toBe(200);
});

test("a global has the same operations without an id", async () => {
  const path = "/api/theme";
  expect((await admin.get(path)).json.data).toMatchObject({ color: null, _status: "published" });

  await admin.put(path, { color: "red" });
  await admin.put(`${path}?draft=true`, { color: "blue" });
  expect((await visitor.get(path)).json.data).toMatchObject({ color: "red", _status: "modified" });
  expect((await admin.get(`${path}?draft=true`)).json.data.color).toBe("blue");
  expect((await admin.post(`${path}/publish`)).json.data).toMatchObject({ color: "blue", _status: "published" });
  expect((await admin.post(`${path}/unpublish`)).json.data).toMatchObject({ publishedAt: null });
  expect((await visitor.get(path)).json).toEqual({ data: null });
  expect((await admin.delete(path)).status).toBe(405);
  await admin.post(`${path}/publish`);
  await admin.put(`${path}?draft=true`, { color: "green" });
  expect((await admin.delete(`${path}?draft=true`)).json.data).toMatchObject({ color: "blue", _status: "published" });
  expect((await admin.get(`${path}/versions`)).json.meta.total).toBeGreaterThan(2);
});

test("a global with required fields can start as a draft, and be discarded", async () => {
  const path = "/api/settings";
  expect((await admin.post(`${path}/publish`)).status).toBe(404);

  const draft = await admin.put(`${path}?draft=true`, {});
  expect([draft.status, draft.json.data._status]).toEqual([200, "draft"]);
  expect((await admin.get(path)).json).toEqual({ data: null });
  expect((await admin.post(`${path}/publish`)).status).toBe(400);
  expect(Object.keys((await admin.delete(`${path}?draft=true`)).json.data)).toEqual(["id"]);
  expect((await admin.put(path, { siteName: "Ours" })).json.data).toMatchObject({ siteName: "Ours", _status: "published" });
});

test("an Idempotency-Key repeats the answer of a draft and of a publish", async () => {
  const writer = service.as("writer", "0199c0de-0000-7000-8000-0000000000aa");
  const headers = { "idempotency-key": "once" };
  const create = () => writer.post("/api/story?draft=true", { title: "told twice" }, headers);
  const [first, again] = [await create(), await create()];
  const publish = () => admin.post(`/api/story/${first.json.data.id}/publish`, undefined, headers);
  const [published, repeated] = [await publish(), await publish()];

  expect([again.status, again.json]).toEqual([201, first.json]);
  expect(again.json.data.title).toBe("told twice");
  expect(repeated.json).toEqual(published.json);
  expect((await admin.get(`/api/story/${first.json.data.id}/versions`)).json.meta.total).toBe(1);
});

test("refusals about users have Cache-Control: no-store", async () => {
  const answers = [await admin.get("/api/_user/nobody"), await admin.get("/api/_user?x=1"), await visitor.get("/api/_user")];

  expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(["no-store", "no-store", "no-store"]);
  expect((await admin.get("/api/story/nothing")).headers.get("cache-control")).toBe("private, no-cache");
});
