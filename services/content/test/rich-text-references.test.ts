/** References inside documents and Markdown: they are checked, followed, filtered, cleared and moved like those of fields. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  locales: ["en", "de"],
  entities: [
    {
      name: "person",
      fields: [
        { name: "name", type: "text" },
        { name: "born", type: "number" },
        { name: "cards", type: "reverse", from: "article", field: "body.record.person" },
        { name: "links", type: "reverse", from: "article", field: "body.link.person" },
        { name: "quotes", type: "reverse", from: "article", field: "body.quote.by" },
        { name: "notes", type: "reverse", from: "article", field: "notes.record.person" },
      ],
    },
    { name: "secret", fields: [{ name: "name", type: "text" }] },
    {
      name: "page",
      translatable: true,
      trash: true,
      fields: [
        { name: "title", type: "text" },
        { name: "cards", type: "reverse", from: "article", field: "body.record.page" },
        { name: "links", type: "reverse", from: "article", field: "body.link.page" },
        { name: "notes", type: "reverse", from: "article", field: "notes.record.page" },
      ],
    },
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        {
          name: "body",
          type: "richtext",
          format: "document",
          embeds: ["person", "page", "secret"],
          blocks: [
            {
              name: "quote",
              fields: [
                { name: "text", type: "text" },
                { name: "by", type: "relation", to: "person" },
              ],
            },
          ],
        },
        { name: "notes", type: "richtext", embeds: ["person", "page"] },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "reader",
      permissions: { article: { read: true }, person: { read: { filter: { name: { $ne: "Hidden" } } } }, page: { read: true } },
    },
  ],
};

const GONE = "01890a5d-ac96-774b-bcce-b302099a8057";
let service: TestService;
let admin: Client;
let reader: Client;
beforeAll(async () => {
  service = await startService(site);
  [admin, reader] = [service.as("admin"), service.as("reader")];
});
afterAll(() => service?.stop());

const make = async (entity: string, content: object): Promise<string> => {
  const { status, json } = await admin.post(`/api/${entity}`, content);
  expect([status, json]).toEqual([201, expect.anything()]);
  return json.data.id;
};
const read = async (id: string, query = "", client = admin) => (await client.get(`/api/article/${id}${query}`)).json.data;
const record = (entity: string, id: string | null) => ({ _type: "record", attrs: { entity, id } });
const linked = (entity: string, id: string | null) => ({
  _type: "blockquote",
  content: [{ type: "paragraph", content: [{ type: "text", text: "see", marks: [{ type: "link", attrs: { entity, id } }] }] }],
});
const quote = (text: string, by: string | null) => ({ _type: "quote", attrs: { text, by } });

test("an id without a record is refused with its path, in documents and in Markdown", async () => {
  const answer = await admin.post("/api/article", {
    body: [linked("person", GONE), { _type: "image", attrs: { image: GONE } }, quote("a", GONE)],
    notes: `![a](asset:${GONE}) [b](record:person/${GONE})`,
  });

  expect(answer.status).toBe(400);
  const paths = answer.json.error.details.map(({ field }: { field: string }) => field).toSorted();
  expect(paths).toEqual(["body.0.content.0.content.0.marks.0.attrs.id", "body.1.attrs.image", "body.2.attrs.by", "notes", "notes"]);
});

test("records are embedded in place, filters go through them, and usages name them", async () => {
  const [ann, bob] = [await make("person", { name: "Ann", born: 1950 }), await make("person", { name: "Bob", born: 1970 })];
  const body = [record("person", ann), linked("person", bob), quote("Hm", ann)];
  const id = await make("article", { title: "Lives", body, notes: `[Bob](record:person/${bob})` });

  expect((await read(id)).body).toEqual(body);
  const resolved = await read(id, "?resolve[body.record.person]=name&resolve[body.link.person]=born&resolve[body.quote.by]=name");
  const of = (person: string, more: object) => ({ id: person, ...more });
  expect(resolved.body[0].attrs).toEqual({ entity: "person", id: of(ann, { name: "Ann" }) });
  expect(resolved.body[1].content[0].content[0].marks[0].attrs).toEqual({ entity: "person", id: of(bob, { born: 1970 }) });
  expect(resolved.body[2].attrs).toEqual({ text: "Hm", by: of(ann, { name: "Ann" }) });
  const found = async (filter: string) =>
    (await admin.get(`/api/article?fields=id&${filter}`)).json.data?.map((one: { id: string }) => one.id);
  expect(await found(`filter[body.record.person]=${ann}`)).toEqual([id]);
  expect(await found(`filter[body.record.person]=${bob}`)).toEqual([]);
  expect(await found("filter[body.link.person.name]=Bob")).toEqual([id]);
  expect(await found(`filter[notes.record.person]=${bob}`)).toEqual([id]);
  expect(await found("filter[body.quote.text]=Hm")).toEqual([id]);
  const usages = (await admin.get(`/api/person/${bob}/usages`)).json.data.map(({ field }: { field: string }) => field).toSorted();
  expect(usages).toEqual(["body.link.person", "notes.record.person"]);
  for (const path of ["body.record.article", "body.quote", "body.quote.text", "body.other", "body.record", "notes.record.person"]) {
    expect([path, (await admin.get(`/api/article/${id}?resolve[${path}]=name`)).status]).toEqual([path, 400]);
    const beside = "resolve[body.record.person]=name&resolve[body.quote.by]=name";
    expect([path, (await admin.get(`/api/article/${id}?${beside}&resolve[${path}]=name`)).status]).toEqual([path, 400]);
  }
});

test("reverse fields lead from a record to the texts that refer to it, once however often they do", async () => {
  const [zoe, hidden] = [await make("person", { name: "Zoe" }), await make("person", { name: "Hidden" })];
  const body = [record("person", zoe), record("person", zoe), linked("person", hidden), quote("Hm", zoe)];
  await make("article", { title: "Of Zoe", body, notes: `[Zoe](record:person/${zoe}) \`[Hidden](record:person/${hidden})\`` });
  const names = ["cards", "links", "quotes", "notes"];
  const resolve = names.map((name) => `resolve[${name}]=title&resolve[${name}.$count]=true`).join("&");

  const [ofZoe, ofHidden] = (await admin.get(`/api/person?filter[id][$in]=${zoe}&filter[id][$in]=${hidden}&sort=-name&${resolve}`)).json
    .data;

  const titles = (person: Record<string, { title: string }[]>, name: string) => person[name]?.map(({ title }) => title);
  expect(names.map((name) => titles(ofZoe, name))).toEqual([["Of Zoe"], [], ["Of Zoe"], ["Of Zoe"]]);
  expect(names.map((name) => titles(ofHidden, name))).toEqual([[], ["Of Zoe"], [], []]);
  expect([ofZoe._count, ofHidden._count]).toEqual([
    { cards: 1, links: 0, quotes: 1, notes: 1 },
    { cards: 0, links: 1, quotes: 0, notes: 0 },
  ]);
  const found = await admin.get("/api/person?fields=name&filter[cards.title]=Of Zoe");
  expect(found.json.data.map(({ name }: { name: string }) => name)).toEqual(["Zoe"]);
});

test("a record that is deleted is null in documents and stays in Markdown; what was read can be sent back", async () => {
  const ann = await make("person", { name: "Ann" });
  const notes = `[Ann](record:person/${ann})`;
  const id = await make("article", { title: "a", body: [record("person", ann), linked("person", ann), quote("x", ann)], notes });

  await admin.delete(`/api/person/${ann}`);
  const after = await read(id);
  expect(after.body).toEqual([record("person", null), linked("person", null), quote("x", null)]);
  expect(after.notes).toBe(notes);
  const back = await admin.put(`/api/article/${id}`, after);
  expect([back.status, back.json.error]).toEqual([200, undefined]);
  expect((await admin.put(`/api/article/${id}`, { notes: `${notes} and more` })).status).toBe(200);
  expect((await admin.post("/api/article", { notes })).status).toBe(400);
});

test("a record of a translation group moves to its sibling, in documents and in Markdown", async () => {
  const page = await make("page", { title: "Home" });
  const german = (await admin.post(`/api/page/${page}/translate`, { locale: "de" })).json.data.id;
  const id = await make("article", { title: "a", body: [record("page", page), linked("page", page)], notes: `[p](record:page/${page})` });

  await admin.delete(`/api/page/${page}?permanent=true`);

  const after = await read(id);
  expect(after.body).toEqual([record("page", german), linked("page", german)]);
  expect(after.notes).toBe(`[p](record:page/${german})`);
});

test("a reference to a translatable entity means its translation group: in reads, filters, reverse fields and usages", async () => {
  const page = await make("page", { title: "Home" });
  const german = (await admin.post(`/api/page/${page}/translate`, { locale: "de" })).json.data.id;
  await admin.put(`/api/page/${german}`, { title: "Zuhause" });
  const content = { body: [record("page", page), linked("page", page), record("page", german)], notes: `[p](record:page/${german})` };
  const [live, draft] = [await make("article", { title: "group", ...content }), await make("article", { title: "group" })];
  await admin.put(`/api/article/${draft}?draft=true`, content);
  const ids = async (path: string) => (await admin.get(`/api/${path}`)).json.data.map(({ id }: { id: string }) => id).toSorted();
  const card = (id: object) => ({ _type: "record", attrs: { entity: "page", id } });
  const embedded = (at: object) => [card(at), linked("page", page), card(at)];
  const [home, zuhause] = [
    { id: page, title: "Home" },
    { id: german, title: "Zuhause" },
  ];

  expect((await read(live)).body).toEqual(content.body);
  expect((await read(live, "?resolve[body.record.page]=title")).body).toEqual(embedded(home));
  expect((await read(live, "?resolve[body.record.page]=title&locale=de")).body).toEqual(embedded(zuhause));
  expect((await read(draft, "?draft=true&resolve[body.record.page]=title&locale=de")).body).toEqual(embedded(zuhause));
  for (const path of ["body.record.page", "body.link.page", "notes.record.page"])
    for (const filter of [`[${path}]=${page}`, `[${path}][$has]=${german}`, `[${path}.title]=Zuhause&locale=de`, `[${path}.title]=Home`]) {
      expect([filter, await ids(`article?filter[title]=group&filter${filter}`)]).toEqual([filter, [live]]);
      const drafts = await ids(`article?draft=true&filter[title]=group&filter${filter}`);
      expect([filter, drafts]).toEqual([filter, [live, draft].toSorted()]);
    }
  expect(await ids(`article?filter[title]=group&filter[body.record.page][$ne]=${german}`)).toEqual([draft]);
  for (const id of [page, german]) {
    const { data } = (await admin.get(`/api/page/${id}?resolve[cards]=title&resolve[links]=title&resolve[notes.$count]=true`)).json;
    expect([data.cards, data.links, data._count]).toEqual([[{ id: live, title: "group" }], [{ id: live, title: "group" }], { notes: 1 }]);
    const usages = (await admin.get(`/api/page/${id}/usages`)).json.data;
    expect(usages.map(({ id: from, field }: { id: string; field: string }) => `${from} ${field}`).toSorted()).toEqual(
      [live, draft]
        .flatMap((from) => ["body.link.page", "body.record.page", "notes.record.page"].map((field) => `${from} ${field}`))
        .toSorted(),
    );
  }
});

test("a record in the trash reads null until it is restored", async () => {
  const page = await make("page", { title: "Old" });
  const id = await make("article", { title: "a", body: [linked("page", page)] });

  await admin.delete(`/api/page/${page}`);
  expect((await read(id)).body).toEqual([linked("page", null)]);
  await admin.post(`/api/page/${page}/restore`, {});
  expect((await read(id)).body).toEqual([linked("page", page)]);
});

test("ids of an entity that a reader may not read are null for it, and hidden records aren't embedded", async () => {
  const [secret, hidden] = [await make("secret", { name: "s" }), await make("person", { name: "Hidden" })];
  const id = await make("article", { title: "a", body: [record("secret", secret), record("person", hidden), quote("q", hidden)] });

  expect((await read(id, "", reader)).body).toEqual([record("secret", null), record("person", hidden), quote("q", hidden)]);
  const resolved = await read(id, "?resolve[body.record.person]=name&resolve[body.quote.by]=name", reader);
  expect(resolved.body).toEqual([record("secret", null), record("person", null), quote("q", null)]);
  expect((await reader.get(`/api/article?filter[body.record.secret]=${secret}`)).status).toBe(400);
});

test("drafts have references of their own, and versions read null for what is gone", async () => {
  const ann = await make("person", { name: "Ann" });
  const id = await make("article", { title: "a", body: [] });
  const draft = await admin.put(`/api/article/${id}?draft=true`, { body: [linked("person", ann)] });
  expect(draft.status).toBe(200);

  await admin.delete(`/api/person/${ann}`);

  expect((await read(id, "?draft=true")).body).toEqual([linked("person", null)]);
  expect((await admin.post(`/api/article/${id}/publish`, {})).status).toBe(200);
  expect((await read(id)).body).toEqual([linked("person", null)]);
});

test("a draft is published although records in its texts were deleted, whether it changes the texts or not", async () => {
  const ann = await make("person", { name: "Ann" });
  const notes = `[Ann](record:person/${ann})`;
  const changed = await make("article", { title: "a", body: [record("person", ann)], notes });
  const first = (await admin.post("/api/article?draft=true", { title: "b", body: [quote("x", ann)], notes })).json.data.id;
  await admin.put(`/api/article/${changed}?draft=true`, { title: "c" });

  await admin.delete(`/api/person/${ann}`);

  for (const id of [changed, first]) expect((await admin.post(`/api/article/${id}/publish`, {})).json.error).toBeUndefined();
  expect(await read(changed)).toMatchObject({ title: "c", body: [record("person", null)], notes });
  expect(await read(first)).toMatchObject({ body: [quote("x", null)], notes });
});

test("a lost reference that is new in a draft is refused", async () => {
  const id = await make("article", { title: "a" });

  for (const body of [{ body: [record("person", GONE)] }, { notes: `[x](record:person/${GONE})` }])
    expect((await admin.put(`/api/article/${id}?draft=true`, body)).status).toBe(400);
});
