import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { validateConfig, type ConfigDefinition, type FieldDefinition } from "@colophon/config";
import { createDatabase, finishChange, planSchema } from "@colophon/database";
import { compileSchema, tableChanges } from "@colophon/engine";
import { createLog } from "@colophon/runtime";
import { eventually } from "../../../tests/support/eventually.ts";
import { startPostgres } from "../../../tests/support/postgres.ts";
import type { TestPostgres } from "../../../tests/support/postgres-server.ts";
import { startService, type Client, type TestService } from "./support/service.ts";
import { TEST_LIMITS } from "../../../tests/support/test-limits.ts";

let postgres: TestPostgres | undefined;
beforeEach(async () => {
  await postgres?.stop();
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

const TITLE: FieldDefinition = { name: "title", type: "text" };
const PERSON = { name: "person", fields: [TITLE] };
const site = (...fields: FieldDefinition[]): ConfigDefinition => ({
  entities: [{ name: "note", versions: true, trash: true, fields: [TITLE, ...fields] }, PERSON],
  roles: [{ name: "admin", isAdmin: true }],
});

async function during<T>(
  definition: ConfigDefinition,
  work: (admin: Client, service: TestService) => Promise<T>,
  allowDataLoss?: true,
): Promise<T> {
  if (!postgres) throw new Error("there is no database");
  const service = await startService(definition, { on: postgres, ...(allowDataLoss && { allowDataLoss }) });
  try {
    return await work(service.as("admin"), service);
  } finally {
    await service.stop();
  }
}

/** The losses that `schema plan` shows for a configuration. */
async function plannedLosses(definition: ConfigDefinition): Promise<readonly (string | null)[]> {
  const validated = validateConfig(definition);
  if (!validated.ok || !postgres) throw new Error("there is no configuration, or no database");
  const log = createLog({ name: "content", level: "info", to: { write: () => undefined } });
  const database = createDatabase({ url: postgres.url, poolSize: 1, log, ...TEST_LIMITS });
  try {
    const { changes } = await planSchema(database, compileSchema(validated.config), { tableChanges });
    return changes.flatMap(({ lossy }) => lossy ?? []);
  } finally {
    await database.close();
  }
}

const created = async (admin: Client, body: object): Promise<string> => {
  const { status, json } = await admin.post(`/api/note`, body);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
};

/** Waits until versions are converted, which begins some seconds after the start of PostgreSQL. */
const untilFinished = ({ database }: TestService): Promise<unknown> =>
  eventually(async () => {
    await finishChange(database);
    const left = await database.one<{ left: boolean }>({ text: "select bool_or(leftovers is not null) as left from cms.schema_state" });
    return left?.left === false;
  });

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

test("a change of the format of rich text is refused by name where texts are stored, unless they are kept", async () => {
  const body = (format: "markdown" | "blocks" | "document"): FieldDefinition => ({ name: "body", type: "richtext", format });
  const paragraph = { _type: "paragraph", content: [{ type: "text", text: "a" }] };
  await during(site(body("document")), (admin) => created(admin, { body: [paragraph] }));
  expect(await plannedLosses(site(body("markdown")))).toEqual([expect.stringContaining("note.body")]);
  expect(await plannedLosses(site(body("blocks")))).toEqual([]);

  await during(site(body("blocks")), (admin) => created(admin, { body: [{ _type: "callout", tone: "red" }] }));
  expect(await plannedLosses(site(body("document")))).toEqual([
    "the new definition of note.body can't hold the stored values of note.body.callout (1 record)",
  ]);
  expect(await plannedLosses(site(body("markdown")))).toEqual([expect.stringContaining("note.body")]);
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
