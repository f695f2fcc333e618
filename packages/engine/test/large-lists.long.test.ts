/** The buffers that lists of 100,000 rows read when they search a text or sort by a related record's field or by `_status`; buffers are exact. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compile, createEngine, parseQuery } from "../src/index.ts";
import type { Principal, ListPlan, Plan, Statement } from "../src/index.ts";
import { boundFor } from "./support/bound.ts";
import { admin, fill, reader, ROWS, schema } from "./support/large-lists.ts";
import { buffersOf, explain, nodesOf } from "./support/explain.ts";
import { openTables, run } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";

let tables: TestTables;
/** The pages of the table that is listed. */
let pages: number;

beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  await fill(tables);
  const { rows } = await tables.client.query<{ pages: number }>("select relpages as pages from pg_class where relname = 'article'");
  pages = rows[0]?.pages ?? 0;
});
afterAll(() => tables.close());

const list = (principal: Principal, query: string): ListPlan => createEngine(schema).as(principal).list("article", parseQuery(query), {});

async function workOf(
  principal: Principal,
  of: Plan | Statement,
): Promise<{ readonly buffers: number; readonly scans: readonly string[] }> {
  const { text, values } = boundFor(principal, of);
  const plan = await explain(tables.client, text, values);
  const scans = nodesOf(plan).filter((node) => node["Node Type"] === "Seq Scan" && node["Actual Loops"] > 0);
  return {
    buffers: buffersOf(plan),
    scans: scans.map((node) => node["Relation Name"] ?? "").filter((name) => name === "article" || name === "versions"),
  };
}

test.each<[string, Principal, string]>([
  ["a text that one row holds", admin, "q=singular"],
  ["a text that each tenth row holds", admin, "q=often&limit=100"],
  ["a text that only the oldest rows hold", admin, "q=ancient"],
  ["a text that only the oldest rows hold, in a filter", admin, "q=ancient&filter[section]=sport"],
  ["a text that no row holds", admin, "q=zzqqxx"],
  ["two letters that no row holds", admin, "q=qz"],
  ["a letter that all rows hold", admin, "q=a"],
  ["letters beyond ASCII that no row holds", admin, "q=жщ"],
  ["a text of half the rows, none of which the role sees", reader, "q=withheld"],
  ["a text, by cursor and another order", admin, "q=often&sort=-updatedAt&cursor="],
  ["a text that a draft holds", admin, "draft=true&q=drafted"],
  ["a text that no draft holds", admin, "draft=true&q=singular"],
  ["the order of a related field", admin, "sort=author.name"],
  ["the order of a related field, descending", admin, "sort=-author.name"],
  ["the order of a related field by cursor", admin, "sort=author.name&cursor="],
  ["the order of a related field of which a role sees a part", reader, "sort=author.name"],
  ["the order of a field behind two relations", admin, "sort=author.company.name"],
  ["an own field's order before a related one's", admin, "sort=-createdAt,author.name"],
  ["the order of a related field in a filter", admin, "filter[section]=sport&sort=author.name"],
  ["the order of a related field, of drafts", admin, "draft=true&sort=author.name"],
  ["modified drafts", admin, "draft=true&filter[_status]=modified"],
  ["what was never published", admin, "draft=true&filter[_status]=draft"],
  ["what is published, of drafts", admin, "draft=true&filter[_status]=published"],
  ["several statuses in another order", admin, "draft=true&filter[_status][$in]=draft,modified&sort=-updatedAt"],
  ["the order of statuses", admin, "draft=true&sort=_status"],
  ["the order of statuses, descending, by cursor", admin, "draft=true&sort=-_status,-createdAt&cursor="],
])("a page by %s reads a part of the rows", async (_, principal, query) => {
  const page = compile(list(principal, `${query}&count=false`));
  const { buffers, scans } = await workOf(principal, page);

  expect({ buffers, scans, isPart: buffers < pages / 2 }).toMatchObject({ scans: [], isPart: true });
});

test.each<[string, Principal, string]>([
  ["a text that one row holds", admin, "q=singular"],
  ["two letters that no row holds", admin, "q=qz"],
  ["what was never published", admin, "draft=true&filter[_status]=draft"],
  ["modified drafts", admin, "draft=true&filter[_status]=modified"],
])("the total of %s reads a part of the rows", async (_, principal, query) => {
  const exact = compile(list(principal, query)).total?.exact;
  if (!exact) throw new Error("no total");

  const { buffers } = await workOf(principal, exact);

  expect({ buffers, isPart: buffers < pages / 2 }).toMatchObject({ isPart: true });
});

test.each([
  "resolve[articles]=title&limit=5",
  "resolve[articles.$count]=true&limit=5",
  "filter[articles.title][$contains]=singular",
  "filter[name]=author 007&resolve[articles]=title",
])("references to a record are found by the relation's index: %s", async (query) => {
  const page = compile(
    createEngine(schema)
      .as(admin)
      .list("author", parseQuery(`${query}&count=false`), {}),
  );
  const { buffers, scans } = await workOf(admin, page);

  expect({ buffers, scans, isPart: buffers < pages / 2 }).toMatchObject({ scans: [], isPart: true });
});

interface Listed {
  readonly id: string;
  readonly author: { readonly name: string } | null;
  readonly _status: string;
}

async function found(
  principal: Principal,
  query: string,
): Promise<{ readonly data: readonly Listed[]; readonly total: string | undefined; readonly cursor: string | null }> {
  const statement = compile(list(principal, query));
  const [page] = await run<{ data: string; cursor: string | null }>(tables.client, statement, principal);
  const [counted] = statement.total ? await run<{ total: string }>(tables.client, statement.total.exact, principal) : [];
  return { data: JSON.parse(page?.data ?? "[]") as Listed[], total: counted?.total, cursor: page?.cursor ?? null };
}
const numbers = (data: readonly Listed[]) => data.map(({ id }) => Number.parseInt(id.slice(24), 16));

test("every query plan finds the correct rows", async () => {
  expect(numbers((await found(admin, "q=singular")).data)).toEqual([50_000]);
  expect(numbers((await found(admin, "q=ancient&limit=3")).data)).toEqual([300, 299, 298]);
  expect(numbers((await found(admin, "q=ancient&limit=2&offset=298")).data)).toEqual([2, 1]);
  expect(numbers((await found(admin, "q=often&limit=2&offset=9998")).data)).toEqual([20, 10]);
  expect((await found(admin, "q=often&limit=0")).total).toBe(String(ROWS / 10));
  expect((await found(reader, "q=withheld")).total).toBe("0");
  expect((await found(admin, "draft=true&q=drafted")).total).toBe("100");
  expect((await found(admin, "draft=true&filter[_status]=modified")).total).toBe("100");
  expect((await found(admin, "draft=true&filter[_status]=published")).total).toBe(String(ROWS - 100));
});

test("pages sorted by a related field have no gap, including rows without a value", async () => {
  const names = async (query: string) =>
    (await found(admin, `${query}&resolve[author]=name&count=false`)).data.map(({ author }) => author?.name ?? null);
  const last = ROWS - ROWS / 100;

  expect(await names("sort=author.name&limit=1")).toEqual(["author 001"]);
  expect(await names(`sort=author.name&limit=4&offset=${last - 2}`)).toEqual(["author 499", "author 499", null, null]);
  expect(await names(`sort=-author.name&limit=4&offset=${last - 2}`)).toEqual(["author 001", "author 001", null, null]);
  expect(await names("sort=author.name&limit=2&offset=199")).toEqual(["author 001", "author 002"]);
});
