import { beforeAll, expect, test } from "@jest/globals";
import type { Client, Json } from "../support/http/client.ts";
import { make, NOBODY, refusal, useSite } from "./site.ts";

const site = useSite();
let admin: Client;
const tags: Record<string, string> = {};
let authorId: string;

beforeAll(async () => {
  admin = site.stack.admin;
  for (const label of ["x", "y", "z"]) tags[label] = (await make(admin, "tag", { label })).id;
  const company = await make(admin, "company", { name: "Acme" });
  authorId = (await make(admin, "author", { name: "Ada", company: company.id })).id;
  for (const sample of SAMPLES)
    await make(admin, "sample", {
      ...sample,
      relation: sample.relation && authorId,
      relations: sample.relations.map((label) => tags[label]),
    });
});

/** Four records whose values have the same order as their names; `d` is empty. */
const SAMPLES: (Record<string, unknown> & { relations: string[] })[] = [
  {
    unique: "a",
    text: "Alpha 100%",
    richtext: "one",
    number: -1.5,
    integer: 1,
    boolean: true,
    date: "2024-01-01",
    datetime: "2024-01-01T10:00:00.000Z",
    select: "red",
    selects: ["a", "b"],
    email: "a@example.com",
    url: "https://a.example.com/",
    color: "#000000",
    object: { name: "one", count: 1, inner: { flag: true } },
    relation: "author",
    relations: ["x", "y"],
  },
  {
    unique: "b",
    text: "beta_x",
    richtext: "two",
    number: 0,
    integer: 2,
    boolean: false,
    date: "2024-06-15",
    datetime: "2024-06-15T10:00:00.000Z",
    select: "green",
    selects: ["b"],
    email: "b@example.com",
    url: "https://b.example.com/",
    color: "#777777",
    object: { name: "two", count: 2 },
    relations: ["y"],
  },
  {
    unique: "c",
    text: "Gamma, delta",
    richtext: "three",
    number: 10,
    integer: 3,
    boolean: true,
    date: "2025-01-01",
    datetime: "2025-01-01T10:00:00.000Z",
    select: "blue",
    selects: [],
    email: "c@example.com",
    url: "https://c.example.com/",
    color: "#ffffff",
    object: { name: "three", count: 10 },
    relation: "author",
    relations: ["z"],
  },
  { unique: "d", relations: [] },
];

/** A query (placeholders in braces are replaced) and the records that it finds. */
const FILTERS: readonly (readonly [query: string, found: string])[] = [
  ["filter[text]=beta_x", "b"],
  ["filter[text][$eq]=beta_x", "b"],
  ["filter[text][$ne]=beta_x", "acd"],
  ["filter[text][$gt]=beta", "bc"],
  ["filter[text][$contains]=BETA", "b"],
  ["filter[text][$contains]=%25", "a"],
  ["filter[text][$contains]=_", "b"],
  ["filter[text][$startsWith]=gam", "c"],
  ["filter[text][$endsWith]=DELTA", "c"],
  ["filter[text][$in]=beta_x,nothing", "b"],
  ["filter[text][$in]=beta_x&filter[text][$in]=Alpha 100%25", "ab"],
  ["filter[text][$notIn]=beta_x", "acd"],
  ["filter[text][$null]=true", "d"],
  ["filter[text][$null]=false", "abc"],
  ["filter[richtext][$contains]=T", "bc"],
  ["filter[slug]=beta-x", "b"],
  ["filter[number]=0", "b"],
  ["filter[number][$ne]=0", "acd"],
  ["filter[number][$gt]=-1.5", "bc"],
  ["filter[number][$gte]=-1.5", "abc"],
  ["filter[number][$lt]=10", "ab"],
  ["filter[number][$lte]=10", "abc"],
  ["filter[number][$between]=-2,5", "ab"],
  ["filter[number][$in]=0,10", "bc"],
  ["filter[number][$notIn]=0,10", "ad"],
  ["filter[integer][$between]=2,3", "bc"],
  ["filter[integer][$null]=true", "d"],
  ["filter[boolean]=true", "ac"],
  ["filter[boolean][$ne]=true", "bd"],
  ["filter[boolean][$null]=false", "abc"],
  ["filter[date]=2024-06-15", "b"],
  ["filter[date][$gt]=2024-01-01", "bc"],
  ["filter[date][$between]=2024-01-01,2024-12-31", "ab"],
  ["filter[date][$in]=2024-01-01,2025-01-01", "ac"],
  ["filter[datetime][$lte]=2024-06-15T10:00:00.000Z", "ab"],
  ["filter[datetime]=2024-06-15T12:00:00%2B02:00", "b"],
  ["filter[select]=red", "a"],
  ["filter[select][$in]=red,blue", "ac"],
  ["filter[select][$null]=true", "d"],
  ["filter[selects][$has]=b", "ab"],
  ["filter[selects][$hasAny]=a,c", "a"],
  ["filter[selects][$hasAll]=a,b", "a"],
  ["filter[email]=B@example.com", "b"],
  ["filter[email][$endsWith]=example.com", "abc"],
  ["filter[url][$contains]=c.example", "c"],
  ["filter[color]=%23777777", "b"],
  ["filter[relation]={author}", "ac"],
  ["filter[relation][$ne]={author}", "bd"],
  ["filter[relation][$null]=true", "bd"],
  ["filter[relation][$in]={author}", "ac"],
  ["filter[relation.name]=Ada", "ac"],
  ["filter[relation.company.name]=Acme", "ac"],
  ["filter[relation.name][$contains]=AD", "ac"],
  ["filter[relations][$has]={y}", "ab"],
  ["filter[relations][$hasAny]={x},{z}", "ac"],
  ["filter[relations][$hasAll]={x},{y}", "a"],
  ["filter[relations.label]=z", "c"],
  ["filter[object.name]=two", "b"],
  ["filter[object.count][$gt]=1", "bc"],
  ["filter[object.count][$gt]=9", "c"],
  ["filter[object.inner.flag]=true", "a"],
  ["filter[number][$gt]=-5&filter[boolean]=true", "ac"],
  ["filter[number][$gte]=0&filter[number][$lt]=10", "b"],
  ["filter[$or][0][text]=beta_x&filter[$or][1][number]=10", "bc"],
  ["filter[$or][0][text]=beta_x&filter[$or][1][number]=10&filter[boolean]=true", "c"],
  ["filter[$and][0][boolean]=true&filter[$and][1][number][$lt]=0", "a"],
  ["filter[$not][boolean]=true", "bd"],
  ["filter[$not][$or][0][unique]=a&filter[$not][$or][1][unique]=b", "cd"],
  ["filter[id]={a}", "a"],
  ["filter[id][$in]={a},{b}", "ab"],
  ["filter[createdAt][$gt]=2000-01-01T00:00:00.000Z", "abcd"],
  ["filter[text]=nothing like it", ""],
];
test.each(FILTERS)("%s finds %j", async (query, found) => {
  const all = await admin.get("/api/sample?sort=unique&fields=unique");
  const idOf = (name: string) => all.data.find((row: Json) => row.unique === name)?.id ?? tags[name] ?? authorId;

  const answer = await admin.get(`/api/sample?sort=unique&${query.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name))}`);

  expect(answer.status).toBe(200);
  expect(answer.data.map((row: Json) => row.unique).join("")).toBe(found);
  expect(answer.body.meta).toEqual({ total: found.length, limit: 25, offset: 0 });
});

const REFUSED: readonly (readonly [query: string, field: string])[] = [
  ["filter[unknown]=1", "filter[unknown]"],
  ["filter[hidden]=1", "filter[hidden]"],
  ["filter[__proto__]=1", "filter[__proto__]"],
  ["filter[constructor]=1", "filter[constructor]"],
  ["filter[toString]=1", "filter[toString]"],
  ["filter[text][$like]=a", "filter[text][$like]"],
  ["filter[text][not]=a", "filter[text][not]"],
  ["filter[text]=a&filter[text]=b", "filter[text]"],
  ["filter[number]=one", "filter[number]"],
  ["filter[number]=1e999", "filter[number]"],
  ["filter[number][$contains]=1", "filter[number][$contains]"],
  ["filter[integer]=1.5", "filter[integer]"],
  ["filter[boolean]=yes", "filter[boolean]"],
  ["filter[boolean][$gt]=true", "filter[boolean][$gt]"],
  ["filter[date]=2024-02-30", "filter[date]"],
  ["filter[datetime]=now", "filter[datetime]"],
  ["filter[select]=purple", "filter[select]"],
  ["filter[relation]=x", "filter[relation]"],
  ["filter[relation.unknown]=x", "filter[relation.unknown]"],
  ["filter[object.unknown]=x", "filter[object.unknown]"],
  ["filter[text][$has]=x", "filter[text][$has]"],
  ["filter[text][$null]=maybe", "filter[text][$null]"],
  ["filter[number][$between]=1", "filter[number][$between]"],
  ["filter[number][$between]=1,2,3", "filter[number][$between]"],
  ["filter=1", "filter"],
  ["filter[]=1", "filter[]"],
  ["filter[text", "filter[text"],
  ["sort=unknown", "sort"],
  ["sort=hidden", "sort"],
  ["sort=", "sort"],
  ["sort=text&sort=number", "sort"],
  ["sort=text,number,integer,date,datetime,email", "sort"],
  ["limit=-1", "limit"],
  ["limit=ten", "limit"],
  ["limit=1.5", "limit"],
  ["limit=1&limit=2", "limit"],
  ["limit=", "limit"],
  ["offset=-1", "offset"],
  ["offset=100001", "offset"],
  ["offset=x", "offset"],
  ["fields=unknown", "fields"],
  ["fields=hidden", "fields"],
  ["resolve[text]=a", "resolve[text]"],
  ["resolve[unknown]=a", "resolve[unknown]"],
  ["resolve[relation]=unknown", "resolve[relation]"],
  ["resolve[relation.company.x.y]=name", "resolve[relation.company.x.y]"],
  ["resolve=relation", "resolve"],
  ["cursor=made-up", "cursor"],
  ["count=maybe", "count"],
  ["locale=de", "locale"],
  ["unknown=1", "unknown"],
  ["draft=true", "draft"],
];
test.each(REFUSED)("the parameter of ?%s is refused and named", async (query, field) => {
  const answer = await admin.get(`/api/sample?${query}`);

  expect(refusal(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] });
});

test("more than 50 conditions, or nesting deeper than 5, is refused", async () => {
  const wide = Array.from({ length: 51 }, (_, i) => `filter[$or][${i}][number]=${i}`).join("&");
  const deep = `filter${"[$not]".repeat(6)}[number]=1`;

  expect((await admin.get(`/api/sample?${wide}`)).status).toBe(400);
  expect((await admin.get(`/api/sample?${deep}`)).status).toBe(400);
});

test("without a sort the newest are first, and several fields sort in their order", async () => {
  const names = async (sort: string) => (await admin.get(`/api/sample?${sort}`)).data.map((row: Json) => row.unique).join("");

  expect(await names("")).toBe("dcba");
  expect(await names("sort=number&filter[number][$null]=false")).toBe("abc");
  expect(await names("sort=-number&filter[number][$null]=false")).toBe("cba");
  expect(await names("sort=-boolean,unique&filter[boolean][$null]=false")).toBe("acb");
});

test("paging by offset is complete and stable, also with equal sorted values", async () => {
  const seen = [];
  for (const offset of [0, 1, 2, 3]) seen.push(...(await admin.get(`/api/sample?sort=defaulted&limit=1&offset=${offset}`)).data);

  expect(new Set(seen.map(({ id }) => id)).size).toBe(4);
});

test("the limit is 25, at most 100, and 0 returns only the count; meta contains the value", async () => {
  const meta = async (query: string) => (await admin.get(`/api/sample?${query}`)).body.meta;

  expect(await meta("")).toEqual({ total: 4, limit: 25, offset: 0 });
  expect(await meta("limit=1000")).toEqual({ total: 4, limit: 100, offset: 0 });
  expect(await meta("limit=1&offset=3")).toEqual({ total: 4, limit: 1, offset: 3 });
  expect((await admin.get("/api/sample?limit=0")).body).toEqual({ data: [], meta: { total: 4, limit: 0, offset: 0 } });
});

test("count=false leaves the total out", async () => {
  expect((await admin.get("/api/sample?count=false")).body.meta).toEqual({ limit: 25, offset: 0 });
});

test("cursors return all records once, and a foreign or altered cursor is refused", async () => {
  const seen: string[] = [];
  let cursor = "";
  for (let page = 0; page < 10; page++) {
    const answer = await admin.get(`/api/sample?sort=-number&limit=2&cursor=${encodeURIComponent(cursor)}`);
    seen.push(...answer.data.map((row: Json) => row.unique));
    if (!answer.body.meta.nextCursor) break;
    cursor = answer.body.meta.nextCursor;
  }

  expect(seen.toSorted().join("")).toBe("abcd");
  expect((await admin.get(`/api/sample?sort=number&cursor=${encodeURIComponent(cursor)}`)).status).toBe(400);
  expect((await admin.get(`/api/sample?sort=-number&limit=2&cursor=${encodeURIComponent(`${cursor.slice(0, -2)}AA`)}`)).status).toBe(400);
});

test("fields selects the returned fields; the id is always included", async () => {
  const { data } = await admin.get("/api/sample?fields=text,number&sort=unique&limit=1");

  expect(data).toEqual([{ id: expect.any(String), text: "Alpha 100%", number: -1.5 }]);
});

test("resolve embeds the id and the listed fields, or all of them, on lists and on single records", async () => {
  const list = await admin.get("/api/sample?filter[unique]=a&resolve[relation]=name&resolve[relations]=label");
  const answer = await admin.get(`/api/sample/${list.data[0].id}?resolve[relation]=*&resolve[relation.company]=name`);

  expect(list.data[0].relation).toEqual({ id: authorId, name: "Ada" });
  expect(list.data[0].relations).toEqual([
    { id: tags["x"], label: "x" },
    { id: tags["y"], label: "y" },
  ]);
  expect(answer.data.relation).toMatchObject({
    id: authorId,
    _type: "author",
    name: "Ada",
    active: true,
    company: { id: expect.any(String), name: "Acme" },
  });
});

test("an empty relation resolves to null", async () => {
  const { data } = await admin.get("/api/sample?filter[unique]=d&resolve[relation]=name&resolve[relations]=label");

  expect(data[0]).toMatchObject({ relation: null, relations: [] });
});

test("the total is exact right after each write", async () => {
  for (let round = 0; round < 3; round++) {
    const total = async () => (await admin.get("/api/company?filter[name]=counted")).body.meta.total;
    const before = await total();
    const { id } = await make(admin, "company", { name: "counted" });
    const between = await total();
    await admin.delete(`/api/company/${id}`);

    expect([between, await total()]).toEqual([before + 1, before]);
  }
});

test("an unknown parameter of a single record is refused, and so is a filter", async () => {
  const { data } = await admin.get("/api/sample?limit=1");

  expect(refusal(await admin.get(`/api/sample/${data[0].id}?unknown=1`)).fields).toEqual(["unknown"]);
  expect((await admin.get(`/api/sample/${data[0].id}?filter[text]=a`)).status).toBe(400);
  expect((await admin.get(`/api/sample/${NOBODY}?resolve[relation]=name`)).status).toBe(404);
});
