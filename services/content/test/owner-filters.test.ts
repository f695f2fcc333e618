import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { startOwnedSite, type OwnedSite } from "./support/owned-site.ts";
import type { Client, TestService } from "./support/service.ts";

let site: OwnedSite;
let service: TestService;
beforeAll(async () => {
  site = await startOwnedSite();
  ({ service } = site);
});
afterAll(() => service?.stop());

describe("in filters", () => {
  const found = async (by: Client, filter: string): Promise<[number, number | undefined]> => {
    const { status, json } = await by.get(`/api/note?limit=0&${filter}`);
    return [status, json.meta?.total];
  };

  test("the usual operators find records by who made or changed them", async () => {
    const [first, second, third] = [newId(), newId(), newId()];
    for (const id of [first, second, third]) await site.addUser(id, "writer");
    const ids = [
      await site.made(service.as("writer", first)),
      await site.made(service.as("writer", second)),
      await site.made(service.as("writer", third)),
    ];
    await service.as("knows", second).put(`/api/note/${ids[0]}`, { title: "b" });
    const of = (name: string, test: string) => found(site.as("knows"), `filter[id][$in]=${ids.join(",")}&filter[${name}]${test}`);

    expect(await of("_createdBy", `=${first}`)).toEqual([200, 1]);
    expect(await of("_createdBy", `[$ne]=${first}`)).toEqual([200, 2]);
    expect(await of("_createdBy", `[$in]=${first},${second}`)).toEqual([200, 2]);
    expect(await of("_createdBy", `[$notIn]=${first},${second}`)).toEqual([200, 1]);
    expect(await of("_createdBy", "[$null]=false")).toEqual([200, 3]);
    expect(await of("_updatedBy", `=${second}`)).toEqual([200, 2]);
    expect(await of("_createdBy", "=somebody")).toEqual([400, undefined]);
    expect(await of("_createdBy", `[$gt]=${first}`)).toEqual([400, undefined]);
    expect(await of("_createdBy", `[$contains]=0`)).toEqual([400, undefined]);
  });

  test.each([
    ["admin", { own: 200, colleague: 200, writer: 200, key: 200, nobody: 200 }],
    ["knows", { own: 200, colleague: 200, writer: 200, key: 400, nobody: 400 }],
    ["colleague", { own: 200, colleague: 200, writer: 400, key: 400, nobody: 400 }],
    ["stranger", { own: 200, colleague: 400, writer: 400, key: 400, nobody: 400 }],
    ["public", { own: 400, colleague: 400, writer: 400, key: 400, nobody: 400 }],
  ] as const)("another user's id requires read on that user, otherwise it is 400: %s", async (role, expected) => {
    const me = site.users[role] ?? newId();
    const reader = role === "public" ? service.anonymous() : service.as(role, me);
    const ids = { own: me, colleague: site.users["colleague"], writer: site.users["writer"], key: site.keyId, nobody: newId() };

    const found: Record<string, number | undefined> = {};
    for (const [who, id] of Object.entries(ids)) {
      const tests = [`filter[_createdBy]=${id}`, `filter[_updatedBy][$ne]=${id}`, `filter[$not][$or][0][_createdBy][$in]=${me},${id}`];
      const asked = tests.flatMap((test) => ["", "&limit=0", "&cursor="].map((page) => [test, page]));
      const answers = await Promise.all(asked.map(([test, page]) => reader.get(`/api/note?${test}${page}`)));
      const statuses = new Set(answers.map(({ status }) => status));
      const refused = answers.map(({ json }, at) => json.error && [json.error.details[0].field, asked[at]?.[0]?.split("=")[0]]);
      for (const [field, place] of refused.filter(Boolean)) expect(field).toBe(place);
      expect(statuses.size).toBe(1);
      found[who] = [...statuses][0];
    }
    expect(found).toEqual(expected);
  });

  test("the result of this check is not reused for another caller of the same role", async () => {
    const query = `/api/note?filter[_createdBy]=${site.users["stranger"]}`;

    expect((await site.as("stranger").get(query)).status).toBe(200);
    expect((await service.as("stranger").get(query)).status).toBe(400);
    expect((await site.byKey().get(`/api/note?filter[_createdBy]=${site.keyId}`)).status).toBe(200);
    expect((await service.asKey("stranger").get(`/api/note?filter[_createdBy]=${site.keyId}`)).status).toBe(400);
  });

  test("a condition through a relation requires the same permission", async () => {
    const id = await site.made(site.as("knows"), "post", { note: await site.made(site.as("writer")) });
    const query = `/api/post?fields=title&filter[id]=${id}&filter[note._createdBy]=${site.users["writer"]}`;

    expect((await site.as("knows").get(query)).json.data).toEqual([{ id, title: "a" }]);
    expect((await site.as("stranger").get(query)).status).toBe(400);
  });

  test("sorting by owners is refused", async () => {
    expect((await site.admin().get("/api/note?sort=_createdBy")).status).toBe(400);
    expect((await site.admin().get("/api/note?sort=-_updatedBy")).status).toBe(400);
  });
});

describe("in permission filters, $CURRENT_USER is the caller", () => {
  test.each<[string, () => Client, () => Client]>([
    ["a user", () => site.as("writer"), () => service.as("writer")],
    ["an API key", () => service.asKey("writer", site.keyId), () => service.asKey("writer")],
  ])("%s updates and deletes only its own records", async (_, owner, other) => {
    const id = await site.made(owner());

    expect((await other().put(`/api/note/${id}`, { title: "b" })).status).toBe(403);
    expect((await other().delete(`/api/note/${id}`)).status).toBe(403);
    expect((await owner().get(`/api/note/${id}?can=true&fields=id`)).json.data._can).toEqual({
      update: true,
      delete: true,
      publish: false,
    });
    expect((await other().get(`/api/note/${id}?can=true&fields=id`)).json.data._can).toEqual({
      update: false,
      delete: false,
      publish: false,
    });
    expect((await owner().put(`/api/note/${id}`, { title: "b" })).status).toBe(200);
    expect((await owner().delete(`/api/note/${id}`)).status).toBe(200);
  });

  test("records of others are missing in lists, totals, searches of drafts and single reads", async () => {
    const [mine, theirs] = [service.as("writer"), service.as("writer")];
    const id = await site.made(mine, "post", {}, "?draft=true");
    await site.made(theirs, "post");

    expect((await mine.get("/api/post?draft=true")).json).toMatchObject({ data: [{ id }], meta: { total: 1 } });
    expect((await theirs.get(`/api/post/${id}?draft=true`)).status).toBe(404);
    expect((await theirs.put(`/api/post/${id}?draft=true`, { title: "b" })).status).toBe(404);
    expect((await mine.put(`/api/post/${id}?draft=true`, { title: "b" })).status).toBe(200);
    expect((await mine.post(`/api/post/${id}/publish`)).status).toBe(200);
    expect((await theirs.get(`/api/post/${id}`)).status).toBe(404);
  });

  test("anonymous callers don't match each other", async () => {
    const id = await site.made(service.anonymous());
    const nobody = (await service.anonymous().get(`/api/note/${id}?can=true&fields=id`)).json.data;

    expect(nobody._can.update).toBe(false);
    expect((await site.as("writer").put(`/api/note/${id}`, {})).status).toBe(403);
  });

  test("_updatedBy is checked before the change and after it", async () => {
    const id = await site.made(site.as("changer"));
    expect((await site.as("changer").put(`/api/note/${id}`, { title: "b" })).status).toBe(200);

    await site.as("knows").put(`/api/note/${id}`, { title: "c" });

    expect((await site.as("changer").put(`/api/note/${id}`, { title: "d" })).status).toBe(403);
  });
});
