import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createRemovals, type Removals } from "@colophon/database";
import { MANY_REFERRERS } from "@colophon/engine";
import { startService, type Client, type TestService } from "./support/service.ts";
import { onTranslatedSite, translatedSite } from "./support/translated-site.ts";

let service: TestService;
let admin: Client;
let removals: Removals;

beforeAll(async () => {
  service = await startService(translatedSite);
  admin = service.as("admin");
  removals = createRemovals(service);
});
beforeEach(async () => {
  await service.database.run({
    text: "truncate content.page, content.owner, content.note, content.guide, content.part, content.seat, content.article, cms.trash, cms.versions cascade",
  });
});
afterAll(() => service?.stop());

const { make, read, pages } = onTranslatedSite(() => admin);
const remove = (path: string) => admin.delete(`/api/${path}`);

const everywhere = (id: string) => ({
  page: id,
  pages: [id],
  body: [{ _type: "teaser", _key: "k", page: id, pages: [id] }],
});
const inAll = (record: ReturnType<typeof JSON.parse>) => ({
  page: record.page,
  pages: record.pages,
  body: record.body.map(({ page, pages: many }: { page: unknown; pages: unknown }) => ({ page, pages: many })),
});
const all = (id: string | null) => ({ page: id, pages: id ? [id] : [], body: [{ page: id, pages: id ? [id] : [] }] });

test("references of every kind move to a remaining translation when a record is deleted for good, whatever their onDelete", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const made = [];
  for (const entity of ["note", "guide", "part", "article"]) made.push([entity, await make(entity, everywhere(en))] as const);

  const { status } = await remove(`page/${en}?permanent=true`);

  expect(status).toBe(200);
  for (const [entity, { id, version, updatedAt }] of made) {
    const now = await read(`${entity}/${id}`);
    expect([entity, inAll(now)]).toEqual([entity, all(de)]);
    expect([now.version, now.updatedAt]).toEqual([version, updatedAt]);
  }
});

test("the last translation is deleted by the rules of onDelete", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const [note, guide, part] = [await make("note", everywhere(en)), await make("guide", { page: en }), await make("part", { page: en })];

  const first = await remove(`page/${en}?permanent=true`);
  const refused = await remove(`page/${de}?permanent=true`);
  await remove(`guide/${guide.id}`);
  const last = await remove(`page/${de}?permanent=true`);

  expect([first.status, refused.status, last.status]).toEqual([200, 409, 200]);
  expect(refused.text).toContain("guide");
  expect(inAll(await read(`note/${note.id}`))).toEqual(all(null));
  expect((await admin.get(`/api/part/${part.id}`)).status).toBe(404);
});

test("pending drafts, and values kept in the trash, move too", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const article = await make("article", { title: "live" });
  await admin.put(`/api/article/${article.id}?draft=true`, everywhere(en));
  const guide = await make("note", everywhere(en));
  await remove(`note/${guide.id}`);

  await remove(`page/${en}?permanent=true`);
  await admin.post(`/api/note/${guide.id}/restore`);

  expect(inAll(await read(`article/${article.id}?draft=true`))).toEqual(all(de));
  expect((await admin.post(`/api/article/${article.id}/publish`)).status).toBe(200);
  expect(inAll(await read(`article/${article.id}`))).toEqual(all(de));
  expect(inAll(await read(`note/${guide.id}`))).toEqual(all(de));
});

test("a list that already has the remaining translation keeps it once", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const note = await make("note", { pages: [en] });
  await service.database.run({ text: "insert into content.note__pages values ($1, $2, 1)" }, [note.id, de]);

  await remove(`page/${en}?permanent=true`);

  expect((await read(`note/${note.id}`)).pages).toEqual([de]);
});

test("a unique reference whose place is taken follows onDelete", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const [first, second] = [await make("seat", { page: en }), await make("seat", { page: de })];

  await remove(`page/${en}?permanent=true`);

  expect([(await read(`seat/${first.id}`)).page, (await read(`seat/${second.id}`)).page]).toEqual([null, de]);
});

test("references also move when a record is deleted by a cascade", async () => {
  const owner = await make("owner", {});
  const [en = "", de = ""] = await pages("en", "de");
  await admin.put(`/api/page/${en}`, { owner: owner.id });
  const guide = await make("guide", everywhere(en));

  const { status } = await remove(`owner/${owner.id}`);

  expect(status).toBe(200);
  expect((await admin.get(`/api/page/${en}`)).status).toBe(404);
  expect(inAll(await read(`guide/${guide.id}`))).toEqual(all(de));
});

test("records that a cascade deletes together may refer to each other", async () => {
  const owner = await make("owner", {});
  const [en = "", de = "", fr = ""] = await pages("en", "de", "fr");
  for (const id of [en, de]) await admin.put(`/api/page/${id}`, { owner: owner.id, parent: en });
  await admin.put(`/api/page/${fr}`, { parent: en });
  const [guide, other] = [await make("guide", everywhere(de)), (await pages("en"))[0] ?? ""];
  await admin.put(`/api/page/${other}`, { owner: owner.id, parent: de });
  await remove(`page/${de}`);

  const { status } = await remove(`owner/${owner.id}`);

  expect(status).toBe(200);
  expect(inAll(await read(`guide/${guide.id}`))).toEqual(all(fr));
  expect((await read(`page/${fr}`)).parent).toBe(fr);
  expect(await service.database.run({ text: "select id from content.page" })).toEqual([{ id: fr }]);
});

test("a record whose translation is left moves to the trash in spite of restrict, the last one doesn't", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const guide = await make("guide", everywhere(en));

  const first = await remove(`page/${en}`);
  const shown = await admin.get(`/api/guide/${guide.id}?resolve[page]=title&resolve[pages]=title&resolve[body.teaser.page]=title`);
  const kept = await read(`guide/${guide.id}`);
  const second = await remove(`page/${de}`);
  const forGood = await remove(`page/${de}?permanent=true`);

  expect([first.status, second.status, forGood.status]).toEqual([200, 409, 409]);
  expect(inAll(kept)).toEqual(all(en));
  expect(shown.json.data).toMatchObject({ page: { id: de }, pages: [{ id: de }], body: [{ page: { id: de } }] });
});

test("what was read is accepted again while a record is in the trash and a translation is left", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const note = await make("note", everywhere(en));
  await remove(`page/${en}`);

  const again = await admin.put(`/api/note/${note.id}`, await read(`note/${note.id}`));
  await remove(`page/${de}`);
  const alone = await admin.put(`/api/note/${note.id}`, { page: en });

  expect([again.status, inAll(again.json.data)]).toEqual([200, all(en)]);
  expect(alone.status).toBe(400);
  expect(inAll(await read(`note/${note.id}`))).toEqual(all(null));
});

test("a record that is deleted out of the trash leaves its references to the translation that is left", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const note = await make("note", everywhere(en));

  await remove(`page/${en}`);
  await remove(`page/${en}?permanent=true`);

  expect(inAll(await read(`note/${note.id}`))).toEqual(all(de));
});

test("of two concurrent deletions of all translations, restrict refuses one, and its references stay with the record that is left", async () => {
  for (let round = 0; round < 10; round += 1) {
    const ids = await pages("en", "de");
    const guide = await make("guide", everywhere(ids[round % 2] ?? ""));
    const query = round < 5 ? "?permanent=true" : "";

    const statuses = await Promise.all(ids.map(async (id) => (await remove(`page/${id}${query}`)).status));
    const left = await Promise.all(ids.map(async (id) => (await admin.get(`/api/page/${id}`)).status));

    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(left).toEqual(statuses.map((status) => (status === 200 ? 404 : 200)));
    const { page } = await read(`guide/${guide.id}?resolve[page]=title`);
    expect(page.id).toBe(ids[statuses.indexOf(409)]);
  }
});

test("usages list references to any record of the group, each once", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const one = await make("note", { title: "one", page: en });
  const two = await make("note", { title: "two", pages: [de], body: [{ _type: "teaser", _key: "k", pages: [de] }] });
  await service.database.run({ text: "insert into content.note__pages values ($1, $2, 1)" }, [two.id, en]);
  const article = await make("article", { title: "draft" });
  await admin.put(`/api/article/${article.id}?draft=true`, { pages: [en] });

  const [ofEn, ofDe] = [await admin.get(`/api/page/${en}/usages`), await admin.get(`/api/page/${de}/usages`)];

  expect(ofEn.json.data).toEqual(ofDe.json.data);
  expect(ofEn.json.meta.total).toBe(4);
  expect(ofEn.json.data.map(({ id, field }: { id: string; field: string }) => [id, field])).toEqual([
    [article.id, "pages"],
    [two.id, "body.teaser.pages"],
    [two.id, "pages"],
    [one.id, "page"],
  ]);
});

/** So many guides refer to the page that its references move in the background. */
const referOften = (page: string) =>
  service.database.run(
    {
      text: `insert into content.guide (id, created_at, updated_at, published_at, title, page)
        select gen_random_uuid(), now(), now(), now(), n::text, $1 from generate_series(1, ${MANY_REFERRERS + 1}) n`,
    },
    [page],
  );

test("many references move in the background, and lead to the translation meanwhile", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  await referOften(en);
  const guide = await make("guide", everywhere(en));
  const article = await make("article", everywhere(en));
  const drafted = await make("article", {});
  await admin.put(`/api/article/${drafted.id}?draft=true`, everywhere(en));

  const { status } = await remove(`page/${en}?permanent=true`);
  const shown = [
    await read(`guide/${guide.id}`),
    await read(`article/${article.id}`),
    await read(`article/${drafted.id}?draft=true`),
    (await admin.put(`/api/article/${article.id}`, await read(`article/${article.id}`))).json.data,
    (await admin.post(`/api/article/${drafted.id}/publish`)).json.data,
  ];
  const meanwhile = await admin.get(`/api/guide/${guide.id}?resolve[page]=title&resolve[body.teaser.page]=title`);
  const found = await admin.get(`/api/guide?filter[page]=${de}&limit=0`);
  const gone = await admin.get(`/api/page/${en}`);
  await removals.finish();

  expect([status, gone.status]).toEqual([200, 404]);
  expect(meanwhile.json.data).toMatchObject({ page: { id: de }, body: [{ page: { id: de } }] });
  expect(shown.map(inAll)).toEqual(shown.map(() => all(de)));
  expect(found.json.meta.total).toBe(MANY_REFERRERS + 2);
  expect(inAll(await read(`guide/${guide.id}`))).toEqual(all(de));
  const [left] = await service.database.run<{ n: number }>({ text: "select count(*)::int as n from content.guide where page = $1" }, [en]);
  expect(left?.n).toBe(0);
  expect(await service.database.run({ text: "select id from content.page" })).toEqual([{ id: de }]);
});

test("references that are still moving go on if their new page leaves too; the last one stays until they have arrived", async () => {
  const [en = "", de = "", fr = ""] = await pages("en", "de", "fr");
  await referOften(de);
  const pagesOf = () => service.database.run({ text: "select distinct page from content.guide" });

  const first = await remove(`page/${de}?permanent=true`);
  const trashed = await remove(`page/${en}`);
  const meanwhile = (await admin.get("/api/guide?resolve[page]=title&limit=1")).json.data[0].page.id;
  const last = [await remove(`page/${fr}`), await remove(`page/${fr}?permanent=true`)];
  const ofOlderReleases = await service.database.run({ text: "select from cms.removals where level = 0" });
  await removals.finish();

  expect([first.status, trashed.status, ...last.map(({ status }) => status)]).toEqual([200, 200, 503, 503]);
  expect(meanwhile).toBe(fr);
  expect(ofOlderReleases).toEqual([]);
  expect(await pagesOf()).toEqual([{ page: fr }]);
  expect([(await remove(`page/${fr}`)).status, (await remove(`page/${fr}?permanent=true`)).status]).toEqual([409, 409]);
});
