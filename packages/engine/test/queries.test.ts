import { expect, test } from "@jest/globals";
import { AppError } from "@colophon/model/errors";
import fc from "fast-check";
import { createEngine, parseFlags, parseNoQuery, parseQuery } from "../src/index.ts";
import { admin, schema } from "./support/magazine.ts";

function fieldsRefused(parse: () => unknown): readonly string[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error.details?.map(({ field }) => field) ?? [];
    throw error;
  }
  return [];
}

test("without parameters a list has its defaults", () => {
  expect(parseQuery("")).toEqual({
    filter: null,
    sort: [],
    limit: 25,
    offset: 0,
    fields: null,
    resolve: {},
    cursor: null,
    count: true,
    locale: null,
    fallback: null,
    q: null,
    draft: false,
    trashed: false,
    can: false,
  });
});

test.each([
  ["?limit=10&offset=5", { limit: 10, offset: 5 }],
  ["limit=0", { limit: 0 }],
  ["limit=101", { limit: 100 }],
  ["limit=99999999999999999999", { limit: 100 }],
  ["offset=100000", { offset: 100_000 }],
  [
    "sort=-a,b",
    {
      sort: [
        { field: "a", descending: true },
        { field: "b", descending: false },
      ],
    },
  ],
  ["fields=a,b", { fields: ["a", "b"] }],
  ["cursor=", { cursor: "" }],
  ["count=false&draft=true", { count: false, draft: true }],
  ["count=exact", { count: "exact" }],
  ["locale=de&fallback=true", { locale: "de", fallback: true }],
  ["&&limit=3&", { limit: 3 }],
])("%s is parsed", (search, expected) => {
  expect(parseQuery(search)).toMatchObject(expected);
});

const is = (field: string, operator: string, values: readonly string[], at: string) => ({
  kind: "test",
  path: field.split("."),
  operator,
  values,
  at,
});

test.each([
  ["filter[a]=1", is("a", "$eq", ["1"], "filter[a]")],
  ["filter%5Ba.b%5D%5B$ne%5D=x+y%2B", is("a.b", "$ne", ["x y+"], "filter[a.b][$ne]")],
  ["filter[a]=", is("a", "$eq", [""], "filter[a]")],
  ["filter[a][$in]=1,2", { ...is("a", "$in", ["1", "2"], "filter[a][$in]"), whole: "1,2" }],
  ["filter[a][$in]=1,2&filter[a][$in]=3", is("a", "$in", ["1,2", "3"], "filter[a][$in]")],
  ["filter[a][$eq]=1,2", is("a", "$eq", ["1,2"], "filter[a][$eq]")],
  ["filter[a]=1&filter[b]=2", { kind: "and", of: [is("a", "$eq", ["1"], "filter[a]"), is("b", "$eq", ["2"], "filter[b]")] }],
  [
    "filter[$or][1][b]=2&filter[$or][0][a]=1",
    { kind: "or", of: [is("a", "$eq", ["1"], "filter[$or][0][a]"), is("b", "$eq", ["2"], "filter[$or][1][b]")] },
  ],
  ["filter[$not][a][$null]=true", { kind: "not", of: is("a", "$null", ["true"], "filter[$not][a][$null]") }],
])("%s becomes a condition", (search, condition) => {
  expect(parseQuery(search).filter).toEqual(condition);
});

test("deeper relations are embedded under the ones before them", () => {
  const { resolve } = parseQuery("resolve[author.company]=name&resolve[tags]=*&resolve[author.company.owner]=id");

  expect(resolve).toEqual({
    author: {
      at: "resolve[author.company]",
      fields: [],
      resolve: {
        company: {
          at: "resolve[author.company]",
          fields: ["name"],
          resolve: { owner: { at: "resolve[author.company.owner]", fields: ["id"], resolve: {} } },
        },
      },
    },
    tags: { at: "resolve[tags]", fields: null, resolve: {} },
  });
});

const many = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join("&");

test.each([
  ["nope=1", ["nope"]],
  ["filter=1", ["filter"]],
  ["filter[]=1", ["filter[]"]],
  ["filter[a=1", ["filter[a"]],
  ["filter[a]b=1", ["filter[a]b"]],
  ["filter[a][b][c]=1", ["filter[a][b][c]"]],
  ["filter[$or][a]=1", ["filter[$or][a]"]],
  ["filter[$or][0]=1", ["filter[$or][0]"]],
  ["filter[$or][-1][a]=1", ["filter[$or][-1][a]"]],
  ["filter[$or][1000][a]=1", ["filter[$or][1000][a]"]],
  ["filter[$not]=1", ["filter[$not]"]],
  ["filter[a]=1&filter[a]=2", ["filter[a]"]],
  ["filter[a]=1&filter%5Ba%5D=2", ["filter[a]"]],
  ["limit=1&limit=1", ["limit"]],
  ["limit[x]=1", ["limit[x]"]],
  ["limit=-1", ["limit"]],
  ["limit=1.5", ["limit"]],
  ["limit=1e2", ["limit"]],
  ["limit=", ["limit"]],
  ["limit=NaN", ["limit"]],
  ["offset=-1", ["offset"]],
  ["offset=100001", ["offset"]],
  ["offset=1e12", ["offset"]],
  ["cursor=&offset=1", ["offset"]],
  ["sort=", ["sort"]],
  ["sort=a,,b", ["sort"]],
  ["sort=a,-a", ["sort"]],
  ["sort=a,b,c,d,e,f", ["sort"]],
  ["fields=", ["fields"]],
  ["fields=a,a", ["fields"]],
  [`fields=${Array.from({ length: 51 }, (_, n) => `f${n}`).join(",")}`, ["fields"]],
  ["resolve=a", ["resolve"]],
  ["resolve[a]=", ["resolve[a]"]],
  ["resolve[a][b]=c", ["resolve[a][b]"]],
  ["resolve[a.]=c", ["resolve[a.]"]],
  [`resolve[${"a.".repeat(24)}b]=c`, [`resolve[${"a.".repeat(24)}b]`]],
  ["resolve[a]=b&resolve[a]=c", ["resolve[a]"]],
  [many(17, (n) => `resolve[r${n}]=a`), ["resolve"]],
  ["count=no", ["count"]],
  ["draft=1", ["draft"]],
  ["fallback=true", ["fallback"]],
  ["a=%E0%A4%A", ["a"]],
  ["%FF=1", ["%FF"]],
  ["filter[a]=%ED%A0%80", ["filter[a]"]],
  ["__proto__=1", ["__proto__"]],
  ["constructor[prototype]=1", ["constructor[prototype]"]],
  [many(51, (n) => `filter[f${n}]=1`), ["filter"]],
  ["filter[$not][$not][$not][$not][$not][$not][a]=1", ["filter[$not][$not][$not][$not][$not][$not][a]"]],
  [many(501, () => "limit=1"), ["query"]],
  ["limit=-1&offset=-1&nope=1", ["nope", "limit", "offset"]],
])("%s is refused with the parameter's name", (search, fields) => {
  expect(fieldsRefused(() => parseQuery(search))).toEqual(fields);
});

test("50 conditions, 5 levels and 16 relations are accepted", () => {
  expect(fieldsRefused(() => parseQuery(many(50, (n) => `filter[f${n}]=1`)))).toEqual([]);
  expect(fieldsRefused(() => parseQuery("filter[$not][$not][$not][$not][$not][a]=1"))).toEqual([]);
  expect(fieldsRefused(() => parseQuery(many(16, (n) => `resolve[r${n}]=a`)))).toEqual([]);
});

test.each(["filter[a]=1", "sort=a", "limit=1", "offset=0", "cursor=", "count=true"])("a single record doesn't accept %s", (search) => {
  expect(fieldsRefused(() => parseQuery(search, "record"))).toEqual([search.split("=")[0]]);
});

test("a single record accepts fields, resolve and draft", () => {
  expect(parseQuery("fields=a&resolve[b]=c&draft=true", "record")).toMatchObject({ fields: ["a"], draft: true });
});

test("routes without a query refuse every parameter, and routes with flags all but these", () => {
  expect(() => parseNoQuery("")).not.toThrow();
  expect(fieldsRefused(() => parseNoQuery("?a=1"))).toEqual(["a"]);
  expect(parseFlags("draft=true", ["draft", "force"])).toEqual({ draft: true, force: false });
  expect(fieldsRefused(() => parseFlags("draft=2&x=1", ["draft"]))).toEqual(["x", "draft"]);
});

test("any query is either parsed or refused with 400", () => {
  const piece = fc.constantFrom(
    "filter",
    "[",
    "]",
    "$or",
    "$not",
    "[0]",
    "[title]",
    "[__proto__]",
    "=",
    "&",
    "a",
    "%",
    "%5B",
    ",",
    "-",
    "sort",
    "resolve",
    "limit",
    "\u0000",
    "é",
    "cursor",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      fieldsRefused(() =>
        createEngine(schema)
          .as(admin)
          .list("article", parseQuery(pieces.join(""))),
      );
    }),
    { numRuns: 2_000 },
  );
});
