/** Request → plan → statement → values: the parts that are cached, and the parts of each request. */
import { expect, test } from "@jest/globals";
import { bind, compile, compileSchema, createEngine } from "../src/index.ts";
import type { Principal, WriteData } from "../src/index.ts";
import { configOf } from "./support/config.ts";

const ID = "01890a5d-ac96-774b-bcce-000000000001";
const OTHER = "01890a5d-ac96-774b-bcce-000000000002";
const now = new Date("2026-01-01T00:00:00.000Z");
const newId = () => OTHER;
const config = configOf({
  entities: [{ name: "note", fields: [{ name: "title", type: "text", searchable: true }] }],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "writer", permissions: { note: { create: { filter: { title: { $contains: "50%" } } }, read: true } } },
    { name: "guest", permissions: {} },
  ],
});
const engine = createEngine(compileSchema(config));
const principal = (role: string): Principal => ({ kind: "user", role, userId: OTHER });
const data = (title: string): WriteData => ({ values: { title }, references: [], locale: null, translationGroup: null });

test("a query that was planned before has the same statement, and each read its own id", () => {
  const [first, again] = [1, 2].map(() => engine.as(principal("writer")).list("note", "sort=title&limit=3"));
  const [one, two] = [ID, OTHER.toUpperCase()].map((id) => engine.as(principal("writer")).one("note", id, "fields=title"));

  expect(again).toBe(first);
  expect(one && two && compile(one) === compile(two)).toBe(true);
  expect([one?.values, two?.values]).toEqual([{ id: ID }, { id: OTHER }]);
});

test("a plan that is cached for one role is not used for another", () => {
  const plan = () => engine.as(principal("guest")).list("note", "sort=title&limit=3");
  engine.as(principal("writer")).list("note", "sort=title&limit=3");

  expect(plan).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});

test("writes of one shape share a statement, and their values are bound", () => {
  const plans = ["one", "two"].map((title) => engine.as(principal("writer")).create("note", { id: ID, data: data(title), newId }));

  const bound = plans.map((plan) => bind(compile(plan), { principal: principal("writer"), now, values: plan.values }));

  expect(new Set(plans.map((plan) => compile(plan))).size).toBe(1);
  expect(bound).toEqual([
    [ID, now.toISOString(), OTHER, "user", "one", "%50\\%%"],
    [ID, now.toISOString(), OTHER, "user", "two", "%50\\%%"],
  ]);
});

test("a value that is missing in the plan of a statement is an internal error", () => {
  const statement = compile(engine.as(principal("writer")).one("note", ID));

  expect(() => bind(statement, { principal: principal("writer"), now })).toThrow("nothing was given for id");
});

test("a written record is checked against the row filter for creating, not for reading", () => {
  const plan = engine.as(principal("writer")).created("note", ID);

  const statement = compile(plan);

  expect(statement.text).toContain(`where "t0"."id" = $1::uuid`);
  expect(bind(statement, { principal: principal("writer"), now, values: plan.values })).toEqual([ID, "%50\\%%"]);
  expect(() => engine.as(principal("guest")).created("note", ID)).toThrow(expect.objectContaining({ code: "FORBIDDEN" }));
});

test("plans of every kind can be printed as plain data", () => {
  const own = engine.as(principal("admin"));
  const search = own.search({ text: "a", limit: 1, locale: null }, "unicode");

  const printed = [own.list("note", ""), own.one("note", ID), own.create("note", { id: ID, data: data("a"), newId }), search].map(
    (plan) => JSON.parse(JSON.stringify(plan)) as Record<string, unknown>,
  );

  expect(printed.map(({ kind }) => kind)).toEqual(["list", "one", "create", "search"]);
  expect(printed[2]).toMatchObject({ data: { values: { title: { name: "value.title" } } }, values: { id: ID, "value.title": "a" } });
});
