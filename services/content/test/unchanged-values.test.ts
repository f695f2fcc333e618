import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, FieldDefinition } from "@colophon/config";
import { startPostgres } from "../../../tests/support/servers/postgres.ts";
import type { TestPostgres } from "../../../tests/support/servers/postgres-server.ts";
import { startService, type Client, type Reply, type TestService } from "./support/service.ts";

interface Rules {
  readonly options: string[];
  readonly maxLength: number;
  readonly max: number;
  readonly required: boolean;
}

const parts = ({ options, maxLength, required }: Rules): FieldDefinition[] => [
  { name: "kind", type: "select", options },
  { name: "text", type: "text", maxLength },
  { name: "note", type: "text", required },
];
const site = (rules: Rules): ConfigDefinition => {
  const fields: FieldDefinition[] = [
    { name: "title", type: "text" },
    { name: "kind", type: "select", options: rules.options },
    { name: "kinds", type: "select", options: rules.options, multiple: true },
    { name: "inner", type: "object", fields: parts(rules) },
    { name: "list", type: "array", max: rules.max, of: { type: "object", fields: parts(rules) } },
    { name: "blocks", type: "blocks", blocks: [{ name: "part", fields: parts(rules) }] },
  ];
  return {
    entities: [
      { name: "plain", fields },
      { name: "kept", versions: true, fields },
      { name: "hooked", fields, hooks: { beforeUpdate: ({ data }) => data } },
      { name: "local", translatable: true, fields },
      { name: "page", translatable: true, versions: true, fields, hooks: { beforeCreate: ({ data }) => data } },
    ],
    locales: ["en", "de"],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "blind", permissions: { plain: { update: true } } },
    ],
  };
};
const WIDE: Rules = { options: ["fair", "ball"], maxLength: 100, max: 5, required: false };
const TIGHT: Rules = { options: ["fair"], maxLength: 5, max: 2, required: true };
const OLD = { kind: "ball", text: "a long text" };
const STORED = {
  title: "a",
  kind: "ball",
  kinds: ["fair", "ball"],
  inner: OLD,
  list: [OLD, { ...OLD, text: "another text" }, OLD],
  blocks: [{ _type: "part", _key: "k", ...OLD }],
};

let postgres: TestPostgres;
let service: TestService;
let admin: Client;
let paths: Record<string, string>;
beforeAll(async () => {
  postgres = await startPostgres({ migrated: true });
  const before = await startService(site(WIDE), { on: postgres });
  const made = async (entity: string, search = "") => {
    return `/api/${entity}/${(await before.as("admin").post(`/api/${entity}${search}`, STORED)).json.data.id}`;
  };
  paths = { plain: await made("plain"), kept: await made("kept"), hooked: await made("hooked"), draft: await made("kept", "?draft=true") };
  Object.assign(paths, { local: await made("local"), page: await made("page") });
  await before.stop();
  service = await startService(site(TIGHT), { on: postgres });
  admin = service.as("admin");
});
afterAll(async () => {
  await service?.stop();
  await postgres?.stop();
});

const fieldsOf = ({ status, json }: Reply) => [status, json.error?.details?.map(({ field }: { readonly field: string }) => field)];

test.each(["plain", "kept", "hooked"])(
  "a %s record is read, and saved as it was read, after its configuration became stricter",
  async (entity) => {
    const path = paths[entity] ?? "";
    const { data } = (await admin.get(path)).json;

    const saved = await admin.put(path, { ...data, title: "b", inner: { ...data.inner, text: "new", note: "n" } });
    const moved = await admin.put(path, { blocks: [{ _type: "part", text: "x", note: "n" }, ...data.blocks] });
    const reordered = await admin.put(path, { kinds: ["ball", "fair"] });
    const shortened = await admin.put(path, { list: [data.list[1], { ...data.list[0], text: "new", note: "n" }] });

    expect(data).toMatchObject(STORED);
    for (const reply of [saved, moved, reordered, shortened]) expect(fieldsOf(reply)).toEqual([200, undefined]);
    expect((await admin.get(path)).json.data).toMatchObject({
      ...STORED,
      title: "b",
      kinds: ["ball", "fair"],
      inner: { kind: "ball", text: "new" },
      blocks: [{ text: "x" }, STORED.blocks[0]],
      list: [{ text: "another text" }, { kind: "ball", text: "new" }],
    });
  },
);

test("a value that is changed is checked, also beside others that stay", async () => {
  const path = (await admin.get("/api/plain")).json.data.map(({ id }: { id: string }) => `/api/plain/${id}`)[0];
  const { data } = (await admin.get(path)).json;

  const refused = await admin.put(path, { inner: { ...data.inner, kind: "ball", text: "too long again", note: null } });
  const other = await admin.put(path, { title: "c", blocks: [{ _type: "part", kind: "ball", note: "n" }] });
  const added = await admin.put(path, { kinds: ["ball", "circus"] });

  expect(fieldsOf(refused)).toEqual([400, ["inner.text", "inner.note"]]);
  expect(fieldsOf(other)).toEqual([400, ["blocks.0.kind"]]);
  expect(fieldsOf(added)).toEqual([400, ["kinds.1"]]);
});

test("a first publication checks everything, and a caller who can't read the record learns nothing about its values", async () => {
  const refused = await admin.put(paths["draft"] ?? "", { inner: OLD });
  const draft = await admin.put(`${paths["draft"]}?draft=true`, { inner: { ...OLD, text: "new" } });
  const blind = await Promise.all([
    service.as("blind").put(paths["plain"] ?? "", { kind: "ball" }),
    service.as("blind").put(paths["plain"] ?? "", { kind: "gone" }),
  ]);

  expect(fieldsOf(refused)).toEqual([400, ["inner.kind", "inner.text", "inner.note"]]);
  expect(fieldsOf(draft)).toEqual([200, undefined]);
  expect(blind.map(fieldsOf)).toEqual([
    [400, ["kind"]],
    [400, ["kind"]],
  ]);
});

test.each(["local", "page"])(
  "a %s record is translated and duplicated with all its values, though its configuration became stricter",
  async (entity) => {
    const path = paths[entity] ?? "";

    const translated = await admin.post(`${path}/translate`, { locale: "de" });
    const copied = await admin.post(`${path}/duplicate`);

    for (const reply of [translated, copied]) expect(fieldsOf(reply)).toEqual([201, undefined]);
    for (const reply of [translated, copied]) expect(reply.json.data).toMatchObject(STORED);
  },
);
