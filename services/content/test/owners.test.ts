import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { ownersIn, startOwnedSite, type OwnedSite } from "./support/owned-site.ts";
import type { TestService } from "./support/service.ts";

let site: OwnedSite;
let service: TestService;
beforeAll(async () => {
  site = await startOwnedSite();
  ({ service } = site);
});
afterAll(() => service?.stop());

test("records contain their creator and last editor: a user, a key, or null for anonymous callers", async () => {
  const id = await site.made(site.as("writer"));
  expect(await site.owners(`/api/note/${id}`)).toEqual([site.user("writer"), site.user("writer")]);
  const answer = await site.as("knows").put(`/api/note/${id}`, { title: "b" });
  expect(ownersIn(answer.json.data)).toEqual([site.user("writer"), site.user("knows")]);
  await site.byKey().put(`/api/note/${id}`, { title: "c" });
  expect(await site.owners(`/api/note/${id}`, site.admin())).toEqual([
    site.user("writer"),
    { type: "key", id: site.keyId, name: "The importer" },
  ]);

  expect(await site.owners(`/api/note/${await site.made(service.anonymous())}`)).toEqual([null, null]);
});

test("older rows have none, and globals have them too", async () => {
  expect(await site.owners("/api/notice")).toEqual([null, null]);
  await site.as("knows").put("/api/notice", { title: "a" });
  expect(await site.owners("/api/notice")).toEqual([null, site.user("knows")]);
});

test("site.users, and the files that somebody uploaded, have owners as well", async () => {
  const name = newId();
  const { json } = await site.admin().post("/api/_user", { email: `${name}@example.com`, role: "writer" });
  expect(ownersIn(json.data)).toMatchObject([{ type: "user", id: service.adminId }, { id: service.adminId }]);
});

describe("the id and the name are visible only to callers who may read the user", () => {
  type Shown = (role: string) => unknown;
  const whole: Shown = (role) => site.user(role);
  const unnamed: Shown = (role) => ({ type: "user", id: site.users[role] });
  const hidden: Shown = () => ({ type: "user" });
  const wholeKey = () => ({ type: "key", id: site.keyId, name: "The importer" });
  const hiddenKey = () => ({ type: "key" });

  test.each<[reader: string, writer: Shown, colleague: Shown, key: () => unknown]>([
    ["admin", whole, whole, wholeKey],
    ["knows", whole, whole, hiddenKey],
    ["nameless", unnamed, unnamed, hiddenKey],
    ["colleague", hidden, whole, hiddenKey],
    ["stranger", hidden, hidden, hiddenKey],
    ["public", hidden, hidden, hiddenKey],
  ])("a caller with the role %s", async (role, writer, colleague, key) => {
    const reader = role === "public" ? service.anonymous() : service.as(role);
    const ids = [await site.made(site.as("writer")), await site.made(site.as("colleague")), await site.made(site.byKey())];

    const list = await reader.get(`/api/note?sort=createdAt&filter[id][$in]=${ids.join(",")}`);
    const shown = [writer("writer"), colleague("colleague"), key()];
    expect(list.json.data.map(ownersIn)).toEqual(shown.map((item) => [item, item]));
    for (const [at, id] of ids.entries()) expect(await site.owners(`/api/note/${id}`, reader)).toEqual([shown[at], shown[at]]);
  });

  test("a deleted user has neither, and owners don't prevent the deletion", async () => {
    const gone = newId();
    await site.addUser(gone, "writer");
    const id = await site.made(service.as("writer", gone));

    expect((await site.admin().delete(`/api/_user/${gone}`)).status).toBe(200);

    expect(await site.owners(`/api/note/${id}`, site.admin())).toEqual([{ type: "user" }, { type: "user" }]);
  });
});

test("fields= selects them like other fields, also inside a resolved record", async () => {
  const note = await site.made(site.as("writer"));
  const id = await site.made(site.as("knows"), "post", { note });

  expect((await site.as("knows").get(`/api/note/${note}?fields=title`)).json.data).toEqual({ id: note, title: "a" });
  expect((await site.as("knows").get(`/api/note/${note}?fields=_createdBy`)).json.data).toEqual({
    id: note,
    _createdBy: site.user("writer"),
  });
  const { data } = (await site.as("knows").get(`/api/post/${id}?resolve[note]=_createdBy&fields=title`)).json;
  expect(data.note).toEqual({ id: note, _createdBy: site.user("writer") });
});

test("a record can be sent back as it was read: a body changes no owner", async () => {
  const id = await site.made(site.as("writer"));
  const { data } = (await site.as("knows").get(`/api/note/${id}`)).json;

  const sent = await site.as("knows").put(`/api/note/${id}`, { ...data, _createdBy: site.user("knows") });

  expect(ownersIn(sent.json.data)).toEqual([site.user("writer"), site.user("knows")]);
});

test("the answer of a create without read permission has no owners", async () => {
  const { status, json } = await site.as("blind").post("/api/note", {});

  expect(status).toBe(201);
  expect(Object.keys(json.data)).toEqual(["id", "_type", "createdAt", "updatedAt", "publishedAt"]);
});

describe("drafts", () => {
  test("?draft=true shows the editor of the draft, a live read the editor of the live record", async () => {
    const id = await site.made(site.as("writer"), "post");
    await site.as("knows").put(`/api/post/${id}?draft=true`, { title: "b" });

    expect(await site.owners(`/api/post/${id}`)).toEqual([site.user("writer"), site.user("writer")]);
    expect(await site.owners(`/api/post/${id}?draft=true`)).toEqual([site.user("writer"), site.user("knows")]);
    const list = await site.as("knows").get(`/api/post?draft=true&filter[id]=${id}`);
    expect(list.json.data.map(ownersIn)).toEqual([[site.user("writer"), site.user("knows")]]);

    const saved = await site.byKey().put(`/api/post/${id}?draft=true`, { title: "c" });
    expect(ownersIn(saved.json.data)).toEqual([{ type: "user" }, { type: "key" }]);
    expect(await site.owners(`/api/post/${id}?draft=true`)).toEqual([site.user("writer"), { type: "key" }]);
    const filtered = await site.byKey().get(`/api/post?draft=true&fields=title&filter[_updatedBy]=${site.keyId}`);
    expect(filtered.json.data).toEqual([{ id, title: "c" }]);

    await site.as("knows").delete(`/api/post/${id}?draft=true`);
    expect(await site.owners(`/api/post/${id}?draft=true`)).toEqual([site.user("writer"), site.user("writer")]);
  });

  test("publish, unpublish and restore keep _createdBy; _updatedBy is the caller", async () => {
    const id = await site.made(site.as("writer"), "post", {}, "?draft=true");
    const versions = async () => (await site.as("knows").get(`/api/post/${id}/versions`)).json.data;
    const [{ id: first }] = await versions();
    const steps: [who: string, path: string][] = [
      ["knows", "publish"],
      ["colleague", "unpublish"],
      ["stranger", `versions/${first}/restore`],
      ["colleague", `versions/${first}/restore?publish=true`],
    ];

    for (const [who, path] of steps) {
      expect((await site.as(who).post(`/api/post/${id}/${path}`)).status).toBe(200);
      expect([path, ...(await site.owners(`/api/post/${id}?draft=true`))]).toEqual([path, site.user("writer"), site.user(who)]);
    }
    await site.as("knows").post(`/api/post/${id}/unpublish`);
    await site.as("colleague").post(`/api/post/${id}/unpublish`); // nothing to do: nobody has changed it
    expect(await site.owners(`/api/post/${id}?draft=true`)).toEqual([site.user("writer"), site.user("knows")]);
  });

  test("the owner of a translation is its translator", async () => {
    const id = await site.made(site.as("writer"), "post");

    const { json } = await site.as("knows").post(`/api/post/${id}/translate`, { locale: "de" });

    expect(ownersIn(json.data)).toEqual([site.user("knows"), site.user("knows")]);
    expect(await site.owners(`/api/post/${id}`)).toEqual([site.user("writer"), site.user("writer")]);
  });

  test("a schedule publishes as its author", async () => {
    const id = await site.made(site.as("writer"), "post", {}, "?draft=true");
    await site.as("knows").post(`/api/post/${id}/schedule`, { publishAt: "2026-01-01T00:00:00Z" });

    await service.content.scheduleRunner.carryOut({ entity: "post", recordId: id });

    expect(await site.owners(`/api/post/${id}`)).toEqual([site.user("writer"), site.user("knows")]);
  });
});

test("a repeated answer shows the owner as the caller may see it now", async () => {
  const headers = { "Idempotency-Key": newId() };
  const ask = () => site.as("knows").post("/api/note", { title: "again" }, headers);
  const first = await ask();
  await site.as("stranger").put(`/api/note/${first.json.data.id}`, { title: "b" });

  expect(ownersIn((await ask()).json.data)).toEqual(ownersIn(first.json.data));
  await service.database.run({ text: "update cms.users set name = 'Another' where id = $1" }, [site.users["knows"]]);
  expect(ownersIn((await ask()).json.data)).toMatchObject([{ name: "Another" }, { name: "Another" }]);
  await service.database.run({ text: "update cms.users set name = 'The knows' where id = $1" }, [site.users["knows"]]);
});

test("a version's content has no owners", async () => {
  const id = await site.made(site.as("knows"), "post");
  const [{ id: version }] = (await site.as("knows").get(`/api/post/${id}/versions`)).json.data;

  const { data } = (await site.as("knows").get(`/api/post/${id}/versions/${version}`)).json;
  expect(data.data).toEqual({ title: "a", note: null });
  expect(data.createdBy).toBe(site.users["knows"]);
});
