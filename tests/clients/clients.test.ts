import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { join } from "node:path";
import { ColophonError, createClient, etagOf } from "@colophon/client";
import { leaseTestSite } from "../support/stack/leased-site.ts";
import type { TestSite } from "../support/stack/stack.ts";
import type config from "./site.config.ts";

let stack: TestSite;
let apiKey: string;
const connect = () => createClient<typeof config>({ url: stack.url, apiKey });
beforeAll(async () => {
  stack = await leaseTestSite(join(import.meta.dirname, "site.config.ts"));
  apiKey = (await stack.admin.post("/api/_api-keys", { name: "Clients", role: "admin" })).data.key;
});
afterAll(async () => stack?.stop());

test("the typed client creates, reads with relations, changes and deletes", async () => {
  const cms = connect();
  const company = await cms.entity("company").create({ name: "Press, Inc." });
  const author = await cms.entity("author").create({ name: "Ann", company: company.id });
  const tag = await cms.entity("tag").create({ label: "typed" });
  const made = await cms.entity("article").create({ title: "Typed", rank: 3, author: author.id, tags: [tag.id], seo: { headline: "H" } });

  const { data, meta } = await cms.entity("article").list({
    filter: {
      rank: { $between: [1, 5] },
      author: { company: { name: { $in: ["Press, Inc."] } } },
      seo: { headline: "H" },
      $or: [{ title: "Typed" }, { title: "?" }],
    },
    sort: ["-rank", "title"],
    resolve: { author: { fields: ["name"], resolve: { company: ["name"] } }, tags: "*" },
    fields: ["title", "author", "tags"],
  });
  const changed = await cms.entity("article").update(made.id, { rank: null }, { ifMatch: etagOf(made) });
  const stale = cms.entity("article").update(made.id, { rank: 9 }, { ifMatch: etagOf(made) });

  expect(meta).toEqual({ total: 1, limit: 25, offset: 0 });
  expect(data[0]?.author?.company?.name).toBe("Press, Inc.");
  expect(data[0]?.tags[0]?.label).toBe("typed");
  expect(data[0]).not.toHaveProperty("rank");
  expect(changed).toMatchObject({ id: made.id, rank: null, section: "news", _status: "published" });
  await expect(stale).rejects.toMatchObject({ name: "ColophonError", status: 412, code: "PRECONDITION_FAILED" });
  expect(await cms.entity("article").delete(made.id)).toEqual({ id: made.id });
});

test("filters and embedded records work inside objects, arrays and blocks", async () => {
  const cms = connect();
  const company = await cms.entity("company").create({ name: "Nested Press" });
  const [ines, omar] = await Promise.all(["Ines", "Omar"].map((name) => cms.entity("author").create({ name, company: company.id })));
  if (!ines || !omar) throw new Error("no authors were made");
  await cms.entity("anthology").create({
    name: "both",
    parts: [{ pages: 2, by: ines.id }, { pages: 3 }],
    editors: [omar.id, ines.id],
    extras: [{ _type: "note", of: [omar.id] }],
  });
  await cms.entity("anthology").create({ name: "one", parts: [{ by: omar.id }] });

  const { data } = await cms.entity("anthology").list({
    filter: { "parts.by.name": "Ines", "parts.by": { company: { name: { $startsWith: "Nested" } } }, "extras.note.of": { $has: omar.id } },
    resolve: { "parts.by": { fields: ["name"], resolve: { company: ["name"] } }, editors: ["name"], "extras.note.of": ["name"] },
    fields: ["name"],
  });
  const others = await cms.entity("anthology").list({ filter: { "parts.by": { $ne: ines.id } }, fields: ["name"] });

  const [found] = data;
  expect([data.length, found?.name]).toEqual([1, "both"]);
  expect(found?.parts?.map(({ pages, by }) => [pages, by?.name, by?.company?.name])).toEqual([
    [2, "Ines", "Nested Press"],
    [3, undefined, undefined],
  ]);
  expect(found?.editors?.map(({ name }) => name)).toEqual(["Omar", "Ines"]);
  expect(found?.extras?.map((block) => (block._type === "note" ? block.of.map(({ name }) => name) : []))).toEqual([["Omar"]]);
  expect(others.data.map(({ name }) => name)).toEqual(["one"]);
});

test("a refusal is a ColophonError with every invalid field", async () => {
  const refused = await connect()
    .entity("article")
    .create({ title: "x".repeat(51) })
    .catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(ColophonError);
  expect(refused).toMatchObject({ status: 400, code: "VALIDATION_ERROR", details: [{ field: "title", message: expect.any(String) }] });
});

test("many records are changed by one call, and a refusal names each refused one", async () => {
  const authors = connect().entity("author");
  const ids = (await Promise.all(["b1", "b2"].map((name) => authors.create({ name })))).map(({ id }) => id);

  const done = await authors.bulk(ids, { action: "update", data: { name: "both" } });
  const refused = authors.bulk([...ids, "01890a5d-ac96-774b-bcce-b302099a8057"], { action: "delete" });

  expect(done).toEqual({ ids });
  await expect(refused).rejects.toMatchObject({ status: 404, details: [{ field: "ids[2]" }] });
  expect((await authors.list({ filter: { name: "both" } })).meta.total).toBe(2);
});

test("drafts don't change live content until they are published, and every version can be restored", async () => {
  const articles = connect().entity("article");
  const { id } = await articles.create({ title: "Live" });
  const draft = articles.draft(id);

  await draft.save({ title: "Pending" });
  const seen = [(await articles.one(id)).title, (await articles.one(id, { draft: true })).title];
  await draft.publish();
  const [newest, first] = (await draft.versions()).data;
  const patch = await draft.diff(String(first?.id), String(newest?.id));
  await draft.restore(String(first?.id), { publish: true });

  expect(seen).toEqual(["Live", "Pending"]);
  expect(patch).toEqual([{ op: "replace", path: "/title", value: "Pending" }]);
  expect((await articles.one(id)).title).toBe("Live");
});

test("pages, languages, globals, files and searches", async () => {
  const cms = connect();
  for (const label of ["p1", "p2", "p3"]) await cms.entity("tag").create({ label });
  const labels: string[] = [];
  for await (const { label } of cms.entity("tag").each({ filter: { label: { $startsWith: "p" } }, sort: "label", limit: 2 }))
    labels.push(label);
  const page = await cms.entity("page").create({ title: "Home" });
  const german = await cms.entity("page").translate(page.id, "de");
  await cms.global("settings").save({ theme: "dark" });
  const file = await cms.upload(new Blob(["plain text"]), { filename: "note.txt" });
  await cms.entity("article").create({ title: "Needle in a haystack" });

  expect(labels).toEqual(["p1", "p2", "p3"]);
  expect(german).toMatchObject({ locale: "de", translationGroup: page.translationGroup });
  expect((await cms.global("settings").get())?.theme).toBe("dark");
  expect(file).toMatchObject({ _type: "_file", size: 10, url: expect.stringMatching(/^\/api\/assets\//) });
  expect((await cms.search("needle")).results).toMatchObject([{ entity: "article", document: { title: "Needle in a haystack" } }]);
  expect(await cms.me()).toMatchObject({ user: null, role: "admin" });
});

test("the description and its explorer are available for every role, and its example bodies are accepted unchanged", async () => {
  const { body } = await stack.admin.get("/openapi.json");
  const again = await stack.visitor.get("/openapi.json");
  const kept = await stack.visitor.get("/openapi.json", { "if-none-match": String(again.headers.get("etag")) });
  const docs = await stack.visitor.get("/docs");

  expect(body.openapi).toBe("3.1.0");
  expect(kept.status).toBe(304);
  expect(again.headers.get("vary")).toBe("Origin, Cookie, Authorization");
  expect(Object.keys(again.body.paths).filter((path) => /author|page|_user|settings/.test(path))).toEqual([]);
  expect([docs.status, docs.headers.get("x-content-type-options")]).toEqual([200, "nosniff"]);
  for (const entity of ["article", "author", "company", "tag", "page", "_user"]) {
    const { example } = body.paths[`/api/${entity}`].post.requestBody.content["application/json"];
    const made = await stack.admin.post(`/api/${entity}`, example);
    expect([entity, made.status]).toEqual([entity, 201]);
  }
});
