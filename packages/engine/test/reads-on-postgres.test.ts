import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compile, createEngine, parseQuery } from "../src/index.ts";
import type { Principal } from "../src/index.ts";
import { startEngineDatabase } from "./support/database.ts";
import type { EngineDatabase } from "./support/database.ts";
import { OTHER_USER_ID, USER_ID, admin, editor, schema, system, visitor } from "./support/magazine.ts";
import { readList, readOne } from "./support/reader.ts";
import type { Row } from "./support/reader.ts";
import { fill, id } from "./support/rows.ts";

let database: EngineDatabase;

beforeAll(async () => {
  database = await startEngineDatabase(schema);
  await fill(database);
});
afterAll(async () => {
  await database.stop();
});

const list = (principal: Principal, entity: string, search?: string, open?: (cursor: string) => unknown) =>
  readList(database, principal, entity, search, open);
const one = (principal: Principal, entity: string, recordId: string | null, search?: string) =>
  readOne(database, principal, entity, recordId, search);

async function titles(principal: Principal, entity: string, search: string): Promise<unknown[]> {
  const { data, total } = await list(principal, entity, search);
  expect(total).toBe(String(data.length));
  return data.map((row) => row["title"] ?? row["name"]);
}

test("a record has every field, null if empty, relations to many in order, times in ISO 8601", async () => {
  const record = await one(system, "article", id("article", 1));

  expect(record).toMatchObject({
    id: id("article", 1),
    _type: "article",
    createdAt: "2026-01-01T00:01:00.000Z",
    title: "50% off_\\",
    story: [],
    views: 9007199254740991,
    day: "2026-01-31",
    startsAt: "2026-01-31T10:00:00.123Z",
    flags: ["a", "b"],
    extra: null,
    tags: [id("tag", 2), id("tag", 3), id("tag", 1)],
    gallery: [id("image", 1)],
    clip: null,
    secret: "CANARY",
    version: "v",
    r: "row",
  });
  const empty = await one(admin, "article", id("article", 3));
  expect(empty).toMatchObject({ tags: [], gallery: [], author: null, body: null, seo: null, parts: null });
});

test("hidden fields are in no answer, at any depth, except for the system", async () => {
  for (const principal of [admin, editor, visitor]) {
    const { data } = await list(principal, "article");
    expect(data.length).toBeGreaterThan(0);
    expect(JSON.stringify(data)).not.toContain("CANARY");
    expect(data[0]).not.toHaveProperty("secret");
  }
  const record = await one(admin, "article", id("article", 1));
  expect(record).toHaveProperty("seo.deep", { note: "n" });
  expect(record?.["steps"]).toEqual([{ name: "one" }]);
  expect(record?.["parts"]).toEqual([
    { _type: "quote", _key: "k", text: "t" },
    { _type: "photo", _key: "l", image: id("image", 1) },
  ]);
});

test("excluded fields are left out, also nested ones", async () => {
  const record = await one(editor, "article", id("article", 1));

  expect(record).not.toHaveProperty("wage");
  expect(record?.["seo"]).not.toHaveProperty("score");
  expect(record?.["seo"]).toHaveProperty("headline", "Big");
});

test("ids of an entity the caller may not read are not shown, also not inside objects and blocks", async () => {
  const record = await one(visitor, "article", id("article", 1), "resolve[cover]=url&resolve[gallery]=*");

  expect(record).toMatchObject({ cover: null, gallery: [], editor: null });
  expect(record).toHaveProperty("seo.cover", null);
  expect(record).toHaveProperty(["parts", "1"], { _type: "photo", _key: "l", image: null });
});

test("rows outside the read filter are neither listed nor read", async () => {
  expect(await titles(visitor, "article", "sort=title")).toEqual(["50% off_\\", "Ünïcode"]);
  expect(await one(visitor, "article", id("article", 3))).toBeNull();
  expect(await one(admin, "article", id("article", 3))).not.toBeNull();
});

test("resolve embeds what is readable and leaves out or nulls the rest", async () => {
  const { data } = await list(
    visitor,
    "article",
    "sort=title&fields=title&resolve[author]=name&resolve[tags]=name&resolve[author.company]=*",
  );

  expect(data).toEqual([
    {
      id: id("article", 1),
      title: "50% off_\\",
      author: { id: id("author", 1), name: "Ann", company: null },
      tags: [
        { id: id("tag", 2), name: "green" },
        { id: id("tag", 1), name: "red" },
      ],
    },
    { id: id("article", 2), title: "Ünïcode", author: null, tags: [{ id: id("tag", 1), name: "red" }] },
  ]);
});

test("resolve follows three relations, also through lists", async () => {
  const record = await one(admin, "site", null, "fields=home&resolve[home.author.friends]=name");

  expect(record).toHaveProperty("home.author", { id: id("author", 1), friends: [{ id: id("author", 2), name: "Bob" }] });
});

test.each([
  ["filter[title]=Third", ["Third"]],
  ["filter[title][$contains]=50%25", ["50% off_\\"]],
  ["filter[title][$contains]=_", ["50% off_\\"]],
  ["filter[title][$endsWith]=\\", ["50% off_\\"]],
  ["filter[title][$startsWith]=üNÏ", ["Ünïcode"]],
  ["filter[status][$ne]=live", ["Third"]],
  ["filter[rating][$ne]=1.5", ["Third", "Ünïcode"]],
  ["filter[rating][$notIn]=1.5,7", ["Third", "Ünïcode"]],
  ["filter[rating][$in]=1.5,-2", ["50% off_\\", "Ünïcode"]],
  ["filter[rating][$between]=-3,1", ["Ünïcode"]],
  ["filter[views][$gt]=9007199254740990", ["50% off_\\"]],
  ["filter[featured]=false", ["Third"]],
  ["filter[day][$lte]=2026-01-31", ["50% off_\\"]],
  ["filter[startsAt]=2026-01-31T11:00:00.123%2B01:00", ["50% off_\\"]],
  ["filter[author][$null]=true", ["Third"]],
  [`filter[author][$in]=${id("author", 1)}&filter[author][$in]=${id("author", 2)}`, ["50% off_\\", "Ünïcode"]],
  ["filter[flags][$has]=b", ["50% off_\\"]],
  ["filter[flags][$hasAny]=b,c", ["50% off_\\", "Third"]],
  ["filter[flags][$hasAll]=a,b", ["50% off_\\"]],
  ["filter[flags][$null]=true", ["Ünïcode"]],
  [`filter[tags][$has]=${id("tag", 3)}`, ["50% off_\\"]],
  [`filter[tags][$hasAll]=${id("tag", 1)},${id("tag", 2)}`, ["50% off_\\"]],
  [`filter[tags][$hasAny]=${id("tag", 1)},${id("tag", 2)}`, ["50% off_\\", "Ünïcode"]],
  ["filter[tags][$null]=true", ["Third"]],
  ["filter[tags][$null]=false", ["50% off_\\", "Ünïcode"]],
  ["filter[tags.name]=hidden", ["50% off_\\"]],
  ["filter[author.company.name]=Acme", ["50% off_\\"]],
  ["filter[seo.headline][$contains]=bi", ["50% off_\\"]],
  ["filter[seo.score][$gt]=4", ["50% off_\\"]],
  ["filter[seo.shown]=true", ["50% off_\\"]],
  ["filter[seo.since][$between]=2026-01-01,2026-01-03", ["50% off_\\"]],
  ["filter[seo.marks][$hasAny]=x,y", ["50% off_\\"]],
  ["filter[seo.marks][$hasAll]=x,y", []],
  [`filter[seo.cover]=${id("image", 1)}`, ["50% off_\\"]],
  ["filter[seo.deep.note][$null]=true", ["Third", "Ünïcode"]],
  ["filter[seo][$null]=false", ["50% off_\\"]],
  ["filter[$or][0][title]=Third&filter[$or][1][rating]=-2", ["Third", "Ünïcode"]],
  ["filter[$not][rating]=-2", ["50% off_\\", "Third"]],
  ["filter[$and][0][status]=live&filter[$and][1][$not][featured]=true", ["Ünïcode"]],
  ["filter[createdAt][$gte]=2026-01-01T00:03:00Z", ["Third"]],
  ["filter[_type]=article&filter[title]=Third", ["Third"]],
  [`filter[id]=${id("article", 2)}`, ["Ünïcode"]],
])("%s finds the described rows", async (search, expected) => {
  expect(await titles(admin, "article", `${search}&sort=title`)).toEqual(expected);
});

test("a filter through a relation uses only records that the caller may read", async () => {
  expect(await titles(admin, "article", "filter[author.name]=Bob")).toEqual(["Ünïcode"]);
  expect(await titles(visitor, "article", "filter[author.name]=Bob")).toEqual([]);
  expect(await titles(visitor, "article", "filter[tags.name]=hidden")).toEqual([]);
});

test("live reads of an entity with versions never show an unpublished record, nor follow a relation through one", async () => {
  expect(await titles(admin, "post", "sort=title")).toEqual(["live title", "points to a draft", "published"]);
  expect(await one(admin, "post", id("post", 3))).toBeNull();
  expect(await titles(admin, "post", "filter[related.title][$contains]=published")).toEqual(["live title"]);
  const { data } = await list(admin, "post", "sort=title&fields=_status&resolve[related]=title");
  expect(data.map((row) => [row["_status"], (row["related"] as Row | null)?.["title"] ?? null])).toEqual([
    ["modified", "published"],
    ["published", null],
    ["published", null],
  ]);
});

test("a draft read uses pending instead of live content, in values, links, filters and order", async () => {
  const record = await one(admin, "post", id("post", 2), "draft=true&resolve[tags]=name");

  expect(record).toMatchObject({
    title: "pending title",
    version: "two",
    count: 2,
    labels: ["b"],
    at: "2026-02-02T00:00:00.000Z",
    _status: "modified",
  });
  expect(record).toHaveProperty("tags", [
    { id: id("tag", 2), name: "green" },
    { id: id("tag", 1), name: "red" },
  ]);
  expect(await titles(admin, "post", "draft=true&filter[title][$contains]=pending")).toEqual(["pending title"]);
  expect(await titles(admin, "post", `draft=true&filter[tags][$has]=${id("tag", 2)}`)).toEqual(["pending title"]);
  expect(await titles(admin, "post", "draft=true&filter[tags.name]=green")).toEqual(["pending title"]);
  expect(await titles(admin, "post", "draft=true&filter[tags][$null]=true&sort=title")).toEqual([
    "never published",
    "points to a draft",
    "published",
  ]);
  expect(await one(admin, "post", id("post", 3), "draft=true")).toMatchObject({ publishedAt: null, _status: "draft" });
  expect(await titles(editor, "post", "draft=true&sort=title")).toEqual(["never published", "pending title", "published"]);
});

test("a locale with fallback returns each group once, in the first language the caller may read", async () => {
  expect(await titles(admin, "page", "locale=de&sort=title")).toEqual(["Impressum", "Laden, versteckt", "Start"]);
  expect(await titles(admin, "page", "locale=de&fallback=true&sort=title")).toEqual(["About", "Impressum", "Laden, versteckt", "Start"]);
  expect(await titles(visitor, "page", "locale=de&fallback=true&sort=title")).toEqual(["About", "Impressum", "Shop", "Start"]);
  expect(await titles(admin, "page", "locale=de&fallback=true&filter[title]=Home")).toEqual([]);
  expect(await titles(admin, "page", "locale=fr&fallback=true&sort=title")).toEqual(["About", "Home", "Shop"]);
});

test("a single translatable record names its other languages that the caller may read", async () => {
  expect(await one(visitor, "page", id("page", 1))).toMatchObject({ locale: "en", _translations: { de: { id: id("page", 2) } } });
  expect(await one(visitor, "page", id("page", 5))).toMatchObject({ _translations: {} });
  expect((await list(visitor, "page")).data[0]).not.toHaveProperty("_translations");
});

test("a large offset returns the same rows in the same order as a small one", async () => {
  await database.rows(
    `insert into content.tag (id, created_at, updated_at, published_at, name, rank) select gen_random_uuid(), now(), now(), now(), 'bulk', n / 7 from generate_series(1, 1200) n`,
  );
  const everything: string[] = [];
  for (let offset = 0; offset < 1200; offset += 100) {
    const { data } = await list(admin, "tag", `filter[name]=bulk&sort=-rank&limit=100&offset=${offset}`);
    everything.push(...data.map((tag) => String(tag["id"])));
  }
  expect(new Set(everything).size).toBe(1200);
  const [row] = await database.rows(`select array_agg(id::text order by rank desc, id desc) as ids from content.tag where name = 'bulk'`);
  expect(everything).toEqual(row?.["ids"]);
});

test.each(["sort=-createdAt", "sort=rating", "sort=-rating", "sort=-rating,title", "sort=featured,-views", "sort=startsAt,id", "sort=-id"])(
  "%s returns every row once by cursors, including rows without a value",
  async (sort) => {
    const whole = await list(admin, "article", sort);
    const seen: unknown[] = [];
    let cursor: unknown[] | null = null;
    for (let page = 0; page < 10; page += 1) {
      const at: unknown = cursor;
      const { data, cursor: next, total } = await list(admin, "article", `${sort}&limit=1&cursor=${at ? "x" : ""}`, () => at);
      expect(total).toBe("3");
      seen.push(...data);
      cursor = next;
      if (!next) break;
    }
    expect(seen).toEqual(whole.data);
  },
);

test("a cached total is used while its stamp is unchanged, and counted again after any write that it depends on", async () => {
  const statement = compile(createEngine(schema).as(visitor).list("article", parseQuery("filter[author.name]=Ann"))).total?.exact;
  if (!statement) throw new Error("no total");
  const [first] = await database.run(statement, visitor);
  expect(first?.["total"]).toBe("1");
  const remembered = { total: "77", stamp: String(first?.["stamp"]) };

  const [again] = await database.run(statement, visitor, remembered);
  await database.rows(`update content.author set salary = 11 where id = $1`, [id("author", 1)]);
  const [after] = await database.run(statement, visitor, remembered);

  expect(again?.["total"]).toBe("77");
  expect(after?.["total"]).toBe("1");
});

test("limit=0 gives only the count, count=false only the rows", async () => {
  expect(await list(admin, "article", "limit=0")).toMatchObject({ data: [], total: "3" });
  const uncounted = await list(admin, "article", "count=false");
  expect(uncounted.total).toBeNull();
  expect(uncounted.data).toHaveLength(3);
});

test("variables are the caller and the time; a caller without a user matches no user", async () => {
  expect(await titles({ kind: "user", role: "own", userId: USER_ID }, "article", "")).toEqual(["50% off_\\"]);
  expect(await titles({ kind: "user", role: "own", userId: OTHER_USER_ID }, "article", "")).toEqual(["Ünïcode"]);
  expect(await titles({ kind: "key", role: "own", keyId: USER_ID }, "article", "")).toEqual([]);
  expect(await titles({ kind: "anonymous", role: "own" }, "article", "filter[$not][title]=x")).toEqual([]);
});
