import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@colophon/database";
import { ownersIn, startOwnedSite, type OwnedSite } from "./support/owned-site.ts";

let site: OwnedSite;
beforeAll(async () => {
  site = await startOwnedSite();
});
afterAll(() => site?.service.stop());

const assign = (ids: readonly string[], userId: unknown, by = site.admin(), entity = "note") =>
  by.post(`/api/${entity}/bulk`, { action: "assign", ids, userId });

test("an admin changes the owner of records; their content, versions and last editor stay", async () => {
  const ids = [await site.made(site.as("writer"), "post"), await site.made(site.byKey(), "post", {}, "?draft=true")];
  await site.as("knows").put(`/api/post/${ids[0]}?draft=true`, { title: "b" });
  const before = await Promise.all(ids.map((id) => site.admin().get(`/api/post/${id}?draft=true`)));

  const { status, json } = await assign(ids, site.users["colleague"], site.admin(), "post");

  expect([status, json]).toEqual([200, { data: { ids } }]);
  for (const [at, id] of ids.entries()) {
    const after = await site.admin().get(`/api/post/${id}?draft=true`);
    expect(after.json.data).toEqual({ ...before[at]?.json.data, _createdBy: site.user("colleague") });
    expect(after.headers.get("etag")?.split(".")[0]).toBe(before[at]?.headers.get("etag")?.split(".")[0]);
    expect((await site.admin().get(`/api/post/${id}/versions`)).json.meta.total).toBe(at === 0 ? 2 : 1);
  }
});

test("the new owner has the permissions of owners, and the old one loses them", async () => {
  const [old, newOwner] = [newId(), newId()];
  await site.addUser(newOwner, "writer");
  const id = await site.made(site.service.as("writer", old));

  await assign([id], newOwner);

  expect((await site.service.as("writer", old).put(`/api/note/${id}`, { title: "b" })).status).toBe(403);
  expect((await site.service.as("writer", newOwner).put(`/api/note/${id}`, { title: "b" })).status).toBe(200);
});

test.each(["knows", "stranger", "blind"])("only an admin may change owners: %s", async (role) => {
  const id = await site.made(site.as("writer"));

  expect((await assign([id], site.users["knows"], site.as(role))).status).toBe(403);

  expect(ownersIn((await site.admin().get(`/api/note/${id}`)).json.data)).toEqual([site.user("writer"), site.user("writer")]);
});

test("an unknown user, or an unknown record, is refused, and no owner changes", async () => {
  const id = await site.made(site.as("writer"));

  const nobody = await assign([id], newId());
  expect([nobody.status, nobody.json.error.details]).toEqual([400, [{ field: "ids[0].userId", message: "there is no such record" }]]);
  expect((await assign([id], "somebody")).status).toBe(400);
  expect((await assign([id], undefined)).status).toBe(400);
  expect((await assign([id, newId()], site.users["knows"])).status).toBe(404);
  expect(ownersIn((await site.admin().get(`/api/note/${id}`)).json.data)).toEqual([site.user("writer"), site.user("writer")]);
});
