import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { startService, type Client, type Reply, type TestService } from "./support/service.ts";
import { ran, trashSite } from "./support/trash-site.ts";

let service: TestService;
let admin: Client;
let reader: Client;
beforeAll(async () => {
  service = await startService(trashSite);
  admin = service.as("admin");
  reader = service.anonymous();
});
beforeEach(() => void (ran.length = 0));
afterAll(() => service?.stop());

async function made(entity: string, body: object, query = ""): Promise<string> {
  const reply = await admin.post(`/api/${entity}${query}`, body);
  expect(reply.text).toContain('"data"');
  return reply.json.data.id;
}
const idsOf = ({ json }: Reply): string[] => json.data.map(({ id }: { id: string }) => id);
const count = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await service.database.run<{ n: string }>({ text: `select count(*) as n from ${sql}` }, values))[0]?.n);

test("DELETE moves the record into the trash, with its versions", async () => {
  const id = await made("article", { title: "One" });
  await admin.put(`/api/article/${id}`, { title: "Two" });

  const gone = await admin.delete(`/api/article/${id}`);

  expect([gone.status, gone.json]).toEqual([200, { data: { id } }]);
  expect(await count("cms.versions where record_id = $1", [id])).toBe(2);
  const restored = await admin.post(`/api/article/${id}/restore`);
  expect(restored.status).toBe(200);
  expect((await admin.get(`/api/article/${id}/versions`)).json.meta.total).toBe(2);
});

test("records in the trash are in no read, list, total or search, with and without drafts", async () => {
  const id = await made("article", { title: "Quagga grazing" });
  const draft = await made("article", { title: "Quagga sleeping" }, "?draft=true");
  await admin.put(`/api/article/${id}?draft=true`, { title: "Quagga drafted" });
  const section = await made("section", { name: "Quagga section" });
  const total = (await admin.get("/api/article")).json.meta.total;
  const drafts = (await admin.get("/api/article?draft=true")).json.meta.total;

  for (const item of [id, draft]) expect((await admin.delete(`/api/article/${item}`)).status).toBe(200);
  expect((await admin.delete(`/api/section/${section}`)).status).toBe(200);

  for (const path of [`article/${id}`, `article/${id}?draft=true`, `article/${draft}?draft=true`, `section/${section}`])
    expect((await admin.get(`/api/${path}`)).status).toBe(404);
  expect((await admin.get("/api/article")).json.meta.total).toBe(total - 1);
  expect((await admin.get("/api/article?draft=true")).json.meta.total).toBe(drafts - 2);
  for (const query of [
    "filter[title][$contains]=quagga",
    "draft=true&filter[title][$contains]=quagga",
    "sort=title&draft=true&limit=100",
  ]) {
    const { data } = (await admin.get(`/api/article?${query}`)).json;
    expect(data.filter((found: { id: string }) => found.id === id || found.id === draft)).toEqual([]);
  }
  for (const query of ["q=quagga", "q=qu", "filter[name][$contains]=quagga"])
    expect((await admin.get(`/api/section?${query}`)).json.meta.total).toBe(0);
  expect((await admin.get("/api/article?q=quagga&draft=true")).json.meta.total).toBe(0);
});

test("a record in the trash has no routes for versions, schedules and translations, and can't be written", async () => {
  const id = await made("article", { title: "Closed" });
  await admin.delete(`/api/article/${id}`);

  const asked = [
    admin.get(`/api/article/${id}/versions`),
    admin.get(`/api/article/${id}/schedule`),
    admin.post(`/api/article/${id}/preview`),
    admin.post(`/api/article/${id}/duplicate`),
    admin.post(`/api/article/${id}/translate`, { locale: "de" }),
    admin.post(`/api/article/${id}/publish`),
    admin.post(`/api/article/${id}/unpublish`),
    admin.put(`/api/article/${id}`, { title: "No" }),
    admin.put(`/api/article/${id}?draft=true`, { title: "No" }),
    admin.delete(`/api/article/${id}?draft=true`),
    admin.delete(`/api/article/${id}`),
  ];

  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 404));
});

test("its unique values and slugs are free meanwhile; if another record uses one, the restoration is 409", async () => {
  const id = await made("article", { title: "Unique", code: "u1" });
  await admin.delete(`/api/article/${id}`);

  const other = await admin.post("/api/article", { title: "Unique", code: "u1" });
  expect([other.status, other.json.data.slug]).toEqual([201, "unique"]);
  const refused = await admin.post(`/api/article/${id}/restore`);
  expect([refused.status, refused.json.error.code]).toEqual([409, "CONFLICT"]);
  expect(refused.json.error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual(["code", "slug"]);
  expect((await admin.get(`/api/article/${id}?trashed=true`)).json.data).toMatchObject({ code: "u1", slug: "unique" });

  await admin.put(`/api/article/${other.json.data.id}`, { code: "u2", slug: "other" });
  expect((await admin.post(`/api/article/${id}/restore`)).json.data).toMatchObject({ code: "u1", slug: "unique" });

  const section = await made("section", { name: "Twice" });
  await admin.delete(`/api/section/${section}`);
  expect((await admin.post("/api/section", { name: "Twice" })).json.data.slug).toBe("twice");
  expect((await admin.post(`/api/section/${section}/restore`)).status).toBe(409);
});

test("a draft's unique values are free meanwhile too, and reserved again by the restoration", async () => {
  const id = await made("article", { title: "Claims", code: "c1" });
  await admin.put(`/api/article/${id}?draft=true`, { code: "c2" });
  await admin.delete(`/api/article/${id}`);
  const other = await made("article", { title: "Claimant", code: "c2" });

  const refused = await admin.post(`/api/article/${id}/restore`);
  expect([refused.status, refused.json.error.details]).toEqual([409, [{ field: "code", message: "is already taken" }]]);
  await admin.put(`/api/article/${other}`, { code: null });
  expect((await admin.post(`/api/article/${id}/restore`)).status).toBe(200);
  expect((await admin.post("/api/article", { title: "Late", code: "c2" })).status).toBe(409);
  expect((await admin.get(`/api/article/${id}?draft=true`)).json.data).toMatchObject({ code: "c2", _status: "modified" });
});

test("its language in the group is free meanwhile, and a translation made meanwhile is 409", async () => {
  const en = await made("article", { title: "Both" });
  const de = (await admin.post(`/api/article/${en}/translate`, { locale: "de" })).json.data.id;
  await admin.delete(`/api/article/${de}`);

  expect((await admin.get(`/api/article/${en}?draft=true`)).json.data._translations).toEqual({});
  const anew = await admin.post(`/api/article/${en}/translate`, { locale: "de" });
  expect(anew.status).toBe(201);
  expect((await admin.post(`/api/article/${de}/restore`)).status).toBe(409);
  await admin.delete(`/api/article/${anew.json.data.id}`);
  expect((await admin.post(`/api/article/${de}/restore`)).status).toBe(200);
  expect((await admin.get(`/api/article/${en}?draft=true`)).json.data._translations).toEqual({ de: { id: de } });
});

test("references to it are null until it is restored", async () => {
  const [article, section] = [await made("article", { title: "Target" }), await made("section", { name: "Target" })];
  const link = await made("link", { title: "to", article, section, articles: [article] });
  const page = await made("page", { section });
  const before = (await reader.get(`/api/link/${link}`)).json.data;
  await admin.delete(`/api/article/${article}`);
  await admin.delete(`/api/section/${section}`);

  for (const query of ["", "?draft=true", "?resolve[article]=title&resolve[section]=name&resolve[articles]=title"])
    expect((await admin.get(`/api/link/${link}${query}`)).json.data).toMatchObject({ article: null, section: null, articles: [] });
  expect((await reader.get(`/api/page/${page}`)).json.data.section).toBeNull();
  for (const filter of [
    `filter[article]=${article}`,
    "filter[article.title]=Target",
    `filter[articles][$has]=${article}`,
    `filter[section]=${section}`,
  ])
    expect((await admin.get(`/api/link?${filter}`)).json.meta.total).toBe(0);
  expect(idsOf(await admin.get("/api/link?filter[article][$null]=true"))).toContain(link);
  for (const body of [{ article }, { articles: [article] }, { section }, { meta: { article } }])
    expect((await admin.post("/api/link", body)).status).toBe(400);

  await admin.post(`/api/article/${article}/restore`);
  await admin.post(`/api/section/${section}/restore`);
  expect((await reader.get(`/api/link/${link}`)).json.data).toEqual(before);
  expect((await admin.get(`/api/link?filter[article]=${article}`)).json.meta.total).toBe(1);
});

test("its schedules and previews end", async () => {
  const id = await made("article", { title: "Planned" });
  const { token } = (await service.as("admin", service.adminId).post(`/api/article/${id}/preview`)).json.data;
  expect((await admin.get(`/api/article/${id}?preview=${token}`)).status).toBe(200);
  await admin.post(`/api/article/${id}/schedule`, { unpublishAt: "2035-01-01T00:00:00.000Z" });

  await admin.delete(`/api/article/${id}`);

  expect(await count("cms.schedules where record_id = $1", [id])).toBe(0);
  await admin.post(`/api/article/${id}/restore`);
  expect((await admin.get(`/api/article/${id}/schedule`)).json.data).toMatchObject({ publishAt: null, unpublishAt: null });
  expect((await admin.get(`/api/article/${id}?preview=${token}`)).status).toBe(401);
});

test("delete hooks run when a record is moved into the trash, not when it is restored or removed", async () => {
  const id = await made("article", { title: "Hooked" });

  await admin.delete(`/api/article/${id}`);
  expect(ran).toEqual([`before ${id} Hooked`, `after ${id}`]);
  await admin.post(`/api/article/${id}/restore`);
  await admin.delete(`/api/article/${id}`);
  ran.length = 0;
  expect((await admin.delete(`/api/article/${id}?permanent=true`)).json).toEqual({ data: { id } });
  expect(ran).toEqual([]);

  const live = await made("article", { title: "Straight" });
  expect((await admin.delete(`/api/article/${live}?permanent=true`)).status).toBe(200);
  expect(ran).toEqual([`before ${live} Straight`, `after ${live}`]);
});

test("restrict applies when a record is moved into the trash, also through cascade; setNull and cascade apply when it is removed", async () => {
  const section = await made("section", { name: "Held" });
  const lock = await made("lock", { section });
  const refused = await admin.delete(`/api/section/${section}`);
  expect([refused.status, refused.json.error.message]).toEqual([409, "A record of lock still refers to this one"]);
  await admin.delete(`/api/lock/${lock}`);
  const [page, link] = [await made("page", { section }), await made("link", { section })];
  const pin = await made("pin", { page });
  expect((await admin.delete(`/api/section/${section}`)).status).toBe(409);
  await admin.delete(`/api/pin/${pin}`);

  expect((await admin.delete(`/api/section/${section}`)).status).toBe(200);
  expect((await admin.get(`/api/page/${page}`)).status).toBe(200);
  expect(await count("content.link where id = $1 and section = $2", [link, section])).toBe(1);

  expect((await admin.delete(`/api/section/${section}?permanent=true`)).status).toBe(200);
  expect((await admin.get(`/api/page/${page}`)).status).toBe(404);
  expect(await count("content.link where id = $1 and section is null", [link])).toBe(1);
});

test("records in the trash don't restrict other deletions; lost references are null, a required one is 400", async () => {
  const [owner, tag] = [await made("person", { name: "Ines" }), await made("tag", { name: "t" })];
  const id = await made("article", { title: "Loser", owner, editors: [owner], tags: [tag] });
  const contract = await made("contract", { person: owner });
  await admin.delete(`/api/article/${id}`);
  await admin.delete(`/api/contract/${contract}`);
  expect((await admin.get(`/api/article/${id}?trashed=true`)).json.data).toMatchObject({ owner, editors: [owner], tags: [tag] });

  expect((await admin.delete(`/api/person/${owner}`)).status).toBe(200);
  expect((await admin.delete(`/api/tag/${tag}`)).status).toBe(200);

  expect((await admin.get(`/api/article/${id}?trashed=true`)).json.data).toMatchObject({ owner: null, editors: [], tags: [] });
  expect((await admin.post(`/api/article/${id}/restore`)).json.data).toMatchObject({ owner: null, editors: [], tags: [] });
  const refused = await admin.post(`/api/contract/${contract}/restore`);
  expect([refused.status, refused.json.error.details]).toEqual([400, [{ field: "person", message: "there is no such record" }]]);
});

test.each([
  ["published", {}],
  ["a draft", { draft: true }],
  ["published with changes pending", { pending: true }],
])("restore returns the record unchanged: %s", async (_, { draft, pending }: { draft?: boolean; pending?: boolean }) => {
  const [owner, section] = [await made("person", { name: "Ines" }), await made("section", { name: "S" })];
  const [tag, other] = [await made("tag", { name: "t" }), await made("tag", { name: "u" })];
  const body = { title: "Whole", owner, editors: [owner], section, tags: [tag, other], state: "open" };
  const id = await made("article", body, draft ? "?draft=true" : "");
  if (pending) await admin.put(`/api/article/${id}?draft=true`, { title: "Changed", tags: [other] });
  const query = draft ? "?draft=true" : "";
  const [before, drafted] = [await admin.get(`/api/article/${id}${query}`), await admin.get(`/api/article/${id}?draft=true`)];
  await admin.delete(`/api/article/${id}`);

  const answer = await admin.post(`/api/article/${id}/restore`);

  const { _translations: __, ...record } = before.json.data;
  expect([answer.status, answer.json.data]).toEqual([200, record]);
  const [after, draftedAfter] = [await admin.get(`/api/article/${id}${query}`), await admin.get(`/api/article/${id}?draft=true`)];
  expect([after.text, after.headers.get("etag")]).toEqual([before.text, before.headers.get("etag")]);
  expect(draftedAfter.text).toBe(drafted.text);
  expect(await count("cms.trash where id = $1", [id])).toBe(0);
  await admin.delete(`/api/article/${id}?permanent=true`);
});

test("DELETE with permanent=true deletes permanently, in the trash and outside", async () => {
  const [live, trashed] = [await made("article", { title: "Live" }), await made("article", { title: "Trashed" })];
  await admin.delete(`/api/article/${trashed}`);

  for (const id of [live, trashed]) {
    expect((await admin.delete(`/api/article/${id}?permanent=true`)).status).toBe(200);
    expect((await admin.post(`/api/article/${id}/restore`)).status).toBe(404);
    expect(await count("cms.versions where record_id = $1", [id])).toBe(0);
    expect(await count("content.article where id = $1", [id])).toBe(0);
    expect((await admin.delete(`/api/article/${id}?permanent=true`)).status).toBe(404);
  }
  expect(await count("cms.trash where id = any ($1)", [[live, trashed]])).toBe(0);
});

test("an entity without a trash has none of its parameters and routes", async () => {
  const id = await made("person", { name: "P" });

  for (const reply of [await admin.get("/api/person?trashed=true"), await admin.get(`/api/person/${id}?trashed=true`)])
    expect([reply.status, reply.json.error.details]).toEqual([400, [{ field: "trashed", message: "person has no trash" }]]);
  expect((await admin.delete(`/api/person/${id}?permanent=true`)).status).toBe(400);
  expect((await admin.post(`/api/person/${id}/restore`)).status).toBe(404);
  for (const other of ["draft=true", "preview=x"]) expect((await admin.get(`/api/article?trashed=true&${other}`)).status).toBe(400);
  expect((await admin.delete(`/api/person/${id}`)).status).toBe(200);
  expect(await count("content.person where id = $1", [id])).toBe(0);
});

test("records in the trash have the time of their deletion, which sorts, pages and filters lists", async () => {
  const ids: string[] = [];
  for (const name of ["x", "y", "z"]) ids.push(await made("section", { name: `timed-${name}`, state: "open" }));
  const [x, y, z] = ids;
  for (const id of [y, x, z]) {
    await admin.delete(`/api/section/${id}`);
    await new Promise((resolve) => setTimeout(resolve, 2)); // the next one's time is another millisecond
  }

  const list = "/api/section?trashed=true&filter[name][$startsWith]=timed-&fields=name,_deletedAt&sort=-_deletedAt";
  const first = (await admin.get(`${list}&limit=2&cursor=`)).json;
  const rest = (await admin.get(`${list}&limit=2&cursor=${first.meta.nextCursor}`)).json;

  const found = [...first.data, ...rest.data];
  expect(found.map(({ id }) => id)).toEqual([z, x, y]);
  const { _deletedAt: at } = (await admin.get(`/api/section/${x}?trashed=true&fields=_deletedAt`)).json.data;
  expect(found[1]).toEqual({ id: x, name: "timed-x", _deletedAt: at });
  const earlier = await admin.get(`${list}&filter[_deletedAt][$lt]=${at}`);
  expect(earlier.json.data.map(({ id }: { id: string }) => id)).toEqual([y]);
  expect((await admin.get(`/api/section/${x}?trashed=true`)).json.data).not.toHaveProperty("_deletedAt");
});

test("trashed=true lists, filters, sorts, counts, pages and reads records in the trash", async () => {
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.push(await made("section", { name: `trash-${name}`, state: "open" }));
  for (const id of ids) await admin.delete(`/api/section/${id}`);
  const mine = "filter[name][$startsWith]=trash-";

  const list = await admin.get(`/api/section?trashed=true&${mine}&sort=-slug&limit=2&can=true`);
  expect(list.json.meta).toEqual({ total: 3, limit: 2, offset: 0 });
  expect(list.json.data.map(({ slug }: { slug: string }) => slug)).toEqual(["trash-c", "trash-b"]);
  expect(list.json.data[0]._can).toEqual({ update: false, delete: true, publish: false });
  const first = await admin.get(`/api/section?trashed=true&${mine}&sort=slug&limit=2&cursor=`);
  const next = await admin.get(`/api/section?trashed=true&${mine}&sort=slug&limit=2&cursor=${first.json.meta.nextCursor}`);
  expect([...idsOf(first), ...idsOf(next)]).toEqual(ids);
  expect((await admin.get(`/api/section?trashed=true&${mine}&filter[slug]=trash-b`)).json.meta.total).toBe(1);
  for (const q of ["trash-b", "sh-b", "h"]) expect(idsOf(await admin.get(`/api/section?trashed=true&${mine}&q=${q}`))).toContain(ids[1]);
  const reply = await admin.get(`/api/section/${ids[0]}?trashed=true`);
  expect(reply.json.data).toMatchObject({ id: ids[0], slug: "trash-a" });
  expect(reply.json.data.publishedAt).toEqual(expect.any(String));
  expect((await admin.get("/api/section?trashed=true&limit=1&offset=1000")).json.data).toEqual([]);
  await admin.post(`/api/section/${ids[0]}/restore`);
  expect((await admin.get(`/api/section?trashed=true&${mine}`)).json.meta.total).toBe(2);
});

test("If-Match applies to a move and a restoration", async () => {
  const id = await made("section", { name: "Versioned" });
  const tag = (await admin.get(`/api/section/${id}`)).headers.get("etag") ?? "";

  expect((await admin.delete(`/api/section/${id}`, { "if-match": '"9.abc"' })).status).toBe(412);
  expect((await admin.delete(`/api/section/${id}`, { "if-match": tag })).status).toBe(200);
  expect((await admin.post(`/api/section/${id}/restore`, undefined, { "if-match": '"9.abc"' })).status).toBe(412);
  expect((await admin.post(`/api/section/${id}/restore`, undefined, { "if-match": tag })).status).toBe(200);
});

test("bulk restores records from the trash, all or none", async () => {
  const ids: string[] = [];
  for (const name of ["one", "two"]) ids.push(await made("section", { name: `bulk ${name}` }));
  const live = await made("section", { name: "bulk live" });
  expect((await admin.post("/api/section/bulk", { action: "delete", ids })).json.data).toEqual({ ids });

  const refused = await admin.post("/api/section/bulk", { action: "restore", ids: [...ids, live] });
  expect([refused.status, refused.json.error.details[0].field]).toEqual([404, "ids[2]"]);
  expect((await admin.get(`/api/section/${ids[0]}`)).status).toBe(404);
  expect((await admin.post("/api/section/bulk", { action: "restore", ids })).json.data).toEqual({ ids });
  expect((await admin.get("/api/section?filter[name][$startsWith]=bulk")).json.meta.total).toBe(3);
  expect((await service.as("writer").post("/api/section/bulk", { action: "restore", ids })).status).toBe(403);
  expect((await admin.post("/api/person/bulk", { action: "restore", ids })).status).toBe(400);
});
