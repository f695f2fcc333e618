/** The buffers that reads and draft saves use as tables grow; buffers are exact, unlike times. The number of drafts is constant. */
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compile, createEngine, parseQuery } from "../src/index.ts";
import type { Principal, Plan, Statement } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { admin, fill, idOf, schema, sport } from "./support/many-rows.ts";
import { buffersOf, explain, nodesOf } from "./support/explain.ts";
import type { PlanNode } from "./support/explain.ts";
import { openFilled, run } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

const FEW = 30_000;
const MANY = 300_000;
/** An index with ten times the rows has one more level, and its pages contain other rows. */
const GROWTH = 1.5;
const SLACK = 20;

let few: TestTables;
let many: TestTables;
beforeAll(async () => {
  few = await openFilled(schema, (tables) => fill(tables, FEW));
  many = await openFilled(schema, (tables) => fill(tables, MANY));
}, 1_200_000);
afterAll(async () => {
  await few.close();
  await many.close();
});

async function planOf({ client }: TestTables, principal: Principal, of: Plan | Statement): Promise<PlanNode> {
  const { text, values } = boundFor(principal, of);
  return explain(client, text, values);
}

/** Buffers with few and with many rows. */
async function buffersAtBoth(principal: Principal, of: Plan | Statement): Promise<{ readonly few: number; readonly many: number }> {
  return { few: buffersOf(await planOf(few, principal, of)), many: buffersOf(await planOf(many, principal, of)) };
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");
const list = (principal: Principal, query: string) => createEngine(schema).as(principal).list("article", parseQuery(query), {});

test.each<[string, Principal, string]>([
  ["a page of drafts", admin, "draft=true"],
  ["a page of drafts by cursor", admin, "draft=true&cursor="],
  ["a page of drafts inside a role's filter", sport, "draft=true"],
  ["drafts by a value that only a draft has", admin, "draft=true&filter[title]=draft 7"],
  ["drafts by a value that a third of the rows has", admin, "draft=true&filter[section]=sport"],
  ["drafts in the order of a field", admin, "draft=true&sort=title"],
  ["drafts by a link that only drafts have", admin, `draft=true&filter[tags][$has]=${idOf("b", 0)}`],
  ["drafts by a relation to many that matches nothing", admin, "draft=true&filter[tags.name]=nothing"],
  ["a relation to many without a target", admin, "filter[tags.name]=nothing"],
  ["a relation to many whose text nothing has", admin, "filter[tags.name][$contains]=nothing"],
  ["a relation to many whose target nothing points to", admin, "filter[tags.name]=tag 0"],
  ["a relation to many by cursor", admin, "cursor=&filter[tags.name]=nothing"],
  ["two relations to many, one without a target", admin, "filter[tags.name]=tag 1&filter[tags.name][$ne]=tag 1&filter[section]=sport"],
  ["a range of texts that holds nothing", admin, "filter[title][$gte]=u"],
  ["letters with which no title begins", admin, "filter[title][$startsWith]=zz"],
  ["letters with which no title begins, of drafts", admin, "draft=true&filter[title][$startsWith]=zz"],
  ["letters with which no title begins, inside a role's filter", sport, "filter[title][$startsWith]=Titlex"],
  ["letters with which one title begins", admin, `filter[title][$startsWith]=TITLE ${md5("7").slice(0, 12)}`],
  ["letters with which all titles begin", admin, "filter[title][$startsWith]=ti"],
  ["a relation to many that all rows match", admin, "filter[tags.name]=tag 1"],
  ["a relation to one without a target", admin, "filter[author.name]=nobody"],
  ["a relation to one whose target nothing points to", admin, "filter[author.name]=author 1000"],
  ["a relation to one by cursor, inside a role's filter", sport, "cursor=&filter[author.name]=author 1000"],
  ["drafts by a relation to one whose target nothing points to", admin, "draft=true&filter[author.name]=author 1000"],
  ["the order of a related field", admin, "sort=author.name"],
  ["the order of a related field by cursor", admin, "sort=-author.name&cursor="],
])("%s reads the same number of pages with ten times the rows", async (_, principal, query) => {
  const page = await buffersAtBoth(principal, compile(list(principal, `${query}&count=false`)));

  expect({ ...page, isFlat: page.many <= page.few * GROWTH + SLACK }).toMatchObject({ isFlat: true });
});

test.each(["filter[tags.name]=nothing", "filter[tags.name]=tag 0", "draft=true&filter[title]=draft 7", "filter[title][$startsWith]=zz"])(
  "the total of %s reads the same number of pages with ten times the rows",
  async (query) => {
    const exact = compile(list(admin, query)).total?.exact;
    if (!exact) throw new Error("no total");
    const total = await buffersAtBoth(admin, exact);

    expect({ ...total, isFlat: total.many <= total.few * GROWTH + SLACK }).toMatchObject({ isFlat: true });
  },
);

test.each([
  ["all that a role sees", ""],
  ["what a role sees of an author", `filter[author]=${idOf("c", 7)}`],
  ["what a role sees of titles in a range", "filter[title][$gte]=title f"],
  ["what a role sees since a day", "filter[createdAt][$gte]=2020-01-01T04:00:00.000Z"],
])("the total of %s is counted with an index-only scan", async (_, query) => {
  const exact = compile(list(sport, query)).total?.exact;
  if (!exact) throw new Error("no total");
  for (const tables of [few, many]) {
    const plan = await planOf(tables, sport, exact);

    const reads = nodesOf(plan).filter((node) => node["Relation Name"] === "article");
    expect(reads.map((node) => [node["Node Type"], node["Heap Fetches"]])).toEqual([["Index Only Scan", 0]]);
  }
});

test("saving a draft reads the same number of pages with ten times the rows, the first and the next time", async () => {
  const engine = createEngine(schema).as(admin);
  const data = await engine.parseBody(
    "article",
    { title: "Next" },
    { operation: "update", partial: true, draft: true, makeKey: randomUUID },
  );
  for (const row of [7, 3_000]) {
    const save = await buffersAtBoth(admin, engine.saveDraft("article", idOf("a", row), { data, newId: randomUUID }));

    expect({ row, ...save, isFlat: save.many <= save.few * GROWTH + SLACK }).toMatchObject({ isFlat: true });
  }
});

test("every query plan finds the correct rows", async () => {
  const found = async (query: string) => {
    const statement = compile(list(admin, query));
    const [page] = await run<{ data: string }>(many.client, statement, admin);
    const [counted] = statement.total ? await run<{ total: string }>(many.client, statement.total.exact, admin) : [];
    return { ids: (JSON.parse(page?.data ?? "[]") as { id: string }[]).map(({ id }) => id), total: counted?.total };
  };
  await many.client.query("insert into content.article__tags values ($1, $2, 9), ($3, $2, 9)", [idOf("a", 5), idOf("b", 0), idOf("a", 9)]);

  expect(await found("filter[tags.name]=tag 0")).toEqual({ ids: [idOf("a", 9), idOf("a", 5)], total: "2" });
  expect(await found("filter[tags.name]=tag 1&limit=1")).toEqual({ ids: [idOf("a", MANY)], total: String(MANY) });
  expect(await found("filter[author.name]=author 7&limit=2")).toEqual({
    ids: [idOf("a", MANY - 993), idOf("a", MANY - 1_993)],
    total: "300",
  });
  expect(await found("filter[author.name]=author 1000")).toEqual({ ids: [], total: "0" });
  expect(await found("filter[author.name][$in]=author 0,author 1&limit=2")).toEqual({
    ids: [idOf("a", MANY), idOf("a", MANY - 999)],
    total: "600",
  });
  expect(await found("sort=author.name&limit=2")).toEqual({ ids: [idOf("a", 1_000), idOf("a", 2_000)], total: String(MANY) });
  expect(await found("draft=true&filter[title]=draft 7")).toEqual({ ids: [idOf("a", 7 * (MANY / 100))], total: "1" });
  expect(await found("draft=true&filter[tags.name]=tag 0&limit=2&sort=createdAt")).toEqual({
    ids: [idOf("a", 5), idOf("a", 9)],
    total: "102",
  });
  expect(await found("draft=true&filter[tags.name]=tag 1&limit=1&sort=createdAt")).toEqual({
    ids: [idOf("a", 1)],
    total: String(MANY - 100),
  });
});
