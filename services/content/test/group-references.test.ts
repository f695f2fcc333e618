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
const fieldsOf = ({ status, json }: { status: number; json: ReturnType<typeof JSON.parse> }) => [
  status,
  json.error?.details?.map(({ field }: { field: string }) => field),
];

test("a record answers the stored id, and resolves the asked locale, its own, the default one or the stored record", async () => {
  const [en = "", de = "", fr = ""] = await pages("en", "de", "fr");
  const [french = ""] = await pages("fr");
  const article = await make("article", { locale: "de", page: fr, pages: [french, en] });
  const note = await make("note", { page: fr });
  const resolved = async (path: string) => (await read(`${path}resolve[page]=title`)).page.id;

  expect((await read(`article/${article.id}`)).page).toBe(fr);
  expect(await resolved(`article/${article.id}?`)).toBe(de);
  expect(await resolved(`article/${article.id}?locale=en&`)).toBe(en);
  expect(await resolved(`note/${note.id}?`)).toBe(en);
  expect(await resolved(`note/${note.id}?fallback=false&`)).toBe(fr);
  expect(await resolved(`note/${note.id}?locale=de&`)).toBe(de);
  expect((await read(`article/${article.id}?resolve[pages]=title`)).pages.map(({ id }: { id: string }) => id)).toEqual([french, de]);
});

test("a translation that the reader may not read, or that is a draft, is skipped", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const note = await make("note", { page: en });
  const reader = service.as("reader");
  const asked = async (client: Client) => (await read(`note/${note.id}?locale=de&resolve[page]=title`, client)).page.id;

  const before = await asked(reader);
  await admin.put(`/api/page/${de}`, { title: "secret" });

  expect(before).toBe(de);
  expect([await asked(admin), await asked(reader)]).toEqual([de, en]);
  expect(await admin.get(`/api/note?locale=de&filter[page.title]=secret`).then(({ json }) => json.meta.total)).toBe(1);
  expect(await reader.get(`/api/note?locale=de&filter[page.title]=secret`).then(({ json }) => json.meta.total)).toBe(0);
});

test("drafts of the referring record use the same rules, and lists overlay them before they filter", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const article = await make("article", { locale: "de", title: "x" });
  await admin.put(`/api/article/${article.id}?draft=true`, { page: en, pages: [en], body: [{ _type: "teaser", page: en }] });
  const path = "draft=true&resolve[page]=title&resolve[pages]=title&resolve[body.teaser.page]=title";

  const record = await read(`article/${article.id}?${path}`);
  const listed = async (filter: string) =>
    (await admin.get(`/api/article?${path}&${filter}`)).json.data.map(({ id }: { id: string }) => id);
  const author = service.as("admin", service.adminId);
  const token = (await author.post(`/api/article/${article.id}/preview`)).json.data.token;

  expect(record).toMatchObject({ page: { id: de }, pages: [{ id: de }], body: [{ page: { id: de } }] });
  expect(await read(`article/${article.id}?resolve[page]=title&preview=${token}`)).toMatchObject({ page: { id: de } });
  for (const filter of [`[page]=${de}`, `[pages][$has]=${de}`, `[body.teaser.page]=${de}`, `[page.id]=${en}`])
    expect([filter, await listed(`filter${filter}`)]).toEqual([filter, [article.id]]);
  expect(await listed("filter[page.title]=de&filter[title]=x&sort=page.title")).toEqual([article.id]);
});

test("a reverse field has the records that refer to any translation, one for each of their own groups", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const article = await make("article", { title: "en", page: en });
  const german = await make("article", { title: "de", page: en, locale: "de", translationGroup: article.translationGroup });
  const french = await make("article", { title: "fr", page: de, locale: "fr" });
  const query = "resolve[articles]=title&resolve[articles.$count]=true";
  const ids = (record: ReturnType<typeof JSON.parse>) => record.articles.map(({ id }: { id: string }) => id);

  const [ofEn, ofDe, asked] = [
    await read(`page/${en}?${query}`),
    await read(`page/${de}?${query}`),
    await read(`page/${en}?locale=de&${query}`),
  ];

  expect([ids(ofEn), ofEn._count.articles]).toEqual([[french.id, article.id], 2]);
  expect([ids(ofDe), ofDe._count.articles]).toEqual([[french.id, german.id], 2]);
  expect(ids(asked)).toEqual([french.id, german.id]);
});

test("locale is a parameter of records and lists whose references lead to translations, and of no others", async () => {
  const note = await make("note", {});
  const owner = await make("owner", {});

  const answers = [
    `note/${note.id}?locale=de`,
    "note?locale=de&fallback=false",
    `note/${note.id}?locale=xx`,
    "note?locale=xx",
    `owner/${owner.id}?locale=de`,
    `owner/${owner.id}?fallback=false`,
    "owner?locale=de",
  ];
  const statuses = await Promise.all(answers.map(async (path) => (await admin.get(`/api/${path}`)).status));

  expect(statuses).toEqual([200, 200, 400, 400, 400, 400, 400]);
});

test("two records of one group in one to-many relation are refused at every write, at any depth", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const [other = ""] = await pages("en");
  const note = await make("note", { pages: [en, other] });
  const article = await make("article", { pages: [en] });
  const body = (pages: readonly string[]) => [{ _type: "teaser", _key: "k", pages }];

  expect(fieldsOf(await admin.post("/api/note", { pages: [en, other, de] }))).toEqual([400, ["pages.2"]]);
  expect(fieldsOf(await admin.post("/api/note", { body: body([en, de]) }))).toEqual([400, ["body.0.pages.1"]]);
  expect(fieldsOf(await admin.put(`/api/note/${note.id}`, { pages: [de, en] }))).toEqual([400, ["pages.1"]]);
  expect(fieldsOf(await admin.put(`/api/article/${article.id}?draft=true`, { pages: [de, en] }))).toEqual([400, ["pages.1"]]);
  expect(fieldsOf(await admin.post("/api/note/bulk", { action: "update", ids: [note.id], data: { pages: [de, en] } }))).toEqual([
    400,
    ["ids[0].pages.1"],
  ]);
  expect(fieldsOf(await admin.post("/api/note/bulk", { action: "create", data: [{ pages: [de, en] }] }))).toEqual([
    400,
    ["data[0].pages.1"],
  ]);
  expect((await admin.post("/api/note", { page: en, pages: [de], body: body([en]) })).status).toBe(201);
});

test("two records of one group that are stored already are read and saved, and copied", async () => {
  const [en = "", de = ""] = await pages("en", "de");
  const [other = ""] = await pages("en");
  const note = await make("note", { title: "n", pages: [en] });
  const article = await make("article", { title: "a", pages: [en] });
  for (const [table, id] of [
    ["note", note.id],
    ["article", article.id],
  ])
    await service.database.run({ text: `insert into content.${table}__pages values ($1, $2, 1)` }, [id, de]);

  const shown = await read(`note/${note.id}?resolve[pages]=title`);
  const same = await admin.put(`/api/note/${note.id}`, await read(`note/${note.id}`));
  const more = await admin.put(`/api/note/${note.id}`, { pages: [de, other, en] });
  const draft = await admin.put(`/api/article/${article.id}?draft=true`, { title: "b", pages: [de, en] });
  const published = await admin.post(`/api/article/${article.id}/publish`);
  const copy = await admin.post(`/api/note/${note.id}/duplicate`);
  const translated = await admin.post(`/api/article/${article.id}/translate`, { locale: "de" });

  expect(shown.pages.map(({ id }: { id: string }) => id)).toEqual([en, en]);
  expect([same.status, more.status, more.json.data.pages]).toEqual([200, 200, [de, other, en]]);
  expect([draft.status, published.status, published.json.data.pages]).toEqual([200, 200, [de, en]]);
  expect([copy.status, copy.json.data.pages]).toEqual([201, [de, other, en]]);
  expect([translated.status, translated.json.data.pages]).toEqual([201, [de]]);
});
