import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { validateConfig, type ConfigDefinition, type FieldDefinition } from "@colophon/config";
import { compileSchema, definedColumns, definedContent } from "@colophon/engine";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

const CANARY = "CANARY";
const seen: unknown[] = [];

const text = (name: string, hidden = false): FieldDefinition => ({ name, type: "text", ...(hidden && { hidden }) });
const object = (name: string, fields: FieldDefinition[], hidden = false): FieldDefinition => ({
  name,
  type: "object",
  fields,
  ...(hidden && { hidden }),
});

/** The previous site: each structure with hidden members and others that the new site doesn't define. */
const BEFORE: FieldDefinition[] = [
  text("title"),
  object("seo", [
    text("headline"),
    text("secret", true),
    object("deep", [text("note"), text("secret", true)]),
    object("gone", [text("x")], true),
  ]),
  {
    name: "steps",
    type: "array",
    of: { type: "object", fields: [text("label"), text("secret", true), object("sub", [text("a"), text("secret", true)])] },
  },
  {
    name: "parts",
    type: "blocks",
    blocks: [
      { name: "quote", fields: [text("text"), text("secret", true)] },
      { name: "memo", fields: [text("text"), text("secret", true)] },
    ],
  },
  object("retyped", [object("member", [text("secret", true)], false)]),
  { name: "turned", type: "array", of: { type: "object", fields: [text("secret", true)] } },
  { name: "swapped", type: "array", of: { type: "object", fields: [text("secret", true)] } },
];

/** The new site: hidden members are no longer defined; some members and fields have another type. */
const AFTER: FieldDefinition[] = [
  text("title"),
  object("seo", [{ ...text("headline"), searchable: true }, object("deep", [text("note")]), { ...text("fresh"), default: "new" }]),
  { name: "steps", type: "array", of: { type: "object", fields: [text("label"), object("sub", [text("a")])] } },
  { name: "parts", type: "blocks", blocks: [{ name: "quote", fields: [text("text")] }] },
  object("retyped", [{ ...text("member"), searchable: true }]),
  object("turned", [text("a")]),
  { name: "swapped", type: "array", of: { type: "text" } },
];

const site = (fields: FieldDefinition[], hooked = false): ConfigDefinition => ({
  entities: [
    {
      name: "page",
      versions: true,
      translatable: true,
      fields,
      ...(hooked && { hooks: { beforeUpdate: ({ existing }) => void seen.push(existing) } }),
    },
    { name: "link", fields: [text("name"), { name: "page", type: "relation", to: "page" }] },
    { name: "home", global: true, fields },
  ],
  locales: ["en", "de"],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "editor", permissions: { page: { read: true, update: true, create: true }, link: { read: true }, home: { read: true } } },
  ],
});

const quote = { _type: "quote", _key: "q", text: "q" };
const memo = { _type: "memo", _key: "m", text: CANARY, secret: CANARY };
const CONTENT = {
  title: "t",
  seo: { headline: "h", secret: CANARY, deep: { note: "n", secret: CANARY }, gone: { x: CANARY } },
  steps: [
    { label: "1", secret: CANARY, sub: { a: "a", secret: CANARY } },
    { label: "2", secret: CANARY, sub: null },
  ],
  parts: [memo, { ...quote, secret: CANARY }, { ...memo, _key: "n" }],
  retyped: { member: { secret: CANARY } },
  turned: [{ secret: CANARY }],
  swapped: [{ secret: CANARY }],
};
const SHOWN = {
  title: "t",
  seo: { headline: "h", deep: { note: "n" } },
  steps: [
    { label: "1", sub: { a: "a" } },
    { label: "2", sub: null },
  ],
  parts: [quote],
  turned: {},
  swapped: [],
};
const KEY = { "idempotency-key": "before-the-change" };

let postgres: TestPostgres;
let service: TestService;
let admin: Client;
let editor: Client;
let path: string;
let first: unknown;
beforeAll(async () => {
  postgres = await startPostgres({ migrated: true });
  const before = await startService(site(BEFORE), { on: postgres });
  const client = before.as("admin", "00000000-0000-7000-8000-00000000000a");
  const made = await client.post("/api/page", CONTENT, KEY);
  expect(made.status).toBe(201);
  path = `/api/page/${made.json.data.id}`;
  first = made.json.data;
  await client.put(`${path}?draft=true`, { title: "draft" });
  await client.put("/api/home", CONTENT);
  await client.post("/api/link", { name: "l", page: made.json.data.id });
  await before.stop();
  service = await startService(site(AFTER, true), { on: postgres, allowDataLoss: true });
  admin = service.as("admin", "00000000-0000-7000-8000-00000000000a");
  editor = service.as("editor");
});
afterAll(async () => {
  await service?.stop();
  await postgres?.stop();
});

async function storedAt(): Promise<Record<string, unknown>> {
  const text = "select to_jsonb(p)::text as row from content.page p where locale = 'en'";
  const { rows } = await service.database.pool.query<{ row: string }>(text);
  return JSON.parse(rows[0]?.row ?? "{}");
}

test("a record shows the members that are defined, at every depth, and no block of an unknown kind", async () => {
  for (const client of [admin, editor]) {
    expect((await client.get(path)).json.data).toMatchObject(SHOWN);
    expect((await client.get(path)).json.data.retyped).toEqual({ member: null });
    expect((await client.get("/api/home")).json.data).toMatchObject(SHOWN);
  }
});

test("members that are no longer defined are in no list, draft, embedded record, version or difference", async () => {
  const versions: { id: string }[] = (await editor.get(`${path}/versions`)).json.data;
  const [first, second] = versions.map(({ id }) => `${path}/versions/${id}`);

  const answers = await Promise.all(
    [
      "/api/page",
      "/api/page?draft=true",
      `${path}?draft=true`,
      "/api/link?resolve[page]=*",
      first ?? "",
      second ?? "",
      `${first}?diff=${versions[1]?.id}`,
    ].map((address) => editor.get(address)),
  );

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.map(({ text: body }) => body).join()).not.toContain(CANARY);
  for (const answer of [answers[4], answers[5]]) expect(answer?.json.data.data).toMatchObject({ parts: [quote], seo: SHOWN.seo });
  expect(answers[4]?.json.data.incompatible).toBeUndefined(); // the draft was converted
  expect(answers[5]?.json.data.incompatible).toBe(true); // of members with a new type, not of removed members
});

test("an object in a field that is now a text can't be filtered", async () => {
  const filters = ["[$contains]=CANARY", "[$startsWith]=%7B", "[$gt]=a"].map((test) => `/api/page?filter[retyped.member]${test}`);

  const found = await Promise.all(filters.map((address) => admin.get(address)));

  expect(found.map(({ json }) => json.data)).toEqual([[], [], []]);
});

test("a repeated answer follows the current configuration", async () => {
  const again = await admin.post("/api/page", CONTENT, KEY);

  expect(JSON.stringify(first)).toContain(CANARY);
  expect(again.json.data).toMatchObject({ ...SHOWN, id: path.split("/").at(-1) });
  expect(again.text).not.toContain(CANARY);
});

test("an export contains defined members, including hidden ones", async () => {
  const validated = validateConfig(site(AFTER));
  const schema = validated.ok ? compileSchema(validated.config) : null;
  const page = schema?.entities.get("page");
  const columns = page && definedColumns(page, "p");

  const rows = await service.database.run({ text: `select ${[...(columns?.values() ?? [])].join(", ")} from content.page p` }, []);
  const versions = await service.database.run({ text: `select ${schema && definedContent(schema, "v")} as data from cms.versions v` }, []);

  expect([...(columns?.keys() ?? [])]).toEqual(["seo", "steps", "parts", "retyped", "turned", "swapped"]);
  expect(JSON.stringify([rows, versions])).not.toContain(CANARY);
  expect(JSON.parse(String(versions[0]?.["data"]))).toMatchObject({ seo: SHOWN.seo, parts: [quote] });
});

test("a record can be translated and sent back as it was read; its members that are not defined are gone, by permission", async () => {
  const { data } = (await editor.get(path)).json;

  const saved = await editor.put(path, {
    ...data,
    seo: { ...data.seo, headline: "new" },
    parts: [quote, { _type: "quote", _key: "r", text: "r" }],
  });

  const translated = await editor.post(`${path}/translate`, { locale: "de" });

  expect([saved.status, saved.text.includes(CANARY)]).toEqual([200, false]);
  expect([translated.status, translated.text.includes(CANARY)]).toEqual([201, false]);
  expect(JSON.stringify(seen)).not.toContain(CANARY);
  expect(await storedAt()).toMatchObject({
    seo: { headline: "new", fresh: "new", deep: { note: "n" } },
    steps: SHOWN.steps,
    parts: [quote, { _key: "r" }],
  });
  expect(JSON.stringify(await storedAt())).not.toContain(CANARY);
});
