import { describe, expect, test } from "@jest/globals";
import { compile, compileSchema, createEngine, parseQuery } from "../src/index.ts";
import type { Actor } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { configOf } from "./support/config.ts";
import { refusalOf } from "./support/reads.ts";

const ID = "01900000-0000-7000-8000-000000000001";
const OTHER = "01900000-0000-7000-8000-000000000002";
const toPerson = { type: "relation", to: "person" } as const;
const toPage = { type: "relation", to: "page" } as const;
const schema = compileSchema(
  configOf({
    locales: ["en", "de"],
    entities: [
      {
        name: "note",
        versions: true,
        trash: true,
        fields: [
          { name: "title", type: "text" },
          { name: "state", type: "select", options: ["a", "b", "a,b"] },
          { name: "rank", type: "number" },
          { name: "author", ...toPerson },
          { name: "page", ...toPage },
          { name: "pages", ...toPage, many: true },
          {
            name: "place",
            type: "object",
            fields: [
              { name: "city", type: "text" },
              { name: "who", ...toPerson },
              { name: "friends", ...toPerson, many: true },
              { name: "home", ...toPage },
              { name: "unseen", ...toPerson, hidden: true },
              { name: "lock", type: "relation", to: "vault" },
              { name: "photo", type: "image" },
            ],
          },
          {
            name: "steps",
            type: "array",
            of: {
              type: "object",
              fields: [
                { name: "name", type: "text" },
                { name: "who", ...toPerson },
                { name: "see", ...toPage },
              ],
            },
          },
          { name: "tags", type: "array", of: { type: "text" } },
        ],
      },
      {
        name: "person",
        fields: [
          { name: "active", type: "boolean" },
          { name: "boss", ...toPerson },
          { name: "notes", type: "reverse", from: "note", field: "author" },
          { name: "steps", type: "reverse", from: "note", field: "steps.who" },
        ],
      },
      { name: "page", translatable: true, fields: [{ name: "title", type: "text" }] },
      { name: "vault", fields: [{ name: "title", type: "text" }] },
    ],
    roles: [
      { name: "admin", isAdmin: true },
      {
        name: "reader",
        permissions: { note: { read: true, update: true }, person: { read: { filter: { active: true } } }, page: { read: true } },
      },
      { name: "own", permissions: { note: { read: { filter: { _createdBy: "$CURRENT_USER", author: ID } } } } },
      { name: "unrelated", permissions: { note: { read: { filter: { "place.who": ID, "place.lock": OTHER } } } } },
      { name: "named", permissions: { note: { read: { filter: { _createdBy: ID, title: { $contains: "$CURRENT_ROLE" } } } } } },
    ],
  }),
);
const admin: Actor = { kind: "user", role: "admin", userId: ID };
const as = (role: string): Actor => ({ kind: "user", role, userId: ID });

const listOf = (search: string, { actor = admin, entity = "note" } = {}) =>
  createEngine(schema)
    .as(actor)
    .list(entity, parseQuery(`${search}&count=false&fields=id`));
const textOf = (search: string, entity = "note") => compile(listOf(search, { entity })).text;
/** The condition of a filter by a record's own values and references. */
const conditionOf = (search: string, entity = "note") =>
  / where (.*) and "t0"\."published_at" is not null/s.exec(textOf(search, entity))?.[1] ?? "";
const problemsOf = (search: string, options: Parameters<typeof listOf>[1] = {}) =>
  refusalOf(() => listOf(search, options)).details?.map(({ message }) => message);

test.each([
  ["title", "$like", "a", "there is no operator $like"],
  ["place.who", "$like", ID, "there is no operator $like"],
  ["rank", "$contains", "1", expect.stringMatching(/^this field takes \$eq, \$ne, /)],
  ["place.who", "$has", ID, "this field takes $eq, $ne, $in, $notIn, $null"],
  ["steps.who", "$gt", ID, "this field takes $null, $has, $hasAny, $hasAll"],
  ["rank", "$between", "1", "takes two values"],
  ["rank", "$between", "1,2,3", "takes two values"],
  ["rank", "$in", "", expect.any(String)],
  ["rank", "$eq", "x", "must be a number"],
  ["title", "$null", "maybe", "must be true or false"],
  ["title", "$null", "true,false", "must be true or false"],
  ["title", "$contains", "%00", "must not contain NUL characters or unpaired surrogates"],
  ["author.boss.boss.boss.active", "$eq", "true", "may follow at most 3 relations"],
  ["place.who.boss.boss.boss.active", "$eq", "true", "may follow at most 3 relations"],
  ["author.boss.boss.notes.title", "$eq", "a", "may follow at most 3 relations"],
  ["author.notes.author.boss.active", "$eq", "true", "may follow at most 3 relations"],
  ["author.boss.boss.steps.title", "$eq", "a", "may follow at most 3 relations"],
  ["_status", "$eq", "draft", "needs draft=true"],
  ["_deletedAt", "$null", "false", "needs trashed=true"],
  ["author._status", "$eq", "draft", "there is no field author._status"],
  ["tags.length", "$eq", "1", "there is no field tags.length"],
])("filter[%s][%s]=%s is refused at its place", (path, operator, value, message) => {
  const { details } = refusalOf(() => listOf(`filter[${path}][${operator}]=${value}`));

  expect(details).toEqual([{ field: `filter[${path}][${operator}]`, message }]);
});

test.each([
  "author.boss.boss.active",
  "place.who.boss.boss.active",
  "steps.who.boss.boss.active",
  "author.boss.notes.title",
  "author.boss.steps.rank",
  "author.notes.author.active",
])("filter[%s] follows three relations", (path) => {
  expect(() => listOf(`filter[${path}][$null]=false`)).not.toThrow();
});

describe("references inside objects and lists", () => {
  test.each(["place.who", "place.friends", "steps.who"])("%s is found among the record's references, by its path", (path) => {
    const operator = path === "place.friends" ? "$has" : "$eq";

    expect(conditionOf(`filter[${path}][${operator}]=${ID}`)).toContain(`j.path = '${path}'`);
    expect(conditionOf(`filter[${path}][$null]=false`)).toContain(`j.path = '${path}'`);
  });

  test.each(["place.who", "steps.who"])("$ne and $notIn of %s are the negations of $eq and $in", (path) => {
    const condition = (operator: string) => conditionOf(`filter[${path}][${operator}]=${ID}`);

    expect(condition("$ne")).toBe(`(${condition("$eq")}) is not true`);
    expect(condition("$notIn")).toBe(`(${condition("$in")}) is not true`);
  });

  test("$null at an object or a list is about itself", () => {
    for (const path of ["place", "steps"]) expect(conditionOf(`filter[${path}][$null]=true`)).not.toContain("j.path");
    expect(conditionOf("filter[tags][$null]=true")).toBe('"t0"."tags" is null');
  });

  test("a condition behind a reference is about the record there", () => {
    expect(textOf("filter[steps.who.active]=true")).toMatch(/"t1"\."active" = \$\d+::boolean/);
    expect(textOf("filter[place.who.id]=" + ID)).toMatch(/"t1"\."id" = \$\d+::uuid/);
  });

  test("records are also found by those that refer to them in a list", () => {
    const condition = conditionOf("filter[steps.title]=a", "person");

    expect(condition).toContain("j.path = 'steps.who'");
    expect(condition).toContain('"t1"."title"');
    expect(conditionOf("filter[notes.title]=a", "person")).not.toContain("j.path");
  });
});

describe("values of a list", () => {
  test.each(["tags", "steps.name"])("$ne and $notIn of %s are the negations of $eq and $in", (path) => {
    const condition = (operator: string) => conditionOf(`filter[${path}][${operator}]=x`);

    expect(condition("$ne")).toBe(`(${condition("$eq")}) is not true`);
    expect(condition("$notIn")).toBe(`(${condition("$in")}) is not true`);
  });
});

test.each([
  ["page", true],
  ["pages][$has", true],
  ["place.home", true],
  ["steps.see", true],
  ["page.id", true],
  ["author", false],
  ["author.id", false],
  ["place.who", false],
  ["id", false],
])("filter[%s] compares translation groups: %s", (path, isGroup) => {
  expect(textOf(`filter[${path}]=${ID}`).includes("translation_group")).toBe(isGroup);
});

test("an id of a translatable record itself is that of one translation", () => {
  expect(conditionOf(`filter[id]=${ID}`, "page")).toMatch(/^"t0"\."id" = \$\d+::uuid$/);
});

test.each([
  ["filter[state]=a,b", ["a,b"]],
  ["filter[state][$in]=a,b", [["a,b"]]],
  ["filter[state][$in]=b,a", [["b", "a"]]],
  ["filter[title]=a,b", ["a,b"]],
  ["filter[title][$in]=a,b", [["a", "b"]]],
  ["filter[rank][$between]=1,2", ["1", "2"]],
])("the values of %s are %j", (search, values) => {
  expect(boundFor(admin, listOf(search)).values).toEqual(expect.arrayContaining(values));
});

test("$null=true and $null=false are opposites", () => {
  expect(conditionOf("filter[rank][$null]=true")).toBe('"t0"."rank" is null');
  expect(conditionOf("filter[rank][$null]=false")).toBe('"t0"."rank" is not null');
});

describe("what a reader may not see", () => {
  const reader = as("reader");

  test.each([
    [`place.unseen]=${ID}`, admin],
    [`place.unseen.active]=true`, admin],
    [`place.lock]=${ID}`, reader],
    [`place.lock.title]=a`, reader],
    [`place.photo]=${ID}`, reader],
    [`place.photo.filename]=a`, reader],
  ])("filter[%s is answered like an unknown field", (test, actor) => {
    const [path] = test.split("]");

    expect(problemsOf(`filter[${test}`, { actor })).toEqual([`there is no field ${path}`]);
  });

  test("a reference inside an object is followed only to records that the reader may read", () => {
    expect(boundFor(reader, listOf("filter[place.who.boss][$null]=true", { actor: reader })).text).toMatch(
      /"t1"\."active" = \$\d+::boolean/,
    );
  });
});

describe("_status and _deletedAt", () => {
  test("are fields of the records that are listed with drafts, or from the trash, and of no others", () => {
    expect(() => listOf("filter[_status]=draft&draft=true")).not.toThrow();
    expect(() => listOf("filter[_deletedAt][$null]=false&trashed=true")).not.toThrow();
    expect(problemsOf("filter[author._status]=draft&draft=true")).toEqual(["there is no field author._status"]);
    expect(problemsOf("filter[author.notes._status]=draft&draft=true")).toEqual(["there is no field author.notes._status"]);
    expect(problemsOf("filter[_status]=draft", { entity: "person" })).toEqual(["there is no field _status"]);
    expect(problemsOf("filter[_deletedAt][$null]=false", { entity: "person" })).toEqual(["there is no field _deletedAt"]);
  });

  test("drafts are filtered by all other fields, too", () => {
    expect(() => listOf("filter[title]=a&draft=true")).not.toThrow();
    expect(() => listOf("filter[title]=a&trashed=true")).not.toThrow();
  });
});

describe("filters of permissions", () => {
  const valuesOf = (actor: Actor) => boundFor(actor, listOf("", { actor })).values;

  test("$CURRENT_USER is the caller as an owner: the user, or the API key", () => {
    expect(valuesOf(as("own"))).toContain(ID);
    expect(valuesOf({ kind: "key", role: "own", keyId: OTHER })).toEqual(expect.arrayContaining([OTHER, ID]));
    expect(valuesOf({ kind: "key", role: "own", keyId: OTHER }).filter((value) => value === ID)).toHaveLength(1);
  });

  test("an owner that the configuration names is no owner that a caller names", () => {
    expect(valuesOf(as("named"))).toEqual(expect.arrayContaining([ID, "%named%"]));
    expect(listOf("", { actor: as("named") }).named).toEqual([]);
    expect(listOf(`filter[_createdBy][$in]=${OTHER},${ID}`, { actor: as("named") }).named).toEqual([
      { id: OTHER, at: "filter[_createdBy][$in]" },
      { id: ID, at: "filter[_createdBy][$in]" },
    ]);
    expect(listOf(`filter[author]=${OTHER}&filter[_createdBy][$null]=true`).named).toEqual([]);
  });

  test("may name what its role can't read", () => {
    expect(listOf("", { actor: as("unrelated") }).kind).toBe("list");
    expect(boundFor(as("unrelated"), listOf("", { actor: as("unrelated") })).text).toContain("j.path = 'place.lock'");
  });
});
