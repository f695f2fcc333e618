import { expect, test } from "@jest/globals";
import { compileSchema, createEngine, type Actor } from "../src/index.ts";
import { configOf } from "./support/config.ts";

const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "note",
        fields: [
          { name: "title", type: "text", required: true },
          { name: "stamp", type: "text" },
          { name: "notes", type: "text" },
          { name: "secret", type: "text", hidden: true },
        ],
      },
      { name: "banner", global: true, fields: [{ name: "text", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "reader", permissions: { note: { read: true } } },
      {
        name: "writer",
        permissions: {
          note: {
            create: { fields: { exclude: ["stamp"] } },
            read: { fields: { exclude: ["notes"] } },
            update: { fields: { exclude: ["stamp", "notes", "secret"] } },
          },
          banner: { update: true },
          _user: { read: true, update: true },
        },
      },
    ],
  }),
);
const user = (role: string, confirmed = true): Actor => ({ kind: "user", role, userId: "u1", confirmed });
const key = (role: string): Actor => ({ kind: "key", role, keyId: "k1" });
const system: Actor = { kind: "system" };

/** The error's code and the fields that it names; without an error the unknown members. */
function writable(actor: Actor, entity: string, operation: "create" | "update", body: Record<string, unknown>): unknown {
  try {
    const unknown = createEngine(schema).as(actor).requireWritable(entity, { operation, body });
    return unknown.map(({ field }) => field);
  } catch (error) {
    const { code, details = [] } = error as { code: string; details?: readonly { field: string }[] };
    return [code, ...details.map(({ field }) => field)];
  }
}

test.each([
  ["each field that isn't excluded, whatever its value", user("writer"), "note", "update", { title: 5 }, []],
  ["a hidden field that isn't excluded", user("writer"), "note", "create", { secret: "s" }, []],
  [
    "what answers contain: automatic members, and those that begin with an underscore",
    user("writer"),
    "note",
    "update",
    { id: 1, createdAt: 2, locale: 3, _x: 4 },
    [],
  ],
  ["nothing", user("writer"), "note", "update", {}, []],
  ["a global, with the permission to update", user("writer"), "banner", "create", { text: "t" }, []],
  ["everything, for the system", system, "note", "update", { stamp: "s", notes: "n", secret: "x" }, []],
])("a writer may write %s", (_, actor, entity, operation, body, expected) => {
  expect(writable(actor, entity, operation as "create" | "update", body)).toEqual(expected);
});

test.each([
  [
    "excluded fields that it may read are refused by name",
    user("writer"),
    "note",
    "update",
    { stamp: "s", title: "t" },
    ["FORBIDDEN", "stamp"],
  ],
  ["excluded fields that it may not read are unknown", user("writer"), "note", "update", { notes: "n", secret: "x" }, ["notes", "secret"]],
  ["fields that don't exist are unknown", user("writer"), "note", "create", { wrods: 1, title: "t" }, ["wrods"]],
  [
    "forbidden fields are refused before unknown ones are named",
    user("writer"),
    "note",
    "create",
    { wrods: 1, stamp: "s" },
    ["FORBIDDEN", "stamp"],
  ],
  ["nothing is allowed without the operation", user("reader"), "note", "update", {}, ["FORBIDDEN"]],
  ["roles of users are changed by admins only", user("writer"), "_user", "update", { role: "admin" }, ["FORBIDDEN", "role"]],
  ["and never by an API key", key("admin"), "_user", "update", { email: "a@example.com" }, ["FORBIDDEN", "email"]],
  ["an admin needs a recent sign-in for it", user("admin", false), "_user", "update", { role: "reader" }, ["CONFIRMATION_REQUIRED"]],
  ["there is no such entity", user("admin"), "nothing", "update", {}, ["NOT_FOUND"]],
])("%s", (_, actor, entity, operation, body, expected) => {
  expect(writable(actor, entity, operation as "create" | "update", body)).toEqual(expected);
});
