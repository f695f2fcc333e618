import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  entities: [
    {
      name: "article",
      versions: true,
      trash: true,
      fields: [
        { name: "title", type: "text", searchable: true },
        { name: "author", type: "relation", to: "author" },
        { name: "helpers", type: "relation", to: "author", many: true },
      ],
    },
    { name: "note", trash: true, fields: [{ name: "author", type: "relation", to: "author" }] },
    {
      name: "author",
      fields: [
        { name: "name", type: "text" },
        { name: "articles", type: "reverse", from: "article", field: "author" },
        { name: "helped", type: "reverse", from: "article", field: "helpers" },
        { name: "notes", type: "reverse", from: "note", field: "author" },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "owner",
      permissions: {
        note: { create: true, read: true, delete: { filter: { _createdBy: "$CURRENT_USER" } } },
        article: { read: true, delete: true },
        _user: { read: true },
      },
    },
  ],
};

let service: TestService;
let admin: Client;
let author = "";
beforeAll(async () => {
  service = await startService(site);
  admin = service.as("admin", service.adminId);
  author = (await admin.post("/api/author", { name: "Anna" })).json.data.id;
});
afterAll(() => service?.stop());

async function made(entity: string, body: object, query = ""): Promise<string> {
  return (await admin.post(`/api/${entity}${query}`, body)).json.data.id;
}
const titles = (records: readonly { title: string }[]) => records.map(({ title }) => title).toSorted();

test("records in the trash are in no reverse field and no count of one, and filters don't find records through them", async () => {
  const gone = await made("article", { title: "gone", author, helpers: [author] });
  await made("article", { title: "kept", author, helpers: [author] });
  const draft = await made("article", { title: "draft", author, helpers: [author] }, "?draft=true");
  const note = await made("note", { author });
  const counts = ["articles", "helped", "notes"].map((name) => `resolve[${name}.$count]=true`).join("&");
  const path = `/api/author/${author}?resolve[articles]=title&resolve[helped]=title&${counts}`;
  expect((await admin.get(path)).json.data._count).toEqual({ articles: 2, helped: 2, notes: 1 });

  for (const item of [`article/${gone}`, `article/${draft}`, `note/${note}`]) expect((await admin.delete(`/api/${item}`)).status).toBe(200);

  const { data } = (await admin.get(path)).json;
  for (const name of ["articles", "helped"]) expect(titles(data[name])).toEqual(["kept"]);
  expect(data._count).toEqual({ articles: 1, helped: 1, notes: 0 });
  for (const filter of ["filter[articles.title]=gone", "filter[helped.title]=gone", `filter[notes.id]=${note}`])
    expect((await admin.get(`/api/author?${filter}`)).json.meta.total).toBe(0);
  expect((await admin.get("/api/author?filter[$not][articles.title]=gone")).json.meta.total).toBe(1);

  await admin.post(`/api/article/${gone}/restore`);
  expect((await admin.get("/api/author?filter[helped.title]=gone")).json.meta.total).toBe(1);
  await admin.delete(`/api/article/${gone}`);
});

test("the creator of a record is kept in the trash and visible there, and row filters by it apply there", async () => {
  const user = randomUUID();
  const owner = service.as("owner", user);
  const own = (await owner.post("/api/note", {})).json.data.id;
  const other = await made("note", {});
  for (const id of [own, other]) expect((await admin.delete(`/api/note/${id}`)).status).toBe(200);

  expect((await admin.get(`/api/note/${other}?trashed=true`)).json.data._createdBy).toMatchObject({ type: "user", id: service.adminId });
  expect((await admin.get(`/api/note?trashed=true&filter[_createdBy]=${service.adminId}&filter[id]=${other}`)).json.meta.total).toBe(1);
  const { data, meta } = (await owner.get("/api/note?trashed=true")).json;
  expect([data.map(({ id }: { id: string }) => id), meta.total]).toEqual([[own], 1]);
  expect((await owner.post(`/api/note/${other}/restore`)).status).toBe(404);
  expect((await owner.post(`/api/note/${own}/restore`)).status).toBe(200);
});

test("a restored record keeps its creator and last editor", async () => {
  const id = await made("article", { title: "By the admin" });
  await admin.delete(`/api/article/${id}`);

  const { status } = await service.as("owner").post(`/api/article/${id}/restore`);

  const { _createdBy, _updatedBy } = (await admin.get(`/api/article/${id}`)).json.data;
  expect([status, _createdBy.id, _updatedBy.id]).toEqual([200, service.adminId, service.adminId]);
});
