import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newsroom } from "./support/newsroom.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;

beforeAll(async () => {
  service = await startService(newsroom);
  admin = service.as("admin");
});
afterAll(() => service?.stop());

const make = async (path: string, body: object) => {
  const answer = await admin.post(`/api/${path}`, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data;
};
const translate = (entity: string, id: string, locale: string, client = admin) => client.post(`/api/${entity}/${id}/translate`, { locale });

test("a translation is a copy in the same group, and a draft if the entity has drafts", async () => {
  const tag = await make("tag", { label: "news" });
  const page = await make("page", { title: "Hello", hiddenNote: "kept" });

  const [plain, draft] = [await translate("tag", tag.id, "de"), await translate("page", page.id, "de")];
  const note = await service.database.run({ text: `select "hiddenNote" from content.page where id = $1` }, [draft.json.data.id]);

  expect([plain.status, draft.status]).toEqual([201, 201]);
  expect(plain.json.data).toMatchObject({ label: "news", locale: "de", translationGroup: tag.translationGroup });
  expect(plain.json.data.publishedAt).not.toBeNull();
  expect(draft.json.data).toMatchObject({ title: "Hello", locale: "de", translationGroup: page.translationGroup, _status: "draft" });
  expect(note).toEqual([{ hiddenNote: "kept" }]);
  expect((await admin.get(`/api/page/${draft.json.data.id}`)).status).toBe(404);
});

test("slugs are kept in another language, and made distinct if they are unique in all languages", async () => {
  const page = await make("page", { title: "Same words" });
  await make("page", { title: "Taken", slug: "same-words", locale: "fr" });

  const [german, french] = [await translate("page", page.id, "de"), await translate("page", page.id, "fr")];

  expect(german.json.data).toMatchObject({ slug: "same-words", address: "same-words-2" });
  expect(french.json.data).toMatchObject({ slug: "same-words-2", address: "same-words-3" });
});

test("the first save of a translation with another title generates its slug again, and no other save does", async () => {
  const page = await make("page", { title: "In English" });
  const { id } = (await translate("page", page.id, "de")).json.data;
  const path = `/api/page/${id}?draft=true`;

  const same = await admin.put(path.replace("?draft=true", ""), { title: "In English" });
  const french = (await translate("page", page.id, "fr")).json.data;
  const first = await admin.put(`/api/page/${french.id}?draft=true`, { title: "En français" });
  const second = await admin.put(`/api/page/${french.id}?draft=true`, { title: "Autrement" });

  expect(same.json.data.slug).toBe("in-english");
  expect(first.json.data).toMatchObject({ slug: "en-francais", address: "en-francais" });
  expect(second.json.data.slug).toBe("en-francais");
  expect((await admin.put(path, { title: "Anders" })).json.data.slug).toBe("in-english");
});

test("a translation that is created with its own title keeps the slug that it was created with", async () => {
  const { translationGroup } = await make("page", { title: "Contact", slug: "contact" });
  const german = await admin.post("/api/page", { title: "Kontakt", slug: "contact", locale: "de", translationGroup });

  const saved = await admin.put(`/api/page/${german.json.data.id}`, { title: "Kontakte" });

  expect([german.status, saved.json.data.slug]).toEqual([201, "contact"]);
});

test("a slug that is emptied together with a new title is generated again, and differs from those of other records", async () => {
  await make("page", { title: "Good leeks" });
  const { id } = (await admin.post("/api/page?draft=true", { title: "Good", slug: null })).json.data;
  const save = async (body: object) => (await admin.put(`/api/page/${id}?draft=true`, body)).json.data;

  expect((await save({ title: "Good leeks", slug: null })).slug).toBe("good-leeks-2");
  expect((await save({ title: "Good leeks", slug: null })).slug).toBe("good-leeks-2");
  expect((await save({ title: "Better leeks" })).slug).toBe("good-leeks-2");
  expect((await admin.put(`/api/page/${id}`, { title: "Best leeks", slug: null })).json.data.slug).toBe("best-leeks");
});

test("relations refer to the translation of their record if there is one, also nested ones", async () => {
  const [sport, money] = [await make("tag", { label: "sport" }), await make("tag", { label: "money" })];
  const german = (await translate("tag", sport.id, "de")).json.data;
  const parent = await make("page", { title: "Parent" });
  const germanParent = (await translate("page", parent.id, "de")).json.data;
  const page = await make("page", { title: "Child", tags: [money.id, sport.id], parent: parent.id, seo: { topic: sport.id } });

  const { data } = (await translate("page", page.id, "de")).json;

  expect(data).toMatchObject({ tags: [money.id, german.id], parent: germanParent.id, seo: { topic: german.id } });
});

test("a missing or unknown language is 400, an unknown or untranslatable record 404, a second copy 409", async () => {
  const page = await make("page", { title: "Once" });
  const story = await make("story", { title: "x" });
  await translate("page", page.id, "de");
  const editor = service.as("editor");

  const answers = [
    await admin.post(`/api/page/${page.id}/translate`, {}),
    await translate("page", page.id, "tlh"),
    await admin.post(`/api/page/${page.id}/translate`, { locale: 5 }),
    await admin.post(`/api/page/${page.id}/translate`, { locale: "fr", title: "x" }),
    await translate("page", story.id, "de"),
    await translate("page", "nonsense", "de"),
    await translate("story", story.id, "de"),
    await translate("page", page.id, "de"),
    await translate("page", page.id, "en"),
    await translate("tag", (await make("tag", { label: "x" })).id, "de", editor),
    await translate("page", page.id, "fr", service.anonymous()),
  ];

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404, 404, 404, 409, 409, 403, 403]);
});

test("a record that was never published can be translated only by callers who may read its draft", async () => {
  const page = await make("page?draft=true", { title: "Not yet" });

  expect((await translate("page", page.id, "de", service.as("editor"))).status).toBe(404);
  expect((await translate("page", page.id, "de")).json.data).toMatchObject({ title: "Not yet", locale: "de" });
});

test("a copy contains only fields that the role may write", async () => {
  const page = await make("page", { title: "Approved", approved: true });

  const copy = await translate("page", page.id, "de", service.as("editor"));

  expect([copy.status, copy.json.data.approved]).toEqual([201, false]);
});

test("of fifty simultaneous translations one is created, the others are 409", async () => {
  const page = await make("page", { title: "Race" });

  const answers = await Promise.all(Array.from({ length: 50 }, () => translate("page", page.id, "de")));
  const { total } = (await admin.get(`/api/page?draft=true&limit=0&filter[translationGroup]=${page.translationGroup}`)).json.meta;

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  expect(total).toBe(2);
});

test("single reads contain the translations that the caller may read", async () => {
  const page = await make("page", { title: "Named" });
  const { id } = (await translate("page", page.id, "de")).json.data;
  const names = async (client: Client, search = "") => (await client.get(`/api/page/${page.id}${search}`)).json.data._translations;

  expect(Object.keys(await names(service.anonymous()))).not.toContain("de");
  expect((await names(admin, "?draft=true")).de).toEqual({ id });
  await admin.post(`/api/page/${id}/publish`);
  expect((await names(service.anonymous())).de).toEqual({ id });
});

test("a list in one language falls back, group by group, to the default one", async () => {
  const [both, only] = [await make("page", { title: "Both", approved: true }), await make("page", { title: "Only", approved: true })];
  const german = (await translate("page", both.id, "de")).json.data;
  await admin.put(`/api/page/${german.id}`, { title: "Beide" });
  const search = `filter[translationGroup][$in]=${both.translationGroup},${only.translationGroup}&sort=title`;
  const titles = async (more: string) =>
    (await admin.get(`/api/page?${search}&${more}`)).json.data.map(({ title }: { title: string }) => title);

  expect(await titles("locale=de")).toEqual(["Beide"]);
  expect(await titles("locale=de&fallback=true")).toEqual(["Beide", "Only"]);
  expect(await titles("locale=en&fallback=true")).toEqual(["Both", "Only"]);
  await admin.put(`/api/page/${german.id}?draft=true`, { title: "Entwurf" });
  expect(await titles("locale=de&fallback=true")).toEqual(["Beide", "Only"]);
  expect(await titles("locale=de&fallback=true&draft=true")).toEqual(["Entwurf", "Only"]);
  await admin.post(`/api/page/${german.id}/unpublish`);
  expect(await titles("locale=de&fallback=true")).toEqual(["Both", "Only"]);
});

test("with an Idempotency-Key, two requests create one translation", async () => {
  const page = await make("page", { title: "Twice" });
  const send = () => admin.post(`/api/page/${page.id}/translate`, { locale: "de" }, { "idempotency-key": "translate-once" });

  const [first, again] = [await send(), await send()];

  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.json).toEqual(first.json);
});
