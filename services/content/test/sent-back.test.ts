import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { EntityDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const inside = [
  { name: "text", type: "text" },
  { name: "secret", type: "text", hidden: true, default: "unset" },
  { name: "safe", type: "relation", to: "safe" },
  { name: "safes", type: "relation", to: "safe", many: true },
] as const;
const letter: EntityDefinition = {
  name: "letter",
  versions: true,
  fields: [
    { name: "title", type: "text" },
    { name: "safe", type: "relation", to: "safe" },
    { name: "safes", type: "relation", to: "safe", many: true },
    {
      name: "envelope",
      type: "object",
      fields: [
        ...inside,
        { name: "stamp", type: "object", fields: inside },
        { name: "lines", type: "array", of: { type: "object", fields: inside } },
      ],
    },
    { name: "pages", type: "array", of: { type: "object", fields: inside } },
    { name: "parts", type: "blocks", blocks: [{ name: "note", fields: inside }] },
    { name: "seal", type: "object", immutable: true, fields: inside },
  ],
};

let service: TestService;
let admin: Client;
let editor: Client;
let safe: string;
beforeAll(async () => {
  service = await startService({
    entities: [letter, { ...letter, name: "hooked", hooks: { beforeUpdate: () => {} } }, { name: "safe", fields: [] }],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "editor", permissions: { letter: { read: true, update: true }, hooked: { read: true, update: true }, safe: { read: true } } },
    ],
  });
  [admin, editor] = [service.as("admin"), service.as("editor")];
  safe = (await admin.post("/api/safe", {})).json.data.id;
});
afterAll(() => service?.stop());

const item = (text: string) => ({ text, secret: `${text}'s`, safe, safes: [safe] });

async function makeLetter(entity = "letter") {
  const body = {
    title: "t",
    safe,
    safes: [safe],
    envelope: { ...item("e"), stamp: item("s"), lines: [item("l")] },
    pages: [item("1"), item("2"), item("3")],
    parts: [
      { _type: "note", _key: "a", ...item("a") },
      { _type: "note", _key: "b", ...item("b") },
    ],
    seal: item("x"),
  };
  return { path: `/api/${entity}/${(await admin.post(`/api/${entity}`, body)).json.data.id}`, body };
}

/** What is stored, hidden members included, of the newest content. */
async function storedAt(path: string): Promise<Record<string, unknown>> {
  const text = "select data::text from cms.versions where record_id = $1 order by number desc limit 1";
  const { rows } = await service.database.pool.query<{ data: string }>(text, [path.split("/").at(-1)]);
  return JSON.parse(rows[0]?.data ?? "null");
}

describe.each(["letter", "hooked"])("a %s can be sent back as it was read, and nothing changes", (entity) => {
  test.each([
    ["admin", ""],
    ["admin", "?draft=true"],
    ["editor", ""],
    ["editor", "?draft=true"],
  ])("by the %s%s: fields that they can't read are unchanged", async (role, search) => {
    const client = role === "admin" ? admin : editor;
    const { path, body } = await makeLetter(entity);
    const read = (await client.get(path + search)).json.data;

    const saved = await client.put(path + search, { ...read, title: "new" });

    expect(saved.status).toBe(200);
    expect(read.envelope.secret).toBeUndefined();
    expect(saved.json.data.pages).toEqual(read.pages);
    expect(await storedAt(path)).toMatchObject({ ...body, title: "new" });
  });
});

test("sent values are stored, also of hidden members; a new object or item gets defaults", async () => {
  const { path } = await makeLetter();
  const { pages, parts } = (await admin.get(path)).json.data;

  await admin.put(path, {
    envelope: { text: "e", secret: "told", safe: null, safes: [], stamp: null, lines: null },
    pages: [{ text: "new" }, pages[2], { ...pages[0], secret: null }],
    parts: [
      { _type: "note", text: "new" },
      { ...parts[0], text: "changed" },
    ],
  });

  const stored = await storedAt(path);
  expect(stored["envelope"]).toEqual({ text: "e", secret: "told", safe: null, safes: [], stamp: null, lines: null });
  expect(stored["pages"]).toMatchObject([{ secret: "unset" }, { text: "3", secret: "3's" }, { text: "1", secret: null }]);
  expect(stored["parts"]).toMatchObject([
    { text: "new", secret: "unset" },
    { text: "changed", secret: "a's" },
  ]);
});

test("empty values are filled", async () => {
  const { path } = await makeLetter();
  await admin.put(path, { envelope: { text: "e" }, pages: null, parts: null });

  const filled = await admin.put(path, { envelope: { stamp: {}, lines: [{}] }, pages: [{}], parts: [{ _type: "note" }] });

  expect(filled.status).toBe(200);
  const fresh = { secret: "unset", safe: null };
  expect(await storedAt(path)).toMatchObject({ envelope: { stamp: fresh, lines: [fresh] }, pages: [fresh], parts: [fresh] });
});

test("an item of a list that is changed at its index keeps its hidden members", async () => {
  const { path } = await makeLetter();
  const { pages } = (await admin.get(path)).json.data;

  await admin.put(path, { pages: [pages[0], { ...pages[1], text: "changed" }, pages[2]] });
  const changed = (await storedAt(path))["pages"];
  await admin.put(path, { pages: [pages[2], { ...pages[0], text: "another" }] });

  expect(changed).toMatchObject([{ secret: "1's" }, { text: "changed", secret: "2's" }, { secret: "3's" }]);
  expect((await storedAt(path))["pages"]).toMatchObject([{ secret: "3's" }, { text: "another", secret: "unset" }]);
});

test("an older version is restored unchanged, including hidden members, for every caller", async () => {
  const { path } = await makeLetter();
  await admin.put(path, { safe: null, safes: [], envelope: null });
  const [cleared] = (await editor.get(`${path}/versions`)).json.data;
  await admin.put(path, { safe, safes: [safe], envelope: { text: "again", safe } });

  const restored = await editor.post(`${path}/versions/${cleared.id}/restore`);

  expect(restored.status).toBe(200);
  expect(await storedAt(path)).toMatchObject({ safe: null, safes: [], envelope: null });
});
