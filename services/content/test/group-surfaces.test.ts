import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startService, type Client, type TestService } from "./support/service.ts";
import { onTranslatedSite, translatedSite } from "./support/translated-site.ts";

let service: TestService;
let admin: Client;

beforeAll(async () => {
  service = await startService(translatedSite);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const { make, read, pages } = onTranslatedSite(() => admin);
const idsOf = async (path: string) => (await read(path)).map(({ id }: { id: string }) => id);

test("globals refer to the page in their language, or in the one of the request", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  await admin.put("/api/settings", { home: de });
  await admin.put("/api/imprint?locale=de", { home: en });
  await admin.put("/api/imprint", { home: de });
  const home = async (path: string) => (await read(`${path}resolve[home]=title`)).home?.id;

  expect((await read("settings")).home).toBe(de);
  expect([await home("settings?"), await home("settings?fallback=false&"), await home("settings?locale=de&")]).toEqual([en, de, de]);
  expect([await home("imprint?"), await home("imprint?locale=de&")]).toEqual([en, de]);
});

test("a shared field has one id in all translations, and leads each of them to the page in its language", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const article = await make("article", { title: "en", start: en });
  const german = await make("article", { title: "de", locale: "de", translationGroup: article.translationGroup });

  const shown = [article, german].map(async ({ id }) => [
    (await read(`article/${id}`)).start,
    (await read(`article/${id}?resolve[start]=title`)).start.id,
  ]);

  expect(await Promise.all(shown)).toEqual([
    [en, en],
    [en, de],
  ]);
});

test("lists of ids compare groups, and pages of a list sorted through a reference continue where they ended", async () => {
  const [[en = "", de = ""], [french = ""]] = [await pages("en", "de"), await pages("fr")];
  const notes = [];
  for (const page of [french, de, en, null]) notes.push((await make("note", { title: "sorted", page, pages: page ? [page] : [] })).id);
  const [ofFrench, ofDe, ofEn, empty] = notes;
  const listed = (filter: string) => idsOf(`note?filter[title]=sorted&sort=id&filter${filter}`);
  const sorted = "note?filter[title]=sorted&sort=page.title,id&limit=1&locale=de";

  const found: string[] = [];
  for (let cursor = ""; found.length < notes.length;) {
    const { json } = await admin.get(`/api/${sorted}&cursor=${cursor}`);
    found.push(json.data[0].id);
    cursor = json.meta.nextCursor;
  }

  expect(await listed(`[page][$in]=${en},${french}`)).toEqual([ofFrench, ofDe, ofEn]);
  expect(await listed(`[page][$notIn]=${en}`)).toEqual([ofFrench, empty]);
  expect(await listed(`[pages][$hasAll]=${en},${de}`)).toEqual([ofDe, ofEn]);
  expect(await listed("[page][$null]=true")).toEqual([empty]);
  expect(found).toEqual([ofDe, ofEn, ofFrench, empty]);
});

test("records in the trash lead to translations, and are found by them", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const note = await make("note", { page: en, pages: [en] });
  await admin.delete(`/api/note/${note.id}`);

  const query = "trashed=true&locale=de&resolve[page]=title&resolve[pages]=title";

  expect(await read(`note/${note.id}?${query}`)).toMatchObject({ page: { id: de }, pages: [{ id: de }] });
  expect(await idsOf(`note?${query}&filter[page]=${de}&filter[page.title]=de`)).toEqual([note.id]);
});

test("bulk deletion of a whole group follows restrict, of a part of it leads to the rest, and nothing that is stored changes", async () => {
  const [en = "", de = "", fr = ""] = await pages("en", "de", "fr");
  const [note, guide] = [await make("note", { page: en }), await make("guide", { page: en })];
  const bulk = async (action: string, ids: readonly string[]) => (await admin.post("/api/page/bulk", { action, ids })).status;
  const led = async () => (await read(`note/${note.id}?resolve[page]=title`)).page?.id;

  const [whole, part] = [await bulk("delete", [en, de, fr]), await bulk("delete", [en, de])];
  const meanwhile = await led();
  await admin.delete(`/api/guide/${guide.id}`);
  const [last, gone] = [await bulk("delete", [fr]), await led()];
  const [back, again] = [await bulk("restore", [de]), await led()];
  const stored = await service.database.run({ text: "select page from content.note where id = $1" }, [note.id]);

  expect([whole, part, last, back]).toEqual([409, 200, 200, 200]);
  expect([meanwhile, gone, again]).toEqual([fr, undefined, de]);
  expect(stored).toEqual([{ page: en }]);
});

test("the history keeps the ids that were stored, and a version in which a list has two of a group can be restored", async () => {
  const [en = "", de = "", fr = ""] = await pages("en", "de", "fr");
  const article = await make("article", { title: "first", page: en, pages: [en] });
  await service.database.run({ text: "insert into content.article__pages values ($1, $2, 1), ($1, $3, 2)" }, [article.id, de, fr]);
  await admin.put(`/api/article/${article.id}`, { title: "second" });
  const [second] = (await admin.get(`/api/article/${article.id}/versions`)).json.data;
  await admin.put(`/api/article/${article.id}`, { page: null, pages: [] });
  await admin.delete(`/api/page/${en}`);

  const version = await read(`article/${article.id}/versions/${second.id}`);
  const restored = await admin.post(`/api/article/${article.id}/versions/${second.id}/restore`, { draft: true });

  expect(version.data).toMatchObject({ page: en, pages: [en, de, fr] });
  expect([restored.status, restored.json.data.page, restored.json.data.pages]).toEqual([200, en, [en, de, fr]]);
});

test("an answer is not confirmed by its ETag after its reference has moved", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const note = await make("note", { page: en });
  const path = `/api/note/${note.id}`;
  const reader = service.as("reader");
  const etag = (await reader.get(path)).headers.get("etag") ?? "";

  await admin.delete(`/api/page/${en}?permanent=true`);
  const after = await reader.get(path, { "if-none-match": etag });

  expect([after.status, after.json.data.page]).toEqual([200, de]);
});

test("the unique value that a draft has reserved moves with its reference", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const [first, second] = [await make("booking", {}), await make("booking", {})];
  await admin.put(`/api/booking/${first.id}?draft=true`, { page: en });

  await admin.delete(`/api/page/${en}?permanent=true`);
  const taken = await admin.put(`/api/booking/${second.id}?draft=true`, { page: de });
  const published = await admin.post(`/api/booking/${first.id}/publish`);

  expect([taken.status, published.status, published.json.data.page]).toEqual([409, 200, de]);
});

test("a record that is written while its page is deleted refers to the translation that is left, or is refused", async () => {
  for (let round = 0; round < 8; round += 1) {
    const [en = "", de = ""] = await pages("en", "de");
    const guide = await make("guide", {});
    const body = [{ _type: "teaser", _key: "k", page: en, pages: [en] }];
    const write = () => admin.put(`/api/guide/${guide.id}`, { page: en, pages: [en], body });
    const remove = () => admin.delete(`/api/page/${en}?permanent=true`);

    const [wrote, removed] = await (round % 2
      ? Promise.all([write(), remove()])
      : Promise.all([remove(), write()]).then((all) => all.toReversed()));
    const { page, pages: many, body: inside } = await read(`guide/${guide.id}`);

    expect(removed?.status).toBe(200);
    expect([page, many]).toEqual(wrote?.status === 200 ? [de, [de]] : [null, []]);
    expect(inside).toEqual(wrote?.status === 200 ? [{ _type: "teaser", _key: "k", page: de, pages: [de] }] : null);
    expect([200, 400]).toContain(wrote?.status);
  }
});
