import { expect, test } from "@jest/globals";
import { textCondition, isSearchable } from "../../src/list-model/text-search.ts";
import { keyRequestOf } from "../../src/people/api-key.ts";
import { restrictionsOf } from "../../src/people/restrictions.ts";
import { withRoleChoice } from "../../src/api/role-choice.ts";
import { configOf, entityOf } from "../support.ts";

const users = entityOf({
  name: "_user",
  fields: [
    { name: "email", type: "email" },
    { name: "name", type: "text" },
    { name: "role", type: "text" },
  ],
});

test("a user's role is chosen from all roles but the public one; only admins can change it and the email address", () => {
  const rolesTold = (permissions: object) =>
    ["admin", "editor", "public"].map((name) => ({
      name,
      isAdmin: name === "admin",
      public: name === "public",
      ...(name !== "admin" && permissions),
    }));
  const fieldsFor = (permissions: object) =>
    withRoleChoice(configOf([], { builtIns: [users], roles: rolesTold(permissions) })).builtIns[0]?.fields ?? [];
  const readOnly = (permissions: object) => fieldsFor(permissions).filter(({ admin }) => admin && "readOnly" in admin && admin.readOnly);

  expect(fieldsFor({ permissions: {} }).at(-1)).toMatchObject({
    name: "role",
    type: "select",
    options: ["admin", "editor"],
    required: true,
  });
  expect(readOnly({ permissions: {} })).toEqual([]);
  expect(readOnly({}).map(({ name }) => name)).toEqual(["email", "role"]);
});

test("users are found by name and email address, as far as the caller can read these", () => {
  expect(textCondition(users, "ines")).toEqual({ $or: [{ name: { $contains: "ines" } }, { email: { $contains: "ines" } }] });
  expect(textCondition({ ...users, fields: users.fields.slice(1) }, "ines")).toEqual({ $or: [{ name: { $contains: "ines" } }] });
  expect(isSearchable({ ...users, fields: [] })).toBe(false);
  expect(textCondition(entityOf({ name: "tag", fields: users.fields }), "ines")).toBeUndefined();
});

test("a permission's row filter, excluded fields and drafts are shown", () => {
  const filter = { section: "news", age: { $gt: 3 } };

  expect(restrictionsOf({ filter, fields: { exclude: ["notes"] }, drafts: true })).toEqual({
    rows: 'section = news\nage: {"$gt":3}',
    isHidden: false,
    without: ["notes"],
    hasDrafts: true,
  });
  expect(restrictionsOf({ filter: null })).toMatchObject({ rows: null, isHidden: true });
  expect(restrictionsOf(true)).toEqual({ rows: null, isHidden: false, without: [], hasDrafts: false });
});

test("a key expires at the end of its last day, or never", () => {
  const values = { name: "Website", role: "editor", lastDay: "2030-05-01", rateLimit: 60 };

  expect(keyRequestOf(values)).toEqual({
    name: "Website",
    role: "editor",
    expiresAt: new Date(2030, 4, 1, 23, 59, 59, 999).toISOString(),
    rateLimitPerMinute: 60,
  });
  expect(keyRequestOf({ ...values, lastDay: "", rateLimit: "" })).toMatchObject({ expiresAt: null, rateLimitPerMinute: null });
});
