import { expect, test } from "@jest/globals";
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";
import { changingSite } from "./support/changing-site.ts";
import type { Client } from "./support/service.ts";

const { during, plannedLosses, untilFinished } = changingSite();

const TITLE: FieldDefinition = { name: "title", type: "text" };
const PERSON = { name: "person", fields: [TITLE] };
const site = (...fields: FieldDefinition[]): ConfigDefinition => ({
  entities: [{ name: "note", versions: true, trash: true, fields: [TITLE, ...fields] }, PERSON],
  roles: [{ name: "admin", isAdmin: true }],
});

const created = async (admin: Client, body: object): Promise<string> => {
  const { status, json } = await admin.post(`/api/note`, body);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
};

const URLS: FieldDefinition = { name: "links", type: "array", of: { type: "url" } };
const LABELLED: FieldDefinition = {
  name: "links",
  type: "array",
  of: {
    type: "object",
    fields: [
      { name: "label", type: "text" },
      { name: "url", type: "url" },
    ],
  },
};

test("a list whose items get another form is refused with path and number of records, and keeps its values", async () => {
  const id = await during(site(URLS), (admin) => created(admin, { links: ["https://a.example", "https://b.example"] }));

  const refused = during(site(LABELLED), async () => null);

  await expect(refused).rejects.toThrow(
    "note.links: the new definition of note.links can't hold the stored values of note.links (1 record)",
  );
  expect(await plannedLosses(site(LABELLED))).toEqual([
    "the new definition of note.links can't hold the stored values of note.links (1 record)",
  ]);
  await during(site(URLS), async (admin) => {
    expect((await admin.get(`/api/note/${id}`)).json.data.links).toEqual(["https://a.example", "https://b.example"]);
  });
  await during(
    site(LABELLED),
    async (admin) => {
      expect((await admin.get(`/api/note/${id}`)).json.data.links).toEqual([]);
    },
    true,
  );
});

const tickets = (...fields: FieldDefinition[]): FieldDefinition => ({ name: "tickets", type: "array", of: { type: "object", fields } });
const PRICE: FieldDefinition = { name: "price", type: "number" };
const PRICE_TEXT: FieldDefinition = { name: "price", type: "text" };

test("a number inside a list that becomes a text is converted in records, drafts, versions and the trash, and can be sent back", async () => {
  const [live, draft, trashed] = await during(site(tickets(PRICE)), async (admin) => {
    const first = await created(admin, { tickets: [{ price: 24 }] });
    const second = await created(admin, { tickets: [{ price: 1 }] });
    await admin.put(`/api/note/${second}?draft=true`, { tickets: [{ price: 2.5 }] });
    const third = await created(admin, { tickets: [{ price: 3 }] });
    await admin.delete(`/api/note/${third}`);
    return [first, second, third];
  });

  await during(site(tickets(PRICE_TEXT)), async (admin, service) => {
    const answered = (await admin.get(`/api/note/${live}`)).json.data;
    expect(answered.tickets).toEqual([{ price: "24" }]);
    expect((await admin.put(`/api/note/${live}`, answered)).status).toBe(200);
    expect((await admin.get(`/api/note/${draft}`)).json.data.tickets).toEqual([{ price: "1" }]);
    expect((await admin.get(`/api/note/${draft}?draft=true`)).json.data.tickets).toEqual([{ price: "2.5" }]);
    expect((await admin.post(`/api/note/${trashed}/restore`)).json.data.tickets).toEqual([{ price: "3" }]);
    await untilFinished(service);
    const { data: versions } = (await admin.get(`/api/note/${draft}/versions`)).json;
    const oldest = (await admin.get(`/api/note/${draft}/versions/${versions.at(-1).id}`)).json.data;
    expect([oldest.data.tickets, oldest.incompatible]).toEqual([[{ price: "1" }], undefined]);
  });
});

test("a text that is no number isn't converted silently: the plan names its path, in a draft too", async () => {
  await during(site(tickets(PRICE_TEXT)), async (admin) => {
    const id = await created(admin, { tickets: [{ price: "24" }] });
    await admin.put(`/api/note/${id}?draft=true`, { tickets: [{ price: "free" }] });
  });

  expect(await plannedLosses(site(tickets(PRICE)))).toEqual([
    "the new definition of note.tickets can't hold the stored values of note.tickets.price (1 record)",
  ]);
});

test("members and blocks keep their values under a new name, with their references", async () => {
  const before: FieldDefinition = {
    name: "body",
    type: "blocks",
    blocks: [
      {
        name: "quote",
        fields: [
          { name: "text", type: "text" },
          { name: "by", type: "relation", to: "person", onDelete: "restrict" },
        ],
      },
    ],
  };
  const after: FieldDefinition = {
    name: "body",
    type: "blocks",
    blocks: [
      {
        name: "citation",
        renamedFrom: "quote",
        fields: [
          { name: "words", type: "text", renamedFrom: "text" },
          { name: "author", type: "relation", to: "person", onDelete: "restrict", renamedFrom: "by" },
        ],
      },
    ],
  };
  const { id, person } = await during(site(before), async (admin) => {
    const { id: author } = (await admin.post("/api/person", { title: "Ines" })).json.data;
    const body = [{ _type: "quote", _key: "k", text: "a", by: author }];
    return { id: await created(admin, { body }), person: author };
  });

  await during(site(after), async (admin) => {
    expect((await admin.get(`/api/note/${id}`)).json.data.body).toEqual([{ _type: "citation", _key: "k", words: "a", author: person }]);
    expect((await admin.delete(`/api/person/${person}`)).status).toBe(409);
    expect((await admin.get(`/api/person/${person}/usages`)).json.data).toHaveLength(1);
  });
});

test("a member or a block that is removed is a loss only if a record has a value there", async () => {
  const wide = tickets(PRICE, { name: "note", type: "text" });
  await during(site(wide), (admin) => created(admin, { tickets: [{ price: 1 }] }));
  expect(await plannedLosses(site(tickets(PRICE)))).toEqual([]);

  await during(site(wide), (admin) => created(admin, { tickets: [{ price: 1, note: "kept" }] }));
  expect(await plannedLosses(site(tickets(PRICE)))).toEqual([
    "the new definition of note.tickets can't hold the stored values of note.tickets.note (1 record)",
  ]);
});

test("what an earlier release stored without its definition is compared too", async () => {
  await during(site(URLS), async (admin, service) => {
    await created(admin, { links: ["https://a.example"] });
    await service.database.run(
      { text: `update cms.schema_state set definition = '{"note": {"links": "array"}}' where superseded_at is null` },
      [],
    );
  });

  expect(await plannedLosses(site(LABELLED))).toHaveLength(1);
});

test("versions that would lose a value stay as they are, and can't be restored", async () => {
  const id = await during(site(URLS), async (admin) => {
    const made = await created(admin, { links: ["https://a.example"] });
    await admin.put(`/api/note/${made}`, { links: [] });
    return made;
  });

  await during(site(LABELLED), async (admin, service) => {
    await untilFinished(service);
    const { data: versions } = (await admin.get(`/api/note/${id}/versions`)).json;
    const oldest = versions.at(-1).id;
    const restored = await admin.post(`/api/note/${id}/versions/${oldest}/restore`);
    const stored = await service.database.run({ text: "select data -> 'links' ->> 0 as link from cms.versions where id = $1" }, [oldest]);
    expect((await admin.get(`/api/note/${id}/versions/${oldest}`)).json.data.incompatible).toBe(true);
    expect([restored.status, restored.json.error.code]).toEqual([400, "VERSION_INCOMPATIBLE"]);
    expect(stored).toEqual([{ link: "https://a.example" }]);
  });
});
