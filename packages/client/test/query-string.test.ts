import { expect, test } from "@jest/globals";
import { toQueryString } from "../src/query-string.ts";

const parameters = (query: object) => [...new URLSearchParams(toQueryString({ ...query }))];

test("an empty query has no query string", () => {
  expect(toQueryString()).toBe("");
  expect(toQueryString({ filter: {}, limit: undefined })).toBe("");
});

test("conditions, operators, relations and groups become the parameters of the service", () => {
  const filter = {
    title: "a&b=c",
    rank: { $gte: 1, $between: [1, 2] },
    author: { company: { name: { $contains: "x" } } },
    gone: null,
    missing: undefined,
    $or: [{ a: 1 }, { $not: { b: true, c: { $null: false } } }],
  };

  expect(parameters({ filter })).toEqual([
    ["filter[title]", "a&b=c"],
    ["filter[rank][$gte]", "1"],
    ["filter[rank][$between]", "1"],
    ["filter[rank][$between]", "2"],
    ["filter[author.company.name][$contains]", "x"],
    ["filter[gone][$null]", "true"],
    ["filter[$or][0][a]", "1"],
    ["filter[$or][1][$not][b]", "true"],
    ["filter[$or][1][$not][c][$null]", "false"],
  ]);
});

test("references inside objects, arrays and blocks are named by their paths", () => {
  const filter = { "parts.food.name": "leek", "parts.food": { name: { $in: ["leek", "salt"] } }, $not: { "parts.food": "id" } };
  const resolve = { "parts.food": { fields: ["name"], resolve: { "made.by": ["name"] } } };

  expect(parameters({ filter, resolve })).toEqual([
    ["filter[parts.food.name]", "leek"],
    ["filter[parts.food.name][$in]", "leek"],
    ["filter[parts.food.name][$in]", "salt"],
    ["filter[$not][parts.food]", "id"],
    ["resolve[parts.food]", "name"],
    ["resolve[parts.food.made.by]", "name"],
  ]);
});

test("a list with a single value that contains a comma is not split, and an empty list is refused", () => {
  expect(parameters({ filter: { name: { $in: ["a,b"] } } })).toEqual([
    ["filter[name][$in]", "a,b"],
    ["filter[name][$in]", "a,b"],
  ]);
  expect(() => toQueryString({ filter: { name: { $in: [] } } })).toThrow(TypeError);
  expect(() => toQueryString({ filter: { $or: [] } })).toThrow(TypeError);
});

test("fields, order, flags and relations at any depth", () => {
  const resolve = { author: { fields: ["name"], resolve: { company: "*", city: {} } }, tags: ["id", "label"], cover: undefined };

  expect(parameters({ fields: ["a", "b"], sort: ["-a", "b"], resolve, draft: true, limit: 0 })).toEqual([
    ["sort", "-a,b"],
    ["fields", "a,b"],
    ["resolve[author]", "name"],
    ["resolve[author.company]", "*"],
    ["resolve[author.city]", "id"],
    ["resolve[tags]", "id,label"],
    ["draft", "true"],
    ["limit", "0"],
  ]);
  expect(parameters({ fields: [], sort: "a" })).toEqual([
    ["sort", "a"],
    ["fields", "id"],
  ]);
});
