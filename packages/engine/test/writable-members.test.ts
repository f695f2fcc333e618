import { expect, test } from "@jest/globals";
import { compileSchema, createEngine, type Principal } from "../src/index.ts";
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
const user = (role: string, confirmed = true): Principal => ({ kind: "user", role, userId: "u1", confirmed });
const key = (role: string): Principal => ({ kind: "key", role, keyId: "k1" });
const system: Principal = { kind: "system" };

/** The error's code and the fields that it names; without an error the unknown members. @param write - `update note` */
function writable(principal: Principal, write: string, body: Record<string, unknown>): unknown {
  const [operation, entity] = write.split(" ") as ["create" | "update", string];
  try {
    const unknown = createEngine(schema).as(principal).requireWritable(entity, { operation, body });
    return unknown.map(({ field }) => field);
  } catch (error) {
    const { code, details = [] } = error as { code: string; details?: readonly { field: string }[] };
    return [code, ...details.map(({ field }) => field)];
  }
}

test.each([
  ["each field that isn't excluded, whatever its value", user("writer"), "update note", { title: 5 }, []],
  ["a hidden field that isn't excluded", user("writer"), "create note", { secret: "s" }, []],
  [
    "what answers contain: automatic members, and those that begin with an underscore",
    user("writer"),
    "update note",
    { id: 1, createdAt: 2, locale: 3, _x: 4 },
    [],
  ],
  ["nothing", user("writer"), "update note", {}, []],
  ["a global, with the permission to update", user("writer"), "create banner", { text: "t" }, []],
  ["everything, for the system", system, "update note", { stamp: "s", notes: "n", secret: "x" }, []],
])("a writer may write %s", (_, principal, write, body, expected) => {
  expect(writable(principal, write, body)).toEqual(expected);
});

test.each([
  [
    "excluded fields that it may read are refused by name",
    user("writer"),
    "update note",
    { stamp: "s", title: "t" },
    ["FORBIDDEN", "stamp"],
  ],
  ["excluded fields that it may not read are unknown", user("writer"), "update note", { notes: "n", secret: "x" }, ["notes", "secret"]],
  ["fields that don't exist are unknown", user("writer"), "create note", { wrods: 1, title: "t" }, ["wrods"]],
  [
    "forbidden fields are refused before unknown ones are named",
    user("writer"),
    "create note",
    { wrods: 1, stamp: "s" },
    ["FORBIDDEN", "stamp"],
  ],
  ["nothing is allowed without the operation", user("reader"), "update note", {}, ["FORBIDDEN"]],
  ["roles of users are changed by admins only", user("writer"), "update _user", { role: "admin" }, ["FORBIDDEN", "role"]],
  ["and never by an API key", key("admin"), "update _user", { email: "a@example.com" }, ["FORBIDDEN", "email"]],
  ["an admin needs a recent sign-in for it", user("admin", false), "update _user", { role: "reader" }, ["CONFIRMATION_REQUIRED"]],
  ["there is no such entity", user("admin"), "update nothing", {}, ["NOT_FOUND"]],
])("%s", (_, principal, write, body, expected) => {
  expect(writable(principal, write, body)).toEqual(expected);
});
