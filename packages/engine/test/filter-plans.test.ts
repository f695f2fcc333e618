import { describe, expect, test } from "@jest/globals";
import { boundFor } from "./support/bound.ts";
import { admin, conditionOf, ID, listOf, textOf } from "./support/notes.ts";
import { refusalOf } from "./support/reads.ts";

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
  ["author.boss.notes.steps.who.active", "$eq", "true", "may follow at most 3 relations"],
  ["author.boss.boss.notes", "$eq", "a", "there is no field author.boss.boss.notes"],
  ["steps.who", "constructor", ID, "there is no operator constructor"],
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

  test("those of a list of relations, too", () => {
    expect(conditionOf(`filter[links]=${ID}`)).toContain("j.path = 'links'");
  });

  test.each(["place.who", "steps.who", "links"])("$ne and $notIn of %s are the negations of $eq and $in", (path) => {
    const condition = (operator: string) => conditionOf(`filter[${path}][${operator}]=${ID}`);

    expect(condition("$ne")).toBe(`(${condition("$eq")}) is not true`);
    expect(condition("$notIn")).toBe(`(${condition("$in")}) is not true`);
  });

  test("$null at an object or a list is about itself", () => {
    for (const path of ["place", "steps", "links"]) expect(conditionOf(`filter[${path}][$null]=true`)).not.toContain("j.path");
    expect(conditionOf("filter[tags][$null]=true")).toBe('"t0"."tags" is null');
  });

  test("a reference is compared in the column of its target", () => {
    expect(conditionOf(`filter[steps.see]=${ID}`)).toContain('"j"."set_null.page" = any(');
    expect(conditionOf(`filter[steps.who]=${ID}`)).toContain('"j"."set_null.person" = any(');
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
  ["steps.see.title", true],
  ["author", false],
  ["author.id", false],
  ["place.who", false],
  ["id", false],
])("filter[%s] compares translation groups: %s", (path, isGroup) => {
  expect(textOf(`filter[${path}]=${ID}`).includes("translation_group")).toBe(isGroup);
});

test("a translation is found by what refers to any of its group in a list", () => {
  expect(conditionOf("filter[seen.title]=a", "page")).toContain("translation_group");
  expect(conditionOf("filter[steps.title]=a", "person")).not.toContain("translation_group");
});

test("an id behind a relation is that of any translation, other fields are compared themselves", () => {
  expect(textOf(`filter[page.id]=${ID}`)).toContain(
    '"t1"."id" = any(array(select o.id from "content"."page" o where o.translation_group in',
  );
  expect(textOf("filter[page.title]=a")).toMatch(/"t1"\."title" collate "und-x-icu" = \$\d+::text/);
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
