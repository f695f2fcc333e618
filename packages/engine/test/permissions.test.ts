import { describe, expect, test } from "@jest/globals";
import type { Operation, RoleDefinition } from "@colophon/config";
import { compileSchema, createEngine, entityOf, ownerOf, type Principal } from "../src/index.ts";
import { finishUser, ownRulesOf, requireConfirmedValues, requireWritableValues } from "../src/permissions/built-in-rules.ts";
import { draftRuleFor, isAdminPrincipal, maskDetails, requireAdmin, ruleFor } from "../src/permissions/permissions.ts";
import { compileFilter, compileRole, constantlyFiltered } from "../src/permissions/roles.ts";
import { accessTo, readAccessTo } from "../src/plan/access.ts";
import { placeholder } from "../src/placeholder.ts";
import { configOf } from "./support/config.ts";

const OPEN = { filter: { state: "open" } };
const MINE = { filter: { owner: "$CURRENT_USER" } };
const schema = compileSchema(
  configOf({
    entities: [
      {
        name: "note",
        versions: true,
        fields: [
          { name: "title", type: "text" },
          { name: "state", type: "text" },
          { name: "owner", type: "text" },
          { name: "secret", type: "text", hidden: true },
        ],
      },
      { name: "plain", fields: [{ name: "title", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "second", isAdmin: true },
      { name: "visitor", public: true, permissions: { note: { read: OPEN } } },
      { name: "reader", permissions: { note: { read: { ...OPEN, drafts: true } }, plain: { read: true } } },
      {
        name: "writer",
        permissions: {
          note: {
            create: { fields: { exclude: ["state"] } },
            read: { fields: { exclude: ["owner", "state"] } },
            update: { ...MINE, fields: { exclude: ["title", "owner", "secret"] } },
          },
          plain: { read: true, update: true, delete: false },
          _user: { read: true, update: true },
        },
      },
      { name: "blind", permissions: { note: { update: MINE } } },
    ],
  }),
);
const system: Principal = { kind: "system" };
const user = (role: string, confirmed?: boolean): Principal => ({
  kind: "user",
  role,
  userId: "u1",
  ...(confirmed !== undefined && { confirmed }),
});
const key = (role: string): Principal => ({ kind: "key", role, keyId: "k1" });
const anonymous: Principal = { kind: "anonymous", role: "visitor" };

/** The code of the error that the work throws; null if it throws none. */
function refusal(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
}

test("a record's owner is a user or an API key; neither the system nor an anonymous caller owns anything", () => {
  expect([user("writer"), key("writer"), anonymous, system].map(ownerOf)).toEqual([
    { kind: "user", id: "u1" },
    { kind: "key", id: "k1" },
    null,
    null,
  ]);
});

test.each([
  [system, true],
  [user("admin"), true],
  [key("admin"), true],
  [user("writer"), false],
  [anonymous, false],
  [user("unknown"), false],
] as const)("%j is an admin: %j", (principal, isAdmin) => {
  expect(isAdminPrincipal(schema, principal)).toBe(isAdmin);
  expect(refusal(() => requireAdmin(schema, principal))).toBe(isAdmin ? null : "FORBIDDEN");
});

describe("a compiled role", () => {
  const role = (definition: Partial<RoleDefinition>) => compileRole({ name: "role", ...definition });

  test("is neither an admin's nor public by default", () => {
    expect(role({})).toMatchObject({ isAdmin: false, public: false });
    expect(role({ isAdmin: true, public: true })).toMatchObject({ isAdmin: true, public: true });
  });

  test("has the operations that are granted, and reads drafts only if it says so", () => {
    const { permissions } = role({ permissions: { note: { create: false, read: true, update: OPEN }, plain: { read: { drafts: true } } } });
    const note = permissions.get("note");

    expect(Object.keys(note ?? {})).toEqual(["read", "update"]);
    expect(note?.read).toEqual({ filter: null, exclude: new Set(), drafts: false });
    expect(note?.update).toMatchObject({ drafts: false, exclude: new Set() });
    expect(permissions.get("plain")?.read).toMatchObject({ filter: null, drafts: true });
  });

  test("has no operation that is undefined", () => {
    const permissions = { note: { read: undefined } } as unknown as NonNullable<RoleDefinition["permissions"]>;

    expect(Object.keys(role({ permissions }).permissions.get("note") ?? {})).toEqual([]);
  });

  test("has a row filter of tests that must all hold", () => {
    expect(compileFilter({ state: null, "place.city": "Rome", rank: { $gte: 1, $in: [2, 3] }, owner: "$CURRENT_USER" })).toEqual({
      kind: "and",
      of: [
        { kind: "test", path: ["state"], operator: "$null", values: [true] },
        { kind: "test", path: ["place", "city"], operator: "$eq", values: ["Rome"] },
        { kind: "test", path: ["rank"], operator: "$gte", values: [1] },
        { kind: "test", path: ["rank"], operator: "$in", values: [2, 3] },
        { kind: "test", path: ["owner"], operator: "$eq", values: [placeholder("$CURRENT_USER")] },
      ],
    });
    expect(() => compileFilter({})).toThrow("at least one test");
  });

  test.each([
    ["equality with a constant", { state: "open" }, ["state"]],
    ["a list of constants", { state: { $in: ["open", "done"] } }, ["state"]],
    ["the caller", { owner: "$CURRENT_USER" }, []],
    ["a list with the caller in it", { owner: { $in: ["$CURRENT_USER", "u2"] } }, []],
    ["another operator", { rank: { $gt: 1 } }, []],
    ["a field of another record", { "place.city": "Rome" }, []],
    ["no value", { state: null }, []],
    ["several", { state: "open", owner: "$CURRENT_USER", kind: "a" }, ["state", "kind"]],
  ])("compares fields with constants by %s", (_, filter, fields) => {
    expect(constantlyFiltered(role({ permissions: { note: { read: { filter } } } }), "note")).toEqual(fields);
  });

  test("compares no field with constants if it reads all rows, or none", () => {
    expect([{ read: true }, { update: OPEN }].map((note) => constantlyFiltered(role({ permissions: { note } }), "note"))).toEqual([[], []]);
    expect(constantlyFiltered(role({}), "note")).toEqual([]);
  });
});

test.each([
  ["reader", { filter: expect.anything(), drafts: true }],
  ["writer", { filter: expect.anything(), exclude: new Set(["title", "owner", "secret"]) }],
  ["visitor", null],
  ["admin", { filter: null }],
] as const)("drafts are read by %s with the rule for reading if that allows it, else with the rule for updating", (role, rule) => {
  const found = draftRuleFor(schema, user(role), "note");
  expect(found).toEqual(rule && expect.objectContaining(rule));
});

test("details name no field that the caller may neither read nor write", () => {
  const details = ["title", "state", "owner", "secret", "unknown", "owner.0"].map((field) => ({ field, message: "wrong" }));
  const namedTo = (principal: Principal) => maskDetails(schema, principal, "note", details).map(({ field }) => field);

  expect(namedTo(user("writer"))).toEqual(["title", "state", "owner", "", "unknown", "owner.0"]); // owner may be created
  expect(namedTo(user("blind"))).toEqual(["title", "state", "owner", "", "unknown", "owner.0"]);
  expect(namedTo(user("unknown"))).toEqual(["", "", "", "", "unknown", ""]);
});

describe("users", () => {
  const people = entityOf(schema, "_user");
  const note = entityOf(schema, "note");

  test.each([
    [user("writer"), "update", ["role", "email"]],
    [user("admin"), "update", []],
    [key("admin"), "update", ["role", "email"]],
    [key("writer"), "update", ["role", "email"]],
    [user("unknown"), "update", ["role", "email"]],
    [system, "update", []],
    [user("writer"), "create", []],
  ] as const)("%j may not change by %s: %j", (principal, operation, fields) => {
    expect([...ownRulesOf(schema, principal, people, operation).keys()]).toEqual(fields);
    expect([...ownRulesOf(schema, principal, note, operation).keys()]).toEqual([]);
    const write = { operation, values: { role: "writer" } };
    if (principal.kind !== "system" && fields.length > 0)
      expect(refusal(() => requireWritableValues(schema, principal, people, write))).toBe("FORBIDDEN");
  });

  test.each([
    ["create", { role: "admin" }, "CONFIRMATION_REQUIRED"],
    ["create", { role: "writer", email: "a@example.com" }, null],
    ["create", { role: "unknown" }, null],
    ["create", {}, null],
    ["update", { role: "writer" }, "CONFIRMATION_REQUIRED"],
    ["update", { email: "a@example.com" }, "CONFIRMATION_REQUIRED"],
    ["update", { name: "Ada" }, null],
  ] as const)("to %s %j without a recent sign-in: %s", (operation, values, code) => {
    const refusalOf = (principal: Principal, entity = people) =>
      refusal(() => requireConfirmedValues(schema, principal, entity, { operation, values }));

    expect([refusalOf(user("admin")), refusalOf(user("admin", false)), refusalOf(key("admin"))]).toEqual([code, code, code]);
    expect([refusalOf(user("admin", true)), refusalOf(system), refusalOf(user("admin"), note)]).toEqual([null, null, null]);
  });

  test.each([
    [{ email: "ada@example.com", name: null }, true, "ada"],
    [{ email: "ada@example.com", name: "" }, true, "ada"],
    [{ email: "ada@example.com", name: "Countess" }, true, "Countess"],
    [{ email: "ada@example.com", name: null }, false, null],
    [{ email: 7, name: null }, true, null],
  ])("the name of %j, new: %j, becomes %j", (given, isNew, name) => {
    const values: Record<string, unknown> = { ...given };
    finishUser(schema, people, values, [], isNew);
    expect(values["name"]).toBe(name);

    const other: Record<string, unknown> = { ...given };
    finishUser(schema, note, other, [], isNew);
    expect(other).toEqual(given);
  });

  test("a role must be configured", () => {
    const problemsOf = (entity: typeof people, role: unknown) => {
      const problems: { readonly field: string; readonly message: string }[] = [];
      finishUser(schema, entity, { role }, problems, true);
      return problems;
    };

    expect(problemsOf(people, "boss")).toEqual([
      { field: "role", message: "must be one of admin, second, visitor, reader, writer, blind" },
    ]);
    expect([problemsOf(people, "writer"), problemsOf(people, ""), problemsOf(people, 7), problemsOf(note, "boss")]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  test.each(["create", "delete"] as const)(
    "only people with an admin role %s them, whatever the permissions are",
    (operation: Operation) => {
      const isGranted = (principal: Principal) => ruleFor(schema, principal, "_user", operation) !== null;

      expect([user("admin"), key("admin"), user("writer"), key("writer"), system].map(isGranted)).toEqual([
        true,
        false,
        false,
        false,
        true,
      ]);
    },
  );

  test("some user must keep an admin role", () => {
    expect(accessTo(schema, user("writer"), "_user", "update").adminRoles).toEqual(["admin", "second"]);
    expect(accessTo(schema, user("writer"), "plain", "update").adminRoles).toEqual([]);
  });
});

describe("what a role may see of an entity", () => {
  test.each([
    ["admin", { filter: null, drafts: { filter: null } }],
    ["visitor", { filter: expect.anything(), drafts: null }],
    ["reader", { filter: expect.anything(), drafts: { filter: expect.anything() } }],
    ["writer", { filter: null, drafts: { filter: expect.anything() } }],
    ["blind", null],
  ])("%s", (role, read) => {
    expect(readAccessTo(schema, user(role), "note").read).toEqual(read);
  });

  test.each<[Principal, string, string, boolean]>([
    [user("writer"), "note", "title", true],
    [user("writer"), "note", "owner", false],
    [user("writer"), "note", "secret", false],
    [user("writer"), "note", "nothing", false],
    [user("admin"), "note", "owner", true],
    [user("admin"), "note", "secret", false],
    [user("blind"), "note", "title", false],
    [{ kind: "system" }, "note", "secret", true],
    [{ kind: "system" }, "nothing", "title", false],
  ])("%j sees the field of %s called %s: %s", (principal, entity, field, sees) => {
    expect(createEngine(schema).as(principal).sees(entity, field)).toBe(sees);
  });

  test("an entity without versions has no drafts", () => {
    expect(readAccessTo(schema, user("writer"), "plain").read).toEqual({ filter: null, drafts: null });
  });

  test("a writer knows about the rows that it reads; if it reads none, about those that it may write", () => {
    const [writer, blind] = ["writer", "blind"].map((role) => accessTo(schema, user(role), "note", "update"));

    expect([writer?.known, writer?.filter]).toEqual([null, expect.anything()]);
    expect(blind?.known).toEqual(blind?.filter);
    expect(blind?.known).not.toBeNull();
  });

  test("fields that are excluded from writing are named with whether they may be read", () => {
    const { excluded } = accessTo(schema, user("writer"), "note", "update");

    expect(excluded.map(({ field, readable }) => [field.name, readable])).toEqual([
      ["title", true],
      ["owner", false],
      ["secret", false],
    ]);
  });
});
