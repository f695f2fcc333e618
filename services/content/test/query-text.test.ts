import { expect, test } from "@jest/globals";
import { queryTextOf } from "../src/reads/query-text.ts";

const decoded = (query: Record<string, unknown>) => decodeURIComponent(queryTextOf(query));

test.each([
  [{ limit: 5, sort: "-date", count: false }, "limit=5&sort=-date&count=false"],
  [{ filter: { status: "live" } }, "filter[status]=live"],
  [{ filter: { rank: { $gte: 2, $lt: 9 } } }, "filter[rank][$gte]=2&filter[rank][$lt]=9"],
  [{ filter: { tag: { $in: ["a,b", "c"] } } }, "filter[tag][$in]=a,b&filter[tag][$in]=c"],
  [{ filter: { tag: { $in: ["a,b"] } } }, "filter[tag][$in]=a,b&filter[tag][$in]=a,b"],
  [{ filter: { author: null } }, "filter[author][$null]=true"],
  [{ filter: { $or: [{ a: 1 }, { b: { $ne: 2 } }] } }, "filter[$or][0][a]=1&filter[$or][1][b][$ne]=2"],
  [{ filter: { date: { $gt: new Date("2026-01-02T03:04:05.000Z") } } }, "filter[date][$gt]=2026-01-02T03:04:05.000Z"],
  [{ fields: ["title", "slug"], resolve: { author: "name", tags: "*" } }, "fields=title,slug&resolve[author]=name&resolve[tags]=*"],
  [{ limit: undefined }, ""],
  [{ filter: {} }, ""],
])("%j is written as %s", (query, text) => {
  expect(decoded(query)).toBe(text);
});

test("characters with a meaning in URLs are escaped", () => {
  expect(queryTextOf({ filter: { title: "a&b=c+d #" } })).toBe("filter%5Btitle%5D=a%26b%3Dc%2Bd%20%23");
});

test.each([
  { filter: { a: undefined } },
  { filter: undefined },
  { filter: { a: { $in: [] } } },
  { filter: { $or: [] } },
  { filter: { a: { $in: [undefined] } } },
])("a filter that would be dropped is refused: %j", (query) => {
  expect(() => queryTextOf(query)).toThrow(TypeError);
});

test.each([
  ["an empty condition", { a: {} }],
  ["an empty negation", { $not: {} }],
  ["an empty part of a group", { $or: [{}] }],
  ["a promise that nobody awaited", Promise.resolve({ a: "x" })],
  ["such a promise as a value", { a: Promise.resolve("x") }],
  ["a set in the place of a list", { a: { $in: new Set(["x"]) } }],
  ["a map", new Map([["a", "x"]])],
])("a filter without a field is refused: %s", (_what, filter) => {
  expect(() => queryTextOf({ filter })).toThrow(TypeError);
});
