import { expect, test } from "@jest/globals";
import { validateConfig, type ConfigDefinition } from "@colophon/config";
import { compileSchema } from "@colophon/engine";
import { adminConfigFor } from "../src/admin/admin-config.ts";

const members = [
  { name: "shown", type: "text" as const },
  { name: "veiled", type: "text" as const, hidden: true },
  { name: "contact", type: "relation" as const, to: "person" },
];
const site: ConfigDefinition = {
  entities: [
    {
      name: "report",
      fields: [
        { name: "title", type: "text" },
        { name: "slug", type: "slug", from: "codename" },
        { name: "codename", type: "text" },
        { name: "boss", type: "relation", to: "person" },
        { name: "detail", type: "object", fields: [...members, { name: "deep", type: "object", fields: members }] },
        { name: "rows", type: "array", of: { type: "object", fields: members } },
        { name: "people", type: "array", of: { type: "relation", to: "person" } },
        { name: "parts", type: "blocks", blocks: [{ name: "quote", fields: members }] },
      ],
    },
    {
      name: "person",
      fields: [
        { name: "birthplace", type: "text" },
        { name: "ward", type: "text", hidden: true },
      ],
    },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "editor",
      permissions: { report: { read: { fields: { exclude: ["codename"] } }, update: { fields: { exclude: ["boss", "title"] } } } },
    },
    { name: "nurse", permissions: { person: { read: { filter: { ward: "A" }, fields: { exclude: ["ward"] } } } } },
  ],
};
const validated = validateConfig(site);
if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
const schema = compileSchema(validated.config);
const textFor = (role: string) => JSON.stringify(adminConfigFor(schema, role));
const fieldsFor = (role: string) => JSON.parse(textFor(role)).entities[0].fields;

test("hidden members of objects, arrays and blocks are in no role's answer", () => {
  for (const role of ["admin", "editor"]) expect(textFor(role)).not.toMatch(/veiled/);
  expect(
    fieldsFor("admin")
      .at(-1)
      .blocks[0].fields.map(({ name }: { name: string }) => name),
  ).toEqual(["shown", "contact"]);
  expect(fieldsFor("admin")[5].of.fields.map(({ name }: { name: string }) => name)).toEqual(["shown", "contact"]);
});

test("references to an entity that the role can't read are left out at every depth, and so are excluded fields", () => {
  expect(textFor("editor")).not.toMatch(/person|contact|people|boss|codename/);
  expect(fieldsFor("editor").map(({ name }: { name: string }) => name)).toEqual(["title", "slug", "detail", "rows", "parts"]);
  expect(JSON.parse(textFor("editor")).permissions).toEqual({
    report: { create: false, read: true, update: { fields: { exclude: ["title"] } }, delete: false },
  });
});

test("admins get the permissions of each role, without hidden names", () => {
  const permissions = { report: { read: { fields: { exclude: ["codename"] } }, update: { fields: { exclude: ["boss", "title"] } } } };

  expect(JSON.parse(textFor("admin")).roles).toEqual([
    { name: "admin", isAdmin: true, public: false },
    { name: "editor", isAdmin: false, public: false, permissions },
    { name: "nurse", isAdmin: false, public: false, permissions: { person: { read: { filter: null } } } },
  ]);
  expect(JSON.parse(textFor("editor")).roles[1]).toEqual({ name: "editor", isAdmin: false, public: false });
});
